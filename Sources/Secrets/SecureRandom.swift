internal import COpenSSL

/// Random numbers that nobody can guess, from the generator of OpenSSL.
package enum SecureRandom {
  package static func bytes(_ count: Int) throws(SecretError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else { throw SecretError(.internal, "there is no randomness") }
    return bytes
  }

  /// A fresh 256-bit key.
  package static func key() throws(SecretError) -> SecretBytes {
    try SecretBytes(count: 32) { (place) throws(SecretError) in
      guard RAND_priv_bytes(place.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(place.count)) == 1 else {
        throw SecretError(.internal, "there is no randomness")
      }
    }
  }
}
