internal import COpenSSL

/// HMAC with SHA-256 (RFC 2104), 32 bytes.
package enum HMACSHA256 {
  static let count = 32

  package static func code(for bytes: [UInt8], key: SecretBytes) throws(SecretError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: count)
    let done = code.withUnsafeMutableBytes { code in
      bytes.withUnsafeBytes { bytes in key.withBytes { write([bytes], key: $0, to: code) } }
    }
    guard done else { throw failure }
    return code
  }

  /// Whether the code is the one of these bytes, in constant time.
  package static func isValid(_ code: [UInt8], for bytes: [UInt8], key: SecretBytes) throws(SecretError) -> Bool {
    Comparison.equal(try self.code(for: bytes, key: key), code)
  }

  /// The code of the parts one behind the other, into `place` of 32 bytes. The key is not empty.
  static func write(
    _ parts: [UnsafeRawBufferPointer], key: UnsafeRawBufferPointer, to place: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard place.count == count, !key.isEmpty, let template = Algorithms.hmacSHA256,
      let context = EVP_MAC_CTX_dup(template)
    else { return false }
    defer { EVP_MAC_CTX_free(context) }
    guard EVP_MAC_init(context, key.baseAddress?.assumingMemoryBound(to: UInt8.self), key.count, nil) == 1 else {
      return false
    }
    for part in parts where !part.isEmpty {
      let start = part.baseAddress?.assumingMemoryBound(to: UInt8.self)
      guard EVP_MAC_update(context, start, part.count) == 1 else { return false }
    }
    var length = 0
    let start = place.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return EVP_MAC_final(context, start, &length, place.count) == 1 && length == count
  }

  static let failure = SecretError(.internal, "a message authentication code failed")
}
