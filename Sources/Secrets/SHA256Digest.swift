internal import COpenSSL

/// SHA-256 (FIPS 180-4), 32 bytes.
package enum SHA256Digest {
  package static func of(_ bytes: some Collection<UInt8>) -> [UInt8] {
    func direct(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      let done = EVP_Digest(source.baseAddress, source.count, &digest, nil, Algorithms.sha256, nil)
      precondition(done == 1, "OpenSSL has no SHA-256")
      return digest
    }
    return bytes.withContiguousStorageIfAvailable(direct) ?? Array(bytes).withUnsafeBufferPointer(direct)
  }
}

/// SHA-256 of what arrives in pieces. One owner at a time.
package final class SHA256Stream {
  private let context: OpaquePointer

  package init() throws(SecretError) {
    guard let context = EVP_MD_CTX_new() else { throw SecretError(.internal, "no memory for a digest") }
    self.context = context
    guard EVP_DigestInit_ex(context, Algorithms.sha256, nil) == 1 else {
      EVP_MD_CTX_free(context)
      throw SecretError(.internal, "a digest cannot be started")
    }
  }

  deinit { EVP_MD_CTX_free(context) }

  package func update(_ bytes: UnsafeRawBufferPointer) throws(SecretError) {
    guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
      throw SecretError(.internal, "a digest failed")
    }
  }

  package func update(_ bytes: [UInt8]) throws(SecretError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SecretError) in try update(UnsafeRawBufferPointer(bytes)) }
  }

  /// The digest of all that came; nothing may follow.
  package func finish() throws(SecretError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw SecretError(.internal, "a digest failed") }
    return digest
  }
}
