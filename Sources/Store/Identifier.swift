internal import BonafideSecrets

/// A random id of 128 bits, 32 lower-case hex digits. The parameter keeps ids of different entities apart.
package struct Identifier<Owner>: Sendable, Hashable, Codable, CustomStringConvertible {
  package let text: String

  /// A fresh one.
  package init() throws {
    text = Hex.text(try SecureRandom.bytes(16))
  }

  /// Nil unless the text is an id.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Identifier.isDigit) else { return nil }
    self.text = String(text)
  }

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let id = Identifier(text) else { throw StoreError(.invalid, "an id is malformed") }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package var description: String { text }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
