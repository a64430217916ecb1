/// Heads and ends of a POSIX ustar archive (IEEE Std 1003.1, pax interchange format), which can be written as a stream.
enum TarArchive {
  static let block = 512
  /// Two blocks of zeros.
  static let end = [UInt8](repeating: 0, count: 2 * block)

  /// The head before a file. `name` is ASCII of at most 99 bytes, `size` below 8 GiB, `time` in seconds; nil for others.
  static func head(name: String, size: Int64, time: Int64) -> [UInt8]? {
    guard (1...99).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      (0..<8 << 30).contains(size), (0..<8 << 30).contains(time)
    else { return nil }
    var head = [UInt8](repeating: 0, count: block)
    func put(_ text: String, at place: Int) { head.replaceSubrange(place..<place + text.utf8.count, with: text.utf8) }
    put(name, at: 0)
    put("0000600", at: 100)
    put(octal(0, digits: 7), at: 108)
    put(octal(0, digits: 7), at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(time, digits: 11), at: 136)
    // The sum is taken with blanks in its own place.
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(head.reduce(0) { $0 + Int64($1) }, digits: 6), at: 148)
    head[154] = 0
    return head
  }

  /// Zeros behind a content, up to a whole block.
  static func padding(after size: Int64) -> [UInt8] {
    let rest = Int(size % Int64(block))
    return [UInt8](repeating: 0, count: rest == 0 ? 0 : block - rest)
  }

  private static func octal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
