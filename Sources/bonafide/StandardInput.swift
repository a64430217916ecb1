import BonafideObservations
import Foundation

/// Text on standard input.
enum StandardInput {
  /// All of it. Throws `cannot_open` where nothing can be read, `too_large` for more than `limit` bytes.
  static func read(limit: Int) throws(BonafideError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        throw BonafideError(.cannotOpen, "standard input cannot be read", hint: "pipe the text into this command")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        throw BonafideError(.tooLarge, "there are more than \(limit) bytes of text", hint: "give the zone alone")
      }
    }
  }
}
