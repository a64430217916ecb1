/// HKDF with SHA-256 (RFC 5869), which is a few codes of HMAC.
package enum KeyDerivation {
  /// `count` bytes (at most 255 × 32) of a key, for one purpose that `info` names.
  package static func key(
    from key: SecretBytes, salt: [UInt8] = [], info: [UInt8], count: Int = 32
  ) throws(SecretError) -> SecretBytes {
    guard (1...255 * HMACSHA256.count).contains(count) else { throw failure }
    // RFC 5869 §2.2: without a salt it is zeros.
    let salt = salt.isEmpty ? [UInt8](repeating: 0, count: HMACSHA256.count) : salt
    let extracted = try SecretBytes(count: HMACSHA256.count) { (place) throws(SecretError) in
      guard salt.withUnsafeBytes({ salt in key.withBytes { HMACSHA256.write([$0], key: salt, to: place) } }) else {
        throw failure
      }
    }
    // Whole codes, of which the last may be needed in part.
    let codes = (count + HMACSHA256.count - 1) / HMACSHA256.count
    let expanded = try SecretBytes(count: codes * HMACSHA256.count) { (place) throws(SecretError) in
      guard expand(extracted, info, codes, to: place) else { throw failure }
    }
    return count == expanded.count ? expanded : expanded.withBytes { SecretBytes($0.prefix(count)) }
  }

  /// A key for one purpose.
  package static func key(from key: SecretBytes, for purpose: String) throws(SecretError) -> SecretBytes {
    try self.key(from: key, info: Array(purpose.utf8))
  }

  /// RFC 5869 §2.3: each code is over the one before it, `info` and its number.
  private static func expand(
    _ key: SecretBytes, _ info: [UInt8], _ codes: Int, to place: UnsafeMutableRawBufferPointer
  ) -> Bool {
    info.withUnsafeBytes { info in
      (0..<codes).allSatisfy { number in
        let start = number * HMACSHA256.count
        let previous = UnsafeRawBufferPointer(rebasing: place[max(start - HMACSHA256.count, 0)..<start])
        let code = UnsafeMutableRawBufferPointer(rebasing: place[start..<(start + HMACSHA256.count)])
        return withUnsafeBytes(of: UInt8(number + 1)) { number in
          key.withBytes { HMACSHA256.write([previous, info, number], key: $0, to: code) }
        }
      }
    }
  }

  private static let failure = SecretError(.internal, "a key cannot be derived")
}
