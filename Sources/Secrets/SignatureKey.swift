internal import COpenSSL

/// A public key on P-256 that signatures are checked with: ECDSA with SHA-256 (FIPS 186-5).
package struct SignatureKey: Sendable, Hashable {
  /// SubjectPublicKeyInfo of a key on the named curve secp256r1, its point not compressed (RFC 5480), up to the point.
  private static let head: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
    0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]
  package static let byteCount = 91

  /// DER.
  package let bytes: [UInt8]

  /// Throws `bad_key` for another form, another curve and a point that is not on it.
  package init(_ bytes: [UInt8]) throws(SecretError) {
    guard bytes.count == SignatureKey.byteCount, bytes.starts(with: SignatureKey.head) else {
      throw SecretError(.badKey, "the key is no SubjectPublicKeyInfo of P-256")
    }
    self.bytes = bytes
    EVP_PKEY_free(try SignatureKey.opened(bytes))
  }

  /// Whether a signature, DER of its two numbers (RFC 3279), is of this message and by this key.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) throws(SecretError) -> Bool {
    let key = try SignatureKey.opened(bytes)
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_MD_CTX_new() else { throw SecretError(.internal, "no memory for a signature") }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1 else {
      throw SecretError(.internal, "a signature cannot be checked")
    }
    // What is no DER is an error of the library, and no signature either.
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  private static func opened(_ bytes: [UInt8]) throws(SecretError) -> OpaquePointer {
    let key = bytes.withUnsafeBufferPointer { bytes in
      var place = bytes.baseAddress
      return d2i_PUBKEY(nil, &place, bytes.count)
    }
    guard let key else { throw SecretError(.badKey, "the key's point is not on P-256") }
    return key
  }
}
