/// Sealed envelopes: `version (1 byte) | nonce (12) | encrypted | tag (16)`, AES-256-GCM under a random nonce. A key may
/// seal 2³² of them (NIST SP 800-38D, section 8.3).
package enum Sealing {
  /// What an envelope is longer than its content.
  package static let overhead = 1 + AESGCM.nonceCount + AESGCM.tagCount
  private static let version: UInt8 = 1

  /// `place` says where the envelope belongs and has to be the same when it is opened.
  package static func seal(_ plain: [UInt8], key: SecretBytes, place: [UInt8]) throws(SecretError) -> [UInt8] {
    try plain.withUnsafeBufferPointer { (plain) throws(SecretError) in
      try seal(UnsafeRawBufferPointer(plain), key: key, place: place)
    }
  }

  static func seal(
    _ plain: UnsafeRawBufferPointer, key: SecretBytes, place: [UInt8]
  ) throws(SecretError) -> [UInt8] {
    let nonce = try SecureRandom.bytes(AESGCM.nonceCount)
    return [version] + nonce + (try AESGCM.seal(plain, key: key, nonce: nonce, associated: [version] + place))
  }

  /// Throws `not_authentic` or `unknown_version`.
  package static func open(_ sealed: [UInt8], key: SecretBytes, place: [UInt8]) throws(SecretError) -> [UInt8] {
    guard let first = sealed.first, sealed.count >= overhead else {
      throw SecretError(.notAuthentic, "something sealed is too short")
    }
    guard first == version else { throw SecretError(.unknownVersion, "something was sealed by a newer version") }
    return try sealed.withUnsafeBufferPointer { (bytes) throws(SecretError) in
      try AESGCM.open(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[(1 + AESGCM.nonceCount)...])), key: key,
        nonce: Array(bytes[1...AESGCM.nonceCount]), associated: [version] + place)
    }
  }

  /// Parts joined so that no two lists of parts give the same bytes: each behind its length.
  package static func place(_ parts: String...) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      let text = Array(part.utf8)
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count).bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text)
    }
    return bytes
  }
}
