internal import BonafideSecrets

/// A step of the schema. Once released it never changes; what is wrong in it is put right by a later one.
package struct Migration: Sendable {
  package let name: String
  /// In the common words of `Dialect.schema`.
  package let sql: String

  /// Recorded when it is applied, so that an alteration is noticed. SHA-256 in hex.
  package var checksum: String { Hex.text(SHA256Digest.of(Array(sql.utf8))) }

  package init(name: String, sql: String) {
    self.name = name
    self.sql = sql
  }

  package static let all = [firstSchema, sessionKeys, blockedDocuments]
}
