internal import COpenSSL

/// HKDF with SHA-256 (RFC 5869).
package enum KeyDerivation {
  /// `count` bytes (at most 255 × 32) of a key, for one purpose that `info` names.
  package static func key(
    from key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int = 32
  ) throws(SecretError) -> SecretBytes {
    guard let function = EVP_KDF_fetch(nil, "HKDF", nil) else { throw failure }
    defer { EVP_KDF_free(function) }
    guard let context = EVP_KDF_CTX_new(function) else { throw failure }
    defer { EVP_KDF_CTX_free(context) }
    return try SecretBytes(count: count) { (place) throws(SecretError) in
      var digest = Array("SHA2-256".utf8CString)
      var salt = salt
      var info = info
      let done = digest.withUnsafeMutableBufferPointer { digest in
        salt.withUnsafeMutableBytes { salt in
          info.withUnsafeMutableBytes { info in
            key.withBytes { key in
              let parameters = [
                OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest.baseAddress, 0),
                OSSL_PARAM_construct_octet_string(
                  OSSL_KDF_PARAM_KEY, UnsafeMutableRawPointer(mutating: key.baseAddress), key.count),
                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, salt.baseAddress, salt.count),
                OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, info.baseAddress, info.count),
                OSSL_PARAM_construct_end(),
              ]
              return EVP_KDF_derive(
                context, place.baseAddress?.assumingMemoryBound(to: UInt8.self), place.count, parameters)
            }
          }
        }
      }
      guard done == 1 else { throw failure }
    }
  }

  /// A key for one purpose.
  package static func key(from key: SecretBytes, for purpose: String) throws(SecretError) -> SecretBytes {
    try self.key(from: key, info: Array(purpose.utf8))
  }

  private static let failure = SecretError(.internal, "a key cannot be derived")
}
