internal import CServerSystem
internal import Glibc

/// An open plain file that answers are made from.
package final class FileContent: Sendable {
  static let blockBytes = 64 << 10

  private let descriptor: Int32
  package let size: Int

  var whole: Range<Int> { 0..<size }

  /// Throws 404 `not_found` for all that is not a readable plain file.
  package init(path: String) throws(Problem) {
    var size: Int64 = 0
    descriptor = bonafide_open_file(path, &size)
    self.size = Int(size)
    guard descriptor >= 0 else { throw Problem(.notFound, "not_found", "there is no such file") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Throws 500 `file_changed` when the file has become shorter.
  func read(at start: Int, count: Int) throws(Problem) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, start))
    }
    guard bytes.count == count else { throw Problem(.internalServerError, "file_changed") }
    return bytes
  }
}

/// One range of the `Range` field.
struct ByteRange {
  let bytes: Range<Int>

  /// Nil for units and lists that are not served: the whole is sent then. Throws 416 `range_not_satisfiable`.
  init?(_ text: String, of size: Int) throws(Problem) {
    guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy(FieldGrammar.isDigit) }) else {
      return nil
    }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last) where first < size && first <= last ?? first:
      bytes = first..<min(size, (last ?? size) + (last == nil ? 0 : 1))
    case (nil, let count?) where count > 0 && size > 0: bytes = max(0, size - count)..<size
    default:
      throw Problem(
        .rangeNotSatisfiable, "range_not_satisfiable", "the range is not in the file",
        fields: ["Content-Range": "bytes */\(size)"])
    }
  }
}
