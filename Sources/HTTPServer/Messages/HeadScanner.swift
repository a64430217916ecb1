/// Looks for the end of a request's head while it arrives, and gives up as early as it can.
package struct HeadScanner: Sendable {
  private var at = 0
  private var lineLength = 0
  private var lines = 0

  package init() {}

  /// How many bytes the head has, its last empty line included, or nil while that is not there yet. Call it again
  /// with the same bytes and what came after them.
  ///
  /// Throws 400 `bad_line_end`, 414 `target_too_long` or 431 `fields_too_large`.
  package mutating func end(in bytes: ArraySlice<UInt8>) throws(Problem) -> Int? {
    while at < min(bytes.count, RequestHead.maximumBytes) {
      let byte = bytes[bytes.startIndex + at]
      at += 1
      guard byte == FieldGrammar.lineFeed else {
        lineLength += 1
        continue
      }
      guard lineLength > 0, bytes[bytes.startIndex + at - 2] == FieldGrammar.carriageReturn else {
        throw Problem(.badRequest, "bad_line_end", "lines of the head end in CR LF")
      }
      if lineLength == 1, lines > 0 { return at }
      lines += 1
      lineLength = 0
      // The request line, the fields, and one empty line before them.
      if lines > RequestHead.maximumFields + 2 {
        throw Problem(.fieldsTooLarge, "fields_too_large", "more than \(RequestHead.maximumFields) fields")
      }
    }
    guard bytes.count >= RequestHead.maximumBytes else { return nil }
    if lines == 0 { throw Problem(.targetTooLong, "target_too_long", "the request line is too long") }
    throw Problem(.fieldsTooLarge, "fields_too_large", "the head has more than \(RequestHead.maximumBytes) bytes")
  }
}
