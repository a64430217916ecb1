/// A failure of the cryptographic room, with a stable code. Texts never hold keys, passwords or what was sealed.
package struct SecretError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
    /// A key is not 32 bytes, or not written as 64 hex digits or base64.
    case badKey = "bad_key"
    /// There is no master key with the id that wrapped something.
    case keyMissing = "key_missing"
    /// A key file is readable by others, or is no plain file.
    case insecureFile = "insecure_file"
    /// A key cannot be read from where it should be.
    case keyUnavailable = "key_unavailable"
    /// What was sealed is damaged, was moved, or belongs to another key.
    case notAuthentic = "not_authentic"
    /// An envelope of a version this program does not know.
    case unknownVersion = "unknown_version"
    /// A stored password hash is not one of argon2id, or asks for too much.
    case badPasswordHash = "bad_password_hash"
    /// The library failed.
    case `internal`
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { "\(code.rawValue): \(message)" }

  package static func == (left: SecretError, right: SecretError) -> Bool { left.code == right.code }
}
