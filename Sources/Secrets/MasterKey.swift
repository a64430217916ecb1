/// A key that wraps other keys and nothing else. Its id is made from it, so that a key cannot be given a wrong name.
package struct MasterKey: Sendable, CustomStringConvertible {
  /// 16 hex digits; may be shown.
  package let id: String
  private let wrapping: SecretBytes

  /// Throws `bad_key` unless it has 32 bytes.
  package init(_ bytes: SecretBytes) throws(SecretError) {
    guard bytes.count == 32 else { throw SecretError(.badKey, "a master key has 32 bytes") }
    let name = try HMACSHA256.code(for: Array("bonafide master key id".utf8), key: bytes)
    id = Hex.text(name.prefix(8))
    wrapping = try KeyDerivation.key(from: bytes, for: "bonafide wrap v1")
  }

  /// Reads 64 hex digits or the base64 of 32 bytes.
  package init(text: String) throws(SecretError) {
    guard var bytes = Hex.bytes(text) ?? Base64.bytes(text), bytes.count == 32 else {
      throw SecretError(.badKey, "a master key is written as 64 hex digits or as base64 of 32 bytes")
    }
    try self.init(SecretBytes(taking: &bytes))
  }

  package var description: String { "<master key \(id)>" }

  /// `owner` is whose key it is; it opens for nobody else.
  package func wrap(_ key: SecretBytes, for owner: String) throws(SecretError) -> WrappedKey {
    let sealed = try key.withBytes { (plain) throws(SecretError) in
      try Sealing.seal(plain, key: wrapping, place: Sealing.place("key", id, owner))
    }
    return WrappedKey(masterKey: id, bytes: sealed)
  }

  func unwrap(_ wrapped: WrappedKey, for owner: String) throws(SecretError) -> SecretBytes {
    var plain = try Sealing.open(wrapped.bytes, key: wrapping, place: Sealing.place("key", id, owner))
    guard plain.count == 32 else { throw SecretError(.badKey, "a wrapped key has the wrong length") }
    return SecretBytes(taking: &plain)
  }
}

/// A key under a master key. May be stored.
package struct WrappedKey: Sendable, Hashable {
  package let masterKey: String
  package let bytes: [UInt8]

  package init(masterKey: String, bytes: [UInt8]) {
    self.masterKey = masterKey
    self.bytes = bytes
  }
}

/// The master keys at hand: the current one wraps, all of them unwrap.
package struct KeyRing: Sendable {
  package let current: MasterKey
  private let keys: [String: MasterKey]

  package init(current: MasterKey, older: [MasterKey] = []) {
    self.current = current
    var keys = Dictionary(older.map { ($0.id, $0) }) { first, _ in first }
    keys[current.id] = current
    self.keys = keys
  }

  package var ids: Set<String> { Set(keys.keys) }

  package func wrap(_ key: SecretBytes, for owner: String) throws(SecretError) -> WrappedKey {
    try current.wrap(key, for: owner)
  }

  /// Throws `key_missing` when the master key is not in the ring, `not_authentic` when the wrapped key was altered.
  package func unwrap(_ wrapped: WrappedKey, for owner: String) throws(SecretError) -> SecretBytes {
    guard let master = keys[wrapped.masterKey] else {
      throw SecretError(.keyMissing, "the master key that is needed is not in the key ring")
    }
    return try master.unwrap(wrapped, for: owner)
  }
}
