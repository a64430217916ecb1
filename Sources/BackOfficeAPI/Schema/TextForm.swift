/// Which characters a text may have. Each form is a pattern of JSON Schema and the same as a check.
package enum TextForm: String, Sendable, Hashable, CaseIterable {
  /// Anything.
  case free
  /// One line: no control characters.
  case line
  /// ASCII without blanks and control characters.
  case visible
  /// Letters, digits, `.`, `_`, `-`, with a letter or digit first: no path, no markup.
  case name
  /// Lower-case words joined by `_`, `-` or `.`.
  case code
  /// 32 lower-case hexadecimal digits.
  case identifier
  /// 64 lower-case hexadecimal digits.
  case sha256
  /// `type/subtype` in lower case.
  case mediaType
  /// An http or https address without a user in it.
  case url
  /// RFC 4648, with padding.
  case base64
  /// The place behind an element of a list.
  case cursor

  package var pattern: String? {
    switch self {
    case .free: nil
    case .line: "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"
    case .visible: "^[\\u0021-\\u007E]*$"
    case .name: "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    case .code: "^[a-z][a-z0-9._-]*$"
    case .identifier: "^[0-9a-f]{32}$"
    case .sha256: "^[0-9a-f]{64}$"
    case .mediaType: "^[a-z0-9]+/[a-z0-9.+-]+$"
    case .url: "^https?://[\\u0021-\\u003F\\u0041-\\u007E]+$"
    case .base64: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
    case .cursor: "^[0-9]{1,18}-[0-9a-f]{32}$"
    }
  }

  package func matches(_ text: String) -> Bool {
    let bytes = text.utf8
    switch self {
    case .free: return true
    case .line: return text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    case .visible: return bytes.allSatisfy { (0x21...0x7E).contains($0) }
    case .name: return bytes.first.map(Self.isAlphanumeric) ?? false && bytes.allSatisfy(Self.isName)
    case .code:
      return bytes.first.map(Self.isLower) ?? false
        && bytes.allSatisfy { Self.isLower($0) || Self.isDigit($0) || Self.isJoint($0) }
    case .identifier: return bytes.count == 32 && bytes.allSatisfy(Self.isHex)
    case .sha256: return bytes.count == 64 && bytes.allSatisfy(Self.isHex)
    case .mediaType:
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && parts[0].utf8.allSatisfy { Self.isLower($0) || Self.isDigit($0) }
        && parts[1].utf8.allSatisfy { Self.isLower($0) || Self.isDigit($0) || $0 == 43 || $0 == 45 || $0 == 46 }
    case .url:
      let rest =
        text.hasPrefix("https://") ? bytes.dropFirst(8) : text.hasPrefix("http://") ? bytes.dropFirst(7) : ""[...].utf8
      return !rest.isEmpty && rest.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x40 }
    case .base64:
      let padding = bytes.suffix(2).count { $0 == 0x3D }
      return bytes.count.isMultiple(of: 4)
        && bytes.dropLast(padding).allSatisfy { Self.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2F }
    case .cursor:
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && (1...18).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(Self.isDigit)
        && TextForm.identifier.matches(String(parts[1]))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLower(byte) || (65...90).contains(byte)
  }
  /// `-`, `.` or `_`.
  private static func isJoint(_ byte: UInt8) -> Bool { byte == 45 || byte == 46 || byte == 95 }
  private static func isName(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || isJoint(byte) }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (97...102).contains(byte) }
}
