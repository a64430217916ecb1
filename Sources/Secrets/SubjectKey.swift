/// The key of one person. All that is stored about the person is under it; when it is gone, so is the rest.
package struct SubjectKey: Sendable, CustomStringConvertible {
  private let root: SecretBytes
  private let columns: SecretBytes

  package init(_ root: SecretBytes) throws(SecretError) {
    self.root = root
    columns = try KeyDerivation.key(from: root, for: "bonafide columns v1")
  }

  /// A fresh random key of 256 bits.
  package static func random() throws(SecretError) -> SubjectKey { try SubjectKey(SecureRandom.key()) }

  package init(_ wrapped: WrappedKey, owner: String, ring: KeyRing) throws(SecretError) {
    try self.init(ring.unwrap(wrapped, for: owner))
  }

  package func wrapped(for owner: String, ring: KeyRing) throws(SecretError) -> WrappedKey {
    try ring.wrap(root, for: owner)
  }

  /// Seals one value of a row.
  package func seal(_ plain: [UInt8], table: String, column: String, row: String) throws(SecretError) -> [UInt8] {
    try Sealing.seal(plain, key: columns, place: Sealing.place(table, column, row))
  }

  package func open(_ sealed: [UInt8], table: String, column: String, row: String) throws(SecretError) -> [UInt8] {
    try Sealing.open(sealed, key: columns, place: Sealing.place(table, column, row))
  }

  /// Address of a content with this SHA-256: the same content of another person has another address.
  package func address(of digest: [UInt8]) throws(SecretError) -> String {
    let addresses = try KeyDerivation.key(from: root, for: "bonafide addresses v1")
    return Hex.text(try HMACSHA256.code(for: digest, key: addresses))
  }

  /// The key of one blob, from the salt in its head.
  package func blobKey(salt: [UInt8], purpose: String) throws(SecretError) -> SecretBytes {
    let blobs = try KeyDerivation.key(from: root, for: "bonafide blobs v1")
    return try KeyDerivation.key(from: blobs, salt: salt, info: Array(purpose.utf8))
  }

  package var description: String { "<subject key>" }
}
