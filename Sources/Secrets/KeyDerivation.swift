internal import COpenSSL

/// HKDF with SHA-256 (RFC 5869).
package enum KeyDerivation {
  /// `count` bytes (at most 255 × 32) of a key, for one purpose that `info` names.
  package static func key(
    from key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int = 32
  ) throws(SecretError) -> SecretBytes {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nil) else { throw failure }
    defer { EVP_PKEY_CTX_free(context) }
    // OpenSSL copies what it is given here.
    let isReady = key.withBytes { key in
      EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1
        && EVP_PKEY_CTX_set1_hkdf_key(
          context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(key.count)) == 1
        && (salt.isEmpty || EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1)
        && (info.isEmpty || EVP_PKEY_CTX_add1_hkdf_info(context, info, Int32(info.count)) == 1)
    }
    guard isReady else { throw failure }
    return try SecretBytes(count: count) { (place) throws(SecretError) in
      var length = place.count
      guard EVP_PKEY_derive(context, place.baseAddress?.assumingMemoryBound(to: UInt8.self), &length) == 1,
        length == place.count
      else { throw failure }
    }
  }

  /// A key for one purpose.
  package static func key(from key: SecretBytes, for purpose: String) throws(SecretError) -> SecretBytes {
    try self.key(from: key, info: Array(purpose.utf8))
  }

  private static let failure = SecretError(.internal, "a key cannot be derived")
}
