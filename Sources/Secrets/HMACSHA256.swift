internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104), 32 bytes.
package enum HMACSHA256 {
  package static func code(for bytes: [UInt8], key: SecretBytes) throws(SecretError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    let done = key.withBytes { key in
      HMAC(EVP_sha256(), key.baseAddress, Int32(key.count), bytes, bytes.count, &code, nil)
    }
    guard done != nil else { throw SecretError(.internal, "a message authentication code failed") }
    return code
  }

  /// Whether the code is the one of these bytes, in constant time.
  package static func isValid(_ code: [UInt8], for bytes: [UInt8], key: SecretBytes) throws(SecretError) -> Bool {
    Comparison.equal(try self.code(for: bytes, key: key), code)
  }
}
