internal import Foundation

/// A JSON text of at most 4 MiB, kept as bytes.
package struct JSONDocument: Sendable, Hashable {
  package static let maximumBytes = 4 << 20
  package let bytes: [UInt8]

  /// Throws `too_large`. Whether it is JSON is for whoever decodes it.
  package init(_ bytes: [UInt8]) throws {
    guard bytes.count <= JSONDocument.maximumBytes else { throw StoreError(.tooLarge, "a document is too large") }
    self.bytes = bytes
  }

  package init(encoding value: some Encodable) throws {
    guard let bytes = try? JSONText.bytes(of: value) else {
      throw StoreError(.invalid, "a value cannot be written as JSON")
    }
    try self.init(bytes)
  }

  /// Throws `corrupt`.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    guard let value = try? JSONDecoder().decode(Value.self, from: Data(bytes)) else {
      throw StoreError(.corrupt, "a stored document has another form than expected")
    }
    return value
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
