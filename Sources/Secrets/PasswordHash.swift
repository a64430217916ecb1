internal import CArgon2
internal import Foundation

/// Passwords under argon2id, kept as PHC strings that carry their own parameters. Blocks for about 30 ms: call it from
/// a thread that may wait.
package struct PasswordHash: Sendable {
  /// KiB.
  package var memory: UInt32
  package var passes: UInt32
  package var lanes: UInt32

  /// 19 MiB, two passes, one lane: the least that OWASP's Password Storage Cheat Sheet recommends.
  package static let standard = PasswordHash(memory: 19_456, passes: 2, lanes: 1)

  package init(memory: UInt32, passes: UInt32, lanes: UInt32) {
    self.memory = memory
    self.passes = passes
    self.lanes = lanes
  }

  /// Longer ones are refused, so that nobody can make the hash expensive.
  package static let maximumPasswordBytes = 1024

  /// A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
  package func hash(_ password: String) throws(SecretError) -> String {
    let password = Array(password.utf8)
    guard password.count <= PasswordHash.maximumPasswordBytes else {
      throw SecretError(.badPasswordHash, "the password is too long")
    }
    let salt = try SecureRandom.bytes(16)
    var encoded = [CChar](repeating: 0, count: 256)
    let status = argon2id_hash_encoded(
      passes, memory, lanes, password, password.count, salt, salt.count, 32, &encoded, encoded.count)
    guard status == ARGON2_OK.rawValue else { throw SecretError(.internal, "a password cannot be hashed") }
    return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether the password is the one of the PHC string. Throws `bad_password_hash` for a string that is none, or whose
  /// parameters would cost more than 1 GiB or 64 passes.
  package static func isValid(_ password: String, for encoded: String) throws(SecretError) -> Bool {
    _ = try parameters(of: encoded)
    let password = Array(password.utf8)
    guard password.count <= maximumPasswordBytes else { return false }
    switch argon2id_verify(encoded, password, password.count) {
    case ARGON2_OK.rawValue: return true
    case ARGON2_VERIFY_MISMATCH.rawValue: return false
    default: throw SecretError(.badPasswordHash, "a stored password hash cannot be used")
    }
  }

  /// Whether the string was made with other parameters than these and should be made anew at the next login.
  package func isOutdated(_ encoded: String) -> Bool {
    guard let used = try? PasswordHash.parameters(of: encoded) else { return true }
    return used.memory != memory || used.passes != passes || used.lanes != lanes
  }

  private static func parameters(of encoded: String) throws(SecretError) -> PasswordHash {
    let parts = encoded.split(separator: "$", omittingEmptySubsequences: false)
    guard encoded.utf8.count < 256, parts.count == 6, parts[0].isEmpty, parts[1] == "argon2id", parts[2] == "v=19"
    else {
      throw SecretError(.badPasswordHash, "a stored password hash is not one of argon2id")
    }
    var values: [UInt32] = []
    for (part, name) in zip(parts[3].split(separator: ","), ["m=", "t=", "p="]) where part.hasPrefix(name) {
      if let value = UInt32(part.dropFirst(2)) { values.append(value) }
    }
    guard values.count == 3, values[0] <= 1_048_576, values[1] <= 64, values[2] <= 16 else {
      throw SecretError(.badPasswordHash, "a stored password hash asks for too much")
    }
    return PasswordHash(memory: values[0], passes: values[1], lanes: values[2])
  }
}
