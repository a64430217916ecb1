/// A person decides.
package struct ManualDecisionRequest: WireType, Hashable {
  package var verdict: DecisionVerdict
  package var reasons: [String]
  /// Why; kept under the person's key.
  package var note: String

  package init(verdict: DecisionVerdict, reasons: [String], note: String) {
    self.verdict = verdict
    self.reasons = reasons
    self.note = note
  }

  package static let schema = Schema.object([
    .init("verdict", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("reasons", .list(.text(1...64, .code), count: 1...20), isRequired: true, ""),
    .init("note", .text(1...2000, .free), isRequired: true, "Why; kept under the person's key."),
  ])
}

/// What became of it.
package struct ManualDecisionAnswer: WireType, Hashable {
  package var state: ManualState
  /// For the second person.
  package var proposal: String?
  package var decision: VerdictAnswer?

  package init(state: ManualState, proposal: String? = nil, decision: VerdictAnswer? = nil) {
    self.state = state
    self.proposal = proposal
    self.decision = decision
  }

  package static let schema = Schema.object([
    .init("state", .choice(of: ManualState.self), isRequired: true, ""),
    .init("proposal", .identifier, isRequired: false, "For the second person."),
    .init("decision", VerdictAnswer.schema, isRequired: false, ""),
  ])
}

package enum ManualState: String, Codable, Sendable, Hashable, CaseIterable {
  case decided
  case needsSecondPerson = "needs_second_person"
}

/// A wish to put another decision in the place of one that counts.
package struct Proposal: WireType, Hashable {
  package var id: String
  package var verdict: DecisionVerdict
  package var reasons: [String]
  package var note: String
  package var account: String
  package var replaces: Int
  package var at: Int

  package init(
    id: String, verdict: DecisionVerdict, reasons: [String], note: String, account: String, replaces: Int, at: Int
  ) {
    self.id = id
    self.verdict = verdict
    self.reasons = reasons
    self.note = note
    self.account = account
    self.replaces = replaces
    self.at = at
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("verdict", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("reasons", .list(.text(1...64, .code), count: 0...20), isRequired: true, ""),
    .init("note", .text(0...2000, .free), isRequired: true, ""),
    .init("account", .identifier, isRequired: true, ""),
    .init("replaces", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("at", .time, isRequired: true, ""),
  ])
}

/// A second person agrees.
package struct ConfirmRequest: WireType, Hashable {
  package var proposal: String

  package init(proposal: String) {
    self.proposal = proposal
  }

  package static let schema = Schema.object([
    .init("proposal", .identifier, isRequired: true, "")
  ])
}

/// Judges a case again under other settings; the decision stays.
package struct ReplayRequest: WireType, Hashable {
  /// In place of the session's settings.
  package var values: [String: Double]
  /// Of the flow's settings, with their calibration; the session's own when it is left out.
  package var settingsVersion: Int?

  package init(values: [String: Double], settingsVersion: Int? = nil) {
    self.values = values
    self.settingsVersion = settingsVersion
  }

  package static let schema = Schema.object([
    .init(
      "values", .map(.number(-1e300...1e300), maximum: 1000), isRequired: true, "In place of the session's settings."),
    .init(
      "settingsVersion", .integer(1...1_000_000_000), isRequired: false,
      "Of the flow's settings, with their calibration; the session's own when it is left out."),
  ])
}

/// A line of an audit chain.
package struct AuditLine: WireType, Hashable {
  package var sequence: Int
  package var at: Int
  package var actor: String
  /// Login name, where the actor is an account.
  package var name: String?
  package var action: String
  package var details: JSONValue?
  package var hash: String

  package init(
    sequence: Int, at: Int, actor: String, name: String? = nil, action: String, details: JSONValue? = nil,
    hash: String
  ) {
    self.name = name
    self.sequence = sequence
    self.at = at
    self.actor = actor
    self.action = action
    self.details = details
    self.hash = hash
  }

  package static let schema = Schema.object([
    .init("sequence", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("at", .time, isRequired: true, ""),
    .init("actor", .text(0...100, .line), isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: false, "Login name, where the actor is an account."),
    .init("action", .text(0...100, .line), isRequired: true, ""),
    .init("details", .anything, isRequired: false, ""),
    .init("hash", .sha256, isRequired: true, ""),
  ])
}

/// A part of an audit chain.
package struct AuditList: WireType, Hashable {
  package var entries: [AuditLine]
  /// Whether the whole chain is as it was written.
  package var isIntact: Bool

  package init(entries: [AuditLine], isIntact: Bool) {
    self.entries = entries
    self.isIntact = isIntact
  }

  package static let schema = Schema.object([
    .init("entries", .list(AuditLine.schema, count: 0...500), isRequired: true, ""),
    .init("isIntact", .flag, isRequired: true, "Whether the whole chain is as it was written."),
  ])
}

/// Whether chains are whole.
package struct AuditVerdictAnswer: WireType, Hashable {
  package var isIntact: Bool
  package var chains: Int
  package var broken: [String]

  package init(isIntact: Bool, chains: Int, broken: [String]) {
    self.isIntact = isIntact
    self.chains = chains
    self.broken = broken
  }

  package static let schema = Schema.object([
    .init("isIntact", .flag, isRequired: true, ""),
    .init("chains", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("broken", .list(.text(1...64, .name), count: 0...10000), isRequired: true, ""),
  ])
}
