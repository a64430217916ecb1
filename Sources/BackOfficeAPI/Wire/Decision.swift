/// Asks for the server's decision about all that was uploaded.
package struct DecisionRequest: WireType, Hashable {
  /// From the answer that opened the session, or from its nonces.
  package var nonce: String

  package init(nonce: String) {
    self.nonce = nonce
  }

  package static let schema = Schema.object([
    .init(
      "nonce", .text(1...100, .visible), isRequired: true,
      "From the answer that opened the session, or from its nonces.")
  ])
}

/// The decision is being made.
package struct DecisionAnswer: WireType, Hashable {
  package var job: String
  package var state: DecisionState

  package init(job: String, state: DecisionState) {
    self.job = job
    self.state = state
  }

  package static let schema = Schema.object([
    .init("job", .identifier, isRequired: true, ""),
    .init("state", .choice(of: DecisionState.self), isRequired: true, ""),
  ])
}

package enum DecisionState: String, Codable, Sendable, Hashable, CaseIterable {
  case none
  case pending
  case decided
}

package enum DecisionVerdict: String, Codable, Sendable, Hashable, CaseIterable {
  case approved
  case declined
  case review
}

/// Why.
package struct ReasonAnswer: WireType, Hashable {
  package var code: String
  package var cause: String?
  package var message: String?

  package init(code: String, cause: String? = nil, message: String? = nil) {
    self.code = code
    self.cause = cause
    self.message = message
  }

  package static let schema = Schema.object([
    .init("code", .text(1...64, .code), isRequired: true, ""),
    .init("cause", .text(1...64, .code), isRequired: false, ""),
    .init("message", .text(0...500, .free), isRequired: false, ""),
  ])
}

/// A network by which something was found.
package struct ModelAnswer: WireType, Hashable {
  package var name: String
  package var sha256: String

  package init(name: String, sha256: String) {
    self.name = name
    self.sha256 = sha256
  }

  package static let schema = Schema.object([
    .init("name", .text(1...200, .line), isRequired: true, ""),
    .init("sha256", .text(1...64, .line), isRequired: true, ""),
  ])
}

/// One check: the client's word beside the server's finding. Only the latter counts.
package struct PartAnswer: WireType, Hashable {
  package var kind: String
  /// 0 for the decision, more for each time that the case was judged again.
  package var run: Int
  package var client: JSONValue?
  package var server: JSONValue?
  package var ruleSet: String?
  package var settingsVersion: Int?

  package init(
    kind: String, run: Int, client: JSONValue? = nil, server: JSONValue? = nil, ruleSet: String? = nil,
    settingsVersion: Int? = nil
  ) {
    self.kind = kind
    self.run = run
    self.client = client
    self.server = server
    self.ruleSet = ruleSet
    self.settingsVersion = settingsVersion
  }

  package static let schema = Schema.object([
    .init("kind", .text(1...64, .code), isRequired: true, ""),
    .init(
      "run", .integer(0...9_007_199_254_740_991), isRequired: true,
      "0 for the decision, more for each time that the case was judged again."),
    .init("client", .anything, isRequired: false, ""),
    .init("server", .anything, isRequired: false, ""),
    .init("ruleSet", .text(0...100, .line), isRequired: false, ""),
    .init("settingsVersion", .integer(0...9_007_199_254_740_991), isRequired: false, ""),
  ])
}

/// A decision.
package struct VerdictAnswer: WireType, Hashable {
  package var id: String
  package var verdict: DecisionVerdict
  package var reasons: [ReasonAnswer]
  package var ruleSet: String
  package var models: [ModelAnswer]
  package var settingsVersion: Int
  package var author: DecisionAuthorKind
  package var decidedAt: Int

  package init(
    id: String, verdict: DecisionVerdict, reasons: [ReasonAnswer], ruleSet: String, models: [ModelAnswer],
    settingsVersion: Int, author: DecisionAuthorKind, decidedAt: Int
  ) {
    self.id = id
    self.verdict = verdict
    self.reasons = reasons
    self.ruleSet = ruleSet
    self.models = models
    self.settingsVersion = settingsVersion
    self.author = author
    self.decidedAt = decidedAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("verdict", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("reasons", .list(ReasonAnswer.schema, count: 0...200), isRequired: true, ""),
    .init("ruleSet", .text(0...100, .line), isRequired: true, ""),
    .init("models", .list(ModelAnswer.schema, count: 0...100), isRequired: true, ""),
    .init("settingsVersion", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("author", .choice(of: DecisionAuthorKind.self), isRequired: true, ""),
    .init("decidedAt", .time, isRequired: true, ""),
  ])
}

package enum DecisionAuthorKind: String, Codable, Sendable, Hashable, CaseIterable {
  case engine
  case person
}

/// What a session came to.
package struct ResultAnswer: WireType, Hashable {
  package var session: String
  package var status: SessionStatus
  package var state: DecisionState
  package var decision: VerdictAnswer?
  package var parts: [PartAnswer]

  package init(
    session: String, status: SessionStatus, state: DecisionState, decision: VerdictAnswer? = nil, parts: [PartAnswer]
  ) {
    self.session = session
    self.status = status
    self.state = state
    self.decision = decision
    self.parts = parts
  }

  package static let schema = Schema.object([
    .init("session", .identifier, isRequired: true, ""),
    .init("status", .choice(of: SessionStatus.self), isRequired: true, ""),
    .init("state", .choice(of: DecisionState.self), isRequired: true, ""),
    .init("decision", VerdictAnswer.schema, isRequired: false, ""),
    .init("parts", .list(PartAnswer.schema, count: 0...1000), isRequired: true, ""),
  ])
}
