package import BonafideObservations
internal import Foundation

/// Writes a report whole or not at all, readable by its owner only.
package enum ReportWriter {
  /// Throws `cannot_open`; then nothing new is there and an earlier file is as it was.
  package static func write(_ html: String, to path: String) throws(BonafideError) {
    let target = URL(fileURLWithPath: path)
    let draft = target.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part")
    let bytes = Array(html.utf8)
    let file = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw refused(path) }
    let isWritten = fill(file, with: bytes) && fsync(file) == 0
    close(file)
    guard isWritten, rename(draft.path, target.path) == 0 else {
      unlink(draft.path)
      throw refused(path)
    }
  }

  private static func fill(_ file: Int32, with bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = Foundation.write(file, buffer.baseAddress?.advanced(by: done), buffer.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private static func refused(_ path: String) -> BonafideError {
    BonafideError(
      .cannotOpen, "the report '\(path)' cannot be written", hint: "check the folder and the space that is left")
  }
}
