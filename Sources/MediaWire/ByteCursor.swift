/// Reads numbers from bytes of unknown origin. Every step is checked; running past the end throws, nothing traps.
package struct ByteCursor: Sendable {
  package enum ByteOrder: Sendable {
    case bigEndian
    case littleEndian
  }

  /// The bytes end before the value does.
  package struct OutOfBounds: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  private let start: Int
  private let end: Int
  private var at: Int

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    start = 0
    end = bytes.count
    at = 0
  }

  private init(_ bytes: [UInt8], start: Int, end: Int) {
    self.bytes = bytes
    self.start = start
    self.end = end
    at = start
  }

  package var count: Int { end - start }
  package var remaining: Int { end - at }
  /// Bytes read so far, counted from the cursor's own beginning.
  package var position: Int { at - start }

  package mutating func seek(to position: Int) throws(OutOfBounds) {
    guard position >= 0, position <= count else { throw OutOfBounds() }
    at = start + position
  }

  package mutating func skip(_ length: Int) throws(OutOfBounds) {
    guard length >= 0, length <= remaining else { throw OutOfBounds() }
    at += length
  }

  /// A cursor of its own over the next `length` bytes, which are skipped here. Shares the memory.
  package mutating func slice(_ length: Int) throws(OutOfBounds) -> ByteCursor {
    guard length >= 0, length <= remaining else { throw OutOfBounds() }
    defer { at += length }
    return ByteCursor(bytes, start: at, end: at + length)
  }

  package mutating func byte() throws(OutOfBounds) -> UInt8 {
    guard at < end else { throw OutOfBounds() }
    defer { at += 1 }
    return bytes[at]
  }

  /// A whole number of `length` (at most 8) bytes.
  package mutating func number(_ length: Int, _ order: ByteOrder) throws(OutOfBounds) -> UInt64 {
    guard length >= 0, length <= 8, length <= remaining else { throw OutOfBounds() }
    var value: UInt64 = 0
    for index in 0..<length {
      let byte = UInt64(bytes[at + index])
      switch order {
      case .bigEndian: value = value << 8 | byte
      case .littleEndian: value |= byte << UInt64(8 * index)
      }
    }
    at += length
    return value
  }

  package mutating func uint16(_ order: ByteOrder) throws(OutOfBounds) -> Int { Int(try number(2, order)) }
  package mutating func uint32(_ order: ByteOrder) throws(OutOfBounds) -> Int { Int(try number(4, order)) }

  /// Four characters as the big-endian number that the bytes are.
  package mutating func tag() throws(OutOfBounds) -> FourCharacters {
    FourCharacters(rawValue: UInt32(truncatingIfNeeded: try number(4, .bigEndian)))
  }

  /// Whether the next bytes are these; moves on only if so.
  package mutating func skip(ifNext expected: [UInt8]) -> Bool {
    guard expected.count <= remaining else { return false }
    for index in expected.indices where bytes[at + index] != expected[index] { return false }
    at += expected.count
    return true
  }
}

/// A chunk or box type, such as `"IHDR"`.
package struct FourCharacters: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package init(stringLiteral text: String) {
    rawValue = text.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
