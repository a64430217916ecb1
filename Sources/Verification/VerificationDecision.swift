/// What a verification came to.
package enum VerificationDecision: String, Sendable, Hashable, Codable, CaseIterable {
  case approved
  case declined
  /// The evidence is not enough to decide: a person has to look.
  case review
}
