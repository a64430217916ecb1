/// What a token gives the right to.
package enum Scope: String, Codable, Sendable, Hashable, CaseIterable {
  /// Sessions of the own program: opening, uploads, values, decision, result.
  case session
  /// Capturing for one session, in the browser of the person.
  case capture
  /// Looking at cases, and deciding those that need a person.
  case review
  /// Agreeing, as the second person, to another decision than the one that counts.
  case override
  /// Reading and checking audit chains.
  case audit
  /// Erasing persons.
  case erase
  /// Accounts, programs, settings, webhooks, judging again.
  case admin
  case metrics
}

extension Role {
  package var scopes: Set<Scope> {
    switch self {
    case .agent: [.review]
    case .supervisor: [.review, .override, .audit, .erase]
    case .admin: [.review, .override, .audit, .erase, .admin, .metrics]
    }
  }
}
