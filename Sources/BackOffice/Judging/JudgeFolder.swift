internal import BonafideSecrets
internal import BonafideStore
internal import Foundation

/// A private folder for decrypted evidence. It goes with its owner; what a dead process left is removed at the next
/// start.
final class JudgeFolder: Sendable {
  static let prefix = "bonafide-judge-"

  let path: String

  init(in root: String) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    path = root + "/\(JudgeFolder.prefix)\(getpid())-\(Hex.text(try SecureRandom.bytes(8)))"
    guard mkdir(path, 0o700) == 0 else { throw StoreError(.full, "a folder for evidence cannot be made") }
  }

  deinit { remove() }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Decrypts a content into a file of this folder; the file's path.
  func place(_ blob: any BlobReading, named name: String) async throws -> String {
    try await place([blob], named: name)
  }

  /// Decrypts contents into one file, one behind the other.
  func place(_ blobs: [any BlobReading], named name: String) async throws -> String {
    let file = path + "/" + name
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(.full, "a file for evidence cannot be made") }
    defer { close(descriptor) }
    for blob in blobs {
      var offset: Int64 = 0
      while offset < blob.size {
        let bytes = try await blob.read(at: offset, count: 1 << 20)
        guard !bytes.isEmpty else { throw StoreError(.corrupt, "a content is shorter than it should be") }
        var written = 0
        while written < bytes.count {
          let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          guard count > 0 else { throw StoreError(.full, "no room is left for evidence") }
          written += count
        }
        offset += Int64(bytes.count)
      }
    }
    return file
  }

  /// Removes folders of processes that are no more.
  static func removeLeftOvers(in root: String) throws {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(separator: "-")
      guard let first = parts.first, let process = Int32(first), process > 0 else { continue }
      if process != getpid(), kill(process, 0) != 0, errno == ESRCH {
        try? FileManager.default.removeItem(atPath: root + "/" + name)
      }
    }
  }
}
