/// The character classes of RFC 9110 §5.6 and RFC 3986.
enum FieldGrammar {
  static let carriageReturn: UInt8 = 13
  static let lineFeed: UInt8 = 10
  static let space: UInt8 = 32
  static let tab: UInt8 = 9

  static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (97...122).contains(byte | 0x20) }

  /// `tchar`: what names of fields and methods are made of.
  static func isToken(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || tokenMarks.contains(byte) }

  /// What a field's value may hold: visible characters, blanks, and bytes above ASCII.
  static func isValue(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == tab }

  /// `unreserved` and `sub-delims` of RFC 3986.
  static func isUnreservedOrDelimiter(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || freeMarks.contains(byte) }

  /// `pchar` without the percent sign.
  static func isPath(_ byte: UInt8) -> Bool { isUnreservedOrDelimiter(byte) || byte == 58 || byte == 64 }

  /// What a query holds beside percent signs.
  static func isQuery(_ byte: UInt8) -> Bool { isPath(byte) || byte == 47 || byte == 63 }

  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// Whether a text can stand as a field's value in an answer, so that nobody can add lines to it.
  static func isSafeValue(_ text: String) -> Bool { text.utf8.allSatisfy(isValue) }

  static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isToken) }

  private static let tokenMarks = ByteSet("!#$%&'*+-.^_`|~")
  private static let freeMarks = ByteSet("-._~!$&'()*+,;=")
}

/// A set of ASCII characters in two words.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
      for byte in bytes where byte < 128 {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
    return byte < 128 && high >> UInt64(byte - 64) & 1 == 1
  }
}
