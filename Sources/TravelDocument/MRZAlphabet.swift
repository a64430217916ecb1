/// The 37 characters of a machine-readable zone: 0–9, A–Z and the filler `<` (ICAO Doc 9303-3, section 4.3).
package enum MRZAlphabet {
  package static let filler = UInt8(ascii: "<")
  /// In the order of `index`.
  package static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<".utf8)

  /// 0…9 for a digit.
  @inline(__always)
  package static func digit(_ byte: UInt8) -> Int? {
    byte &- 0x30 < 10 ? Int(byte &- 0x30) : nil
  }

  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  @inline(__always)
  package static func contains(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) || byte == filler }

  /// Place of a character in `characters`: its check-digit value, except for the filler, which comes last. Nil for a
  /// character that no zone has.
  static func index(_ byte: UInt8) -> Int? {
    if isDigit(byte) { return Int(byte &- 0x30) }
    if isLetter(byte) { return Int(byte &- 0x41) + 10 }
    return byte == filler ? 36 : nil
  }
}

/// Some of the 37 characters: those that a column may hold.
struct MRZCharacterSet: Sendable, Hashable {
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  init(_ characters: String) {
    bits = characters.utf8.reduce(0) { $0 | MRZCharacterSet.bit($1) }
  }

  static let digits = MRZCharacterSet("0123456789")
  static let letters = MRZCharacterSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let filler = MRZCharacterSet("<")
  static let all = digits.union(letters).union(filler)
  static let sexes = MRZCharacterSet("MFX<")

  /// Digits only, or letters only.
  var isNarrow: Bool { self == .digits || self == .letters }

  func contains(_ byte: UInt8) -> Bool { bits & MRZCharacterSet.bit(byte) != 0 }
  func union(_ other: MRZCharacterSet) -> MRZCharacterSet { MRZCharacterSet(bits: bits | other.bits) }

  private static func bit(_ byte: UInt8) -> UInt64 { MRZAlphabet.index(byte).map { 1 << UInt64($0) } ?? 0 }
}
