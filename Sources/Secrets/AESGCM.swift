internal import COpenSSL

/// AES-256 in Galois/counter mode (NIST SP 800-38D) with 96-bit nonces and 128-bit tags, bare. Who calls it sees to it
/// that a nonce is never used twice with a key; `Sealing` does.
package enum AESGCM {
  package static let nonceCount = 12
  package static let tagCount = 16

  /// The encrypted bytes, with the tag behind them.
  package static func seal(
    _ plain: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], associated: [UInt8]
  ) throws(SecretError) -> [UInt8] {
    let context = try start(key: key, nonce: nonce, associated: associated, encrypting: 1)
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: plain.count + tagCount)
    let done = sealed.withUnsafeMutableBufferPointer { place in
      guard let start = place.baseAddress else { return false }
      var length: Int32 = 0
      var rest: Int32 = 0
      return update(context, start, &length, plain) && EVP_CipherFinal_ex(context, start + Int(length), &rest) == 1
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), start + plain.count) == 1
    }
    guard done else { throw failure }
    return sealed
  }

  /// What was sealed. Throws `not_authentic` when anything about it is not as it was.
  package static func open(
    _ sealed: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], associated: [UInt8]
  ) throws(SecretError) -> [UInt8] {
    guard sealed.count >= tagCount else { throw notAuthentic }
    let context = try start(key: key, nonce: nonce, associated: associated, encrypting: 0)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = Array(sealed.suffix(tagCount))
    guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagCount), &tag) == 1 else { throw failure }
    let body = UnsafeRawBufferPointer(rebasing: sealed.dropLast(tagCount))
    // One byte more, so that there is an address for a message without content.
    var plain = [UInt8](repeating: 0, count: body.count + 1)
    let isAuthentic = plain.withUnsafeMutableBufferPointer { place in
      guard let start = place.baseAddress else { return false }
      var length: Int32 = 0
      var rest: Int32 = 0
      return update(context, start, &length, body) && EVP_CipherFinal_ex(context, start + Int(length), &rest) == 1
    }
    guard isAuthentic else {
      plain.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
      throw notAuthentic
    }
    plain.removeLast()
    return plain
  }

  private static func start(
    key: SecretBytes, nonce: [UInt8], associated: [UInt8], encrypting: Int32
  ) throws(SecretError) -> OpaquePointer {
    guard key.count == 32, nonce.count == nonceCount, associated.count <= Int32.max else {
      throw SecretError(.badKey, "a key or nonce has the wrong length")
    }
    guard let cipher = Algorithms.aes256GCM, let context = EVP_CIPHER_CTX_new() else { throw failure }
    var length: Int32 = 0
    let started = key.withBytes { key in
      EVP_CipherInit_ex(
        context, cipher, nil, key.baseAddress?.assumingMemoryBound(to: UInt8.self), nonce, encrypting)
    }
    guard started == 1,
      associated.isEmpty || EVP_CipherUpdate(context, nil, &length, associated, Int32(associated.count)) == 1
    else {
      EVP_CIPHER_CTX_free(context)
      throw failure
    }
    return context
  }

  private static func update(
    _ context: OpaquePointer, _ place: UnsafeMutablePointer<UInt8>, _ length: inout Int32,
    _ input: UnsafeRawBufferPointer
  ) -> Bool {
    guard !input.isEmpty else { return true }
    guard input.count < Int32.max else { return false }
    return EVP_CipherUpdate(
      context, place, &length, input.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(input.count)) == 1
  }

  private static let failure = SecretError(.internal, "the cipher failed")
  private static let notAuthentic = SecretError(.notAuthentic, "something sealed is damaged or out of its place")
}
