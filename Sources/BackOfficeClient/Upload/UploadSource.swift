internal import Foundation

/// A content to be sent. It must not change while it is.
package enum UploadSource: Sendable {
  case bytes([UInt8])
  case file(path: String)

  private static let blockBytes = 1 << 20

  struct Measure: Sendable, Hashable {
    let size: Int
    /// Lower-case hex.
    let sha256: String
  }

  /// Size and SHA-256; a file is read in blocks, away from the caller's actor. `most` ends it early. Throws
  /// `file_unreadable`, `upload_too_large`, `cancelled`.
  @concurrent
  func measure(most: Int) async throws(BackOfficeError) -> Measure {
    var hash = try ContentHash()
    switch self {
    case .bytes(let bytes):
      guard bytes.count <= most else { throw BackOfficeError(.uploadTooLarge) }
      try hash.update(bytes)
      return Measure(size: bytes.count, sha256: Hex.text(try hash.finish()))
    case .file(let path):
      guard let file = FileHandle(forReadingAtPath: path) else { throw BackOfficeError(.fileUnreadable) }
      defer { try? file.close() }
      var size = 0
      while true {
        guard !Task.isCancelled else { throw BackOfficeError(.cancelled) }
        let block: Data?
        do { block = try file.read(upToCount: Self.blockBytes) } catch { throw BackOfficeError(.fileUnreadable) }
        guard let block, !block.isEmpty else { break }
        size += block.count
        guard size <= most else { throw BackOfficeError(.uploadTooLarge) }
        try hash.update(Array(block))
      }
      return Measure(size: size, sha256: Hex.text(try hash.finish()))
    }
  }

  func piece(_ range: Range<Int>) -> TransportRequest.Body {
    switch self {
    case .bytes(let bytes): .bytes(Array(bytes[range.clamped(to: bytes.indices)]))
    case .file(let path): .file(path: path, range: range)
    }
  }
}
