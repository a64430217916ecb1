internal import Foundation

extension TransportRequest.Body {
  /// A piece is small, so it is in memory as a whole while it is sent. Throws `file_unreadable`.
  func read() throws(BackOfficeError) -> [UInt8] {
    switch self {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .file(let path, let range):
      do {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(range.lowerBound))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count, let part = try file.read(upToCount: range.count - bytes.count), !part.isEmpty {
          bytes += part
        }
        if bytes.count == range.count { return bytes }
      } catch {}
      throw BackOfficeError(.fileUnreadable)
    }
  }
}
