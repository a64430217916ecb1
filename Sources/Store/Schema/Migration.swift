internal import BonafideSecrets

/// A step of the schema. Once released it never changes; what is wrong in it is put right by a later one.
struct Migration: Sendable {
  let name: String
  /// In the common words of `Dialect.schema`.
  let sql: String

  /// Recorded when it is applied, so that an alteration is noticed. SHA-256 in hex.
  var checksum: String { Hex.text(SHA256Digest.of(Array(sql.utf8))) }

  static let all = [firstSchema]
}
