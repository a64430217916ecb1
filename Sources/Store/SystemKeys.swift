internal import BonafideSecrets

/// Keys that belong to the store, not to a person. Random, wrapped by the master key, and so unchanged by its rotation.
struct SystemKeys: Sendable {
  let index: BlindIndex
  let columns: SubjectKey
  let audit: SecretBytes
  /// Proves that a request was made by a page that was given a code by us.
  let request: SecretBytes

  private static let names = ["index", "columns", "audit", "request"]

  /// Makes those that are missing.
  init(on connection: any SQLConnection, ring: KeyRing) throws {
    var keys: [SecretBytes] = []
    for name in SystemKeys.names {
      let fresh = try ring.wrap(SecureRandom.key(), for: SystemKeys.owner(name))
      try connection.change(
        "INSERT INTO vault_key (name, master, wrapped) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [.string(name), .string(fresh.masterKey), .bytes(fresh.bytes)])
      guard var row = try connection.row("SELECT master, wrapped FROM vault_key WHERE name = ?", [.string(name)]) else {
        throw StoreError(.corrupt, "a key of the store is missing")
      }
      let wrapped = WrappedKey(masterKey: try row.text(), bytes: try row.bytes())
      keys.append(try ring.unwrap(wrapped, for: SystemKeys.owner(name)))
    }
    index = BlindIndex(keys[0])
    columns = try SubjectKey(keys[1])
    audit = keys[2]
    request = keys[3]
  }

  /// Under which name a key is wrapped. No subject's id has this form.
  static func owner(_ name: String) -> String { "store:" + name }
}
