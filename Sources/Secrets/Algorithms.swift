internal import COpenSSL

/// What OpenSSL 3 looks up by name at every call unless it is handed over: found once, and then only read, by all
/// threads. The look-up takes longer than what is done to a small message.
enum Algorithms {
  nonisolated(unsafe) static let aes256GCM: OpaquePointer? = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

  nonisolated(unsafe) static let sha256: OpaquePointer? = EVP_MD_fetch(nil, "SHA2-256", nil)

  /// HMAC with SHA-256 under a key of zeros, to be copied and given a key.
  nonisolated(unsafe) static let hmacSHA256: OpaquePointer? = {
    guard let algorithm = EVP_MAC_fetch(nil, "HMAC", nil) else { return nil }
    // The context keeps what it needs of it.
    defer { EVP_MAC_free(algorithm) }
    guard let context = EVP_MAC_CTX_new(algorithm) else { return nil }
    // A parameter keeps pointers to its key and its value, so both have to outlive the call that makes it.
    let key = Array("digest".utf8CString)
    var name = Array("SHA2-256".utf8CString)
    let isReady = key.withUnsafeBufferPointer { key in
      name.withUnsafeMutableBufferPointer { name in
        let parameters = [
          OSSL_PARAM_construct_utf8_string(key.baseAddress, name.baseAddress, 0), OSSL_PARAM_construct_end(),
        ]
        return EVP_MAC_init(context, [UInt8](repeating: 0, count: 32), 32, parameters) == 1
      }
    }
    if isReady { return context }
    EVP_MAC_CTX_free(context)
    return nil
  }()
}
