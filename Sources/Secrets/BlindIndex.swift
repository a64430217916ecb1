internal import Synchronization

/// Keyed fingerprints by which a sealed value can be looked up. Equal values of one column have equal fingerprints;
/// nothing else can be learned without the key. The caller brings values into one form first (case, blanks, fillers).
package struct BlindIndex: Sendable {
  private let root: SecretBytes
  private let keys = Keys()

  package init(_ root: SecretBytes) { self.root = root }

  /// `column` is one of a few names, never a value: its key is kept.
  package func fingerprint(of value: String, column: String) throws(SecretError) -> [UInt8] {
    try HMACSHA256.code(for: Array(value.utf8), key: key(of: column))
  }

  private func key(of column: String) throws(SecretError) -> SecretBytes {
    if let key = keys.byColumn.withLock({ $0[column] }) { return key }
    let key = try KeyDerivation.key(from: root, for: "bonafide index v1 " + column)
    keys.byColumn.withLock { $0[column] = key }
    return key
  }

  private final class Keys: Sendable {
    let byColumn = Mutex<[String: SecretBytes]>([:])
  }
}
