/// Takes the chunked coding off a body (RFC 9112 §7.1), strictly. Extensions and trailers are read and dropped.
package struct ChunkedDecoder: Sendable {
  package static let maximumLineBytes = 256
  package static let maximumTrailerBytes = 4096
  /// Bytes of one chunk; a client that has more sends more chunks.
  package static let maximumChunkBytes = 1 << 30

  private enum State: Sendable, Equatable {
    case size(digits: Int)
    case `extension`
    case sizeEnd
    case data
    case dataEnd
    case dataLineFeed
    case trailer(lineBytes: Int)
    case trailerEnd(isLast: Bool)
    case finished
  }

  private var state = State.size(digits: 0)
  /// Bytes that are missing from the chunk.
  private var missing = 0
  private var lineBytes = 0
  private var trailerBytes = 0

  package init() {}

  package var isFinished: Bool { state == .finished }

  /// Takes bytes from the front of `input` until `limit` bytes of content are found, the body ends, or `input` is
  /// empty. What follows the body is left in `input`.
  ///
  /// Throws 400 `bad_chunk` or 413 `content_too_large`, 431 `fields_too_large` for trailers.
  package mutating func decode(_ input: inout ArraySlice<UInt8>, upTo limit: Int) throws(Problem) -> [UInt8] {
    var output: [UInt8] = []
    while output.count < limit, state != .finished, let byte = input.first {
      if state == .data {
        let part = input.prefix(min(missing, limit - output.count))
        output.append(contentsOf: part)
        input = input.dropFirst(part.count)
        missing -= part.count
        if missing == 0 { state = .dataEnd }
      } else {
        input = input.dropFirst()
        try step(byte)
      }
    }
    return output
  }

  private mutating func step(_ byte: UInt8) throws(Problem) {
    switch state {
    case .size(let digits): try sizeByte(byte, digits: digits)
    case .extension:
      if byte == FieldGrammar.carriageReturn {
        state = .sizeEnd
      } else {
        guard FieldGrammar.isValue(byte) else { throw bad }
        try countLine()
      }
    case .sizeEnd:
      guard byte == FieldGrammar.lineFeed else { throw bad }
      lineBytes = 0
      state = missing == 0 ? .trailer(lineBytes: 0) : .data
    case .dataEnd:
      guard byte == FieldGrammar.carriageReturn else { throw bad }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == FieldGrammar.lineFeed else { throw bad }
      state = .size(digits: 0)
    case .trailer(let count):
      trailerBytes += 1
      guard trailerBytes <= Self.maximumTrailerBytes else {
        throw Problem(.fieldsTooLarge, "fields_too_large", "the trailers are too long")
      }
      if byte == FieldGrammar.carriageReturn {
        state = .trailerEnd(isLast: count == 0)
      } else {
        guard FieldGrammar.isValue(byte), count > 0 || FieldGrammar.isToken(byte) else { throw bad }
        state = .trailer(lineBytes: count + 1)
      }
    case .trailerEnd(let isLast):
      guard byte == FieldGrammar.lineFeed else { throw bad }
      state = isLast ? .finished : .trailer(lineBytes: 0)
    case .data, .finished: break
    }
  }

  private mutating func sizeByte(_ byte: UInt8, digits: Int) throws(Problem) {
    try countLine()
    if let value = FieldGrammar.hexValue(byte) {
      missing = digits == 0 ? Int(value) : missing << 4 | Int(value)
      guard missing <= Self.maximumChunkBytes, digits < 16 else {
        throw Problem(.contentTooLarge, "content_too_large", "a chunk is too large")
      }
      state = .size(digits: digits + 1)
      return
    }
    guard digits > 0 else { throw bad }
    switch byte {
    case FieldGrammar.carriageReturn: state = .sizeEnd
    case 59: state = .extension
    default: throw bad
    }
  }

  private mutating func countLine() throws(Problem) {
    lineBytes += 1
    guard lineBytes <= Self.maximumLineBytes else { throw bad }
  }

  private var bad: Problem { Problem(.badRequest, "bad_chunk", "the chunked coding is broken") }
}
