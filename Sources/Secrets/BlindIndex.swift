/// Keyed fingerprints by which a sealed value can be looked up. Equal values of one column have equal fingerprints;
/// nothing else can be learned without the key. The caller brings values into one form first (case, blanks, fillers).
package struct BlindIndex: Sendable {
  private let root: SecretBytes

  package init(_ root: SecretBytes) { self.root = root }

  package func fingerprint(of value: String, column: String) throws(SecretError) -> [UInt8] {
    let key = try KeyDerivation.key(from: root, for: "bonafide index v1 " + column)
    return try HMACSHA256.code(for: Array(value.utf8), key: key)
  }
}
