/// By what a value or verdict was reached, so that it can be reached again.
package struct Provenance: Sendable, Hashable, Codable {
  package struct Model: Sendable, Hashable, Codable {
    package let name: String
    /// Lower-case hex.
    package let sha256: String

    package init(name: String, sha256: String) {
      self.name = name
      self.sha256 = sha256
    }
  }

  package let ruleSet: String
  package let models: [Model]
  package let settingsVersion: Int64

  package init(ruleSet: String, models: [Model], settingsVersion: Int64) {
    self.ruleSet = ruleSet
    self.models = models
    self.settingsVersion = settingsVersion
  }
}

/// One check, with what the client said of it and what the server found. Only the latter counts.
package struct CheckResult: Sendable, Hashable {
  package let session: Identifier<Session>
  /// Which check, for example `liveness`.
  package let kind: String
  /// 0 for the first time, then one for each time that the case was judged again.
  package let run: Int64
  package let clientValue: JSONDocument?
  package let serverValue: JSONDocument?
  /// Of the server's value.
  package let provenance: Provenance?
  package let created: Int64
  package let updated: Int64
}

package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
  case approved
  case declined
  case review
}

/// Who decided.
package enum DecisionAuthor: Sendable, Hashable {
  case engine
  /// A person, and a second one where the rules ask for two.
  case account(Identifier<Account>, second: Identifier<Account>?)
}

/// A verdict about a session. The last one counts; earlier ones stay.
package struct Decision: Sendable, Hashable {
  package let id: Identifier<Decision>
  package let session: Identifier<Session>
  /// From 1.
  package let sequence: Int64
  package let verdict: Verdict
  /// Stable codes.
  package let reasons: [String]
  package let provenance: Provenance
  package let author: DecisionAuthor
  /// What a person wrote about it. Sealed.
  package let note: String?
  package let created: Int64
}

/// What a decision is added with.
package struct NewDecision: Sendable {
  package var session: Identifier<Session>
  package var verdict: Verdict
  package var reasons: [String]
  package var provenance: Provenance
  package var author: DecisionAuthor
  package var note: String?

  package init(
    session: Identifier<Session>, verdict: Verdict, reasons: [String], provenance: Provenance,
    author: DecisionAuthor = .engine, note: String? = nil
  ) {
    self.session = session
    self.verdict = verdict
    self.reasons = reasons
    self.provenance = provenance
    self.author = author
    self.note = note
  }
}
