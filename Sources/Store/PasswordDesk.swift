package import BonafideSecrets

/// Hashes and checks passwords on threads of its own: argon2id is slow on purpose. No more than two at a time, so that
/// guessers do not take the machine's memory.
package final class PasswordDesk: Sendable {
  private let threads = FileThreads(count: 2)
  private let parameters: PasswordHash

  package init(_ parameters: PasswordHash = .standard) { self.parameters = parameters }

  package func hash(_ password: String) async throws -> String {
    try await threads.run { [parameters] in try parameters.hash(password) }
  }

  /// Whether the password is right. Without a stored hash it is wrong, but takes as long: nobody learns which login names
  /// exist.
  package func isValid(_ password: String, for encoded: String?) async throws -> Bool {
    try await threads.run { [parameters] in
      guard let encoded else {
        _ = try parameters.hash(password)
        return false
      }
      return try PasswordHash.isValid(password, for: encoded)
    }
  }
}
