import Foundation

/// Standard output or standard error. `FileHandle` would end the process where nothing can be written.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// False when not all of it could be written: the disk is full, the reader has gone.
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count, let base = bytes.baseAddress {
        let count = Foundation.write(rawValue, base + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// Keeps the numbers 0, 1 and 2 from going to files that are opened later, where they are closed at the start. What
  /// takes their place can neither be read nor written.
  static func occupyClosed() {
    for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one, as the ones below are taken.
      _ = open("/dev/null", mode)
    }
  }
}
