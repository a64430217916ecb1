/// What a verification ends with.
package enum VerificationDecision: String, Sendable, Hashable, Codable {
  case approved
  case declined
  /// A person has to look.
  case review
}
