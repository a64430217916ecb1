/// One line of the list of sessions.
package struct SessionLine: WireType, Hashable {
  package var id: String
  package var callType: String
  package var status: SessionStatus
  package var state: StoredState
  package var verdict: DecisionVerdict?
  /// The app's own id of the process.
  package var reference: String?
  /// Of the decision that counts, its first codes.
  package var reasons: [String]
  /// Whether a proposal waits for a second person.
  package var isWaiting: Bool
  package var createdAt: Int
  package var updatedAt: Int

  package init(
    id: String, callType: String, status: SessionStatus, state: StoredState, verdict: DecisionVerdict? = nil,
    reference: String? = nil, reasons: [String] = [], isWaiting: Bool = false, createdAt: Int, updatedAt: Int
  ) {
    self.reference = reference
    self.reasons = reasons
    self.isWaiting = isWaiting
    self.id = id
    self.callType = callType
    self.status = status
    self.state = state
    self.verdict = verdict
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("status", .choice(of: SessionStatus.self), isRequired: true, ""),
    .init("state", .choice(of: StoredState.self), isRequired: true, ""),
    .init("verdict", .choice(of: DecisionVerdict.self), isRequired: false, ""),
    .init("reference", .text(1...200, .line), isRequired: false, "The app's own id of the process."),
    .init(
      "reasons", .list(.text(1...64, .code), count: 0...20), isRequired: true,
      "Of the decision that counts, its first codes."),
    .init("isWaiting", .flag, isRequired: true, "Whether a proposal waits for a second person."),
    .init("createdAt", .time, isRequired: true, ""),
    .init("updatedAt", .time, isRequired: true, ""),
  ])
}

package enum StoredState: String, Codable, Sendable, Hashable, CaseIterable {
  case open
  case processing
  case decided
  case closed
  case expired
}

/// A part of the list, newest first.
package struct SessionList: WireType, Hashable {
  package var sessions: [SessionLine]
  /// Where the next part begins.
  package var next: String?

  package init(sessions: [SessionLine], next: String? = nil) {
    self.sessions = sessions
    self.next = next
  }

  package static let schema = Schema.object([
    .init("sessions", .list(SessionLine.schema, count: 0...500), isRequired: true, ""),
    .init("next", .text(34...51, .cursor), isRequired: false, "Where the next part begins."),
  ])
}

/// All of a case.
package struct CaseAnswer: WireType, Hashable {
  package var session: SessionLine
  /// As the app gave it.
  package var details: JSONValue
  package var challenge: ChallengeAnswer
  package var settingsVersion: Int
  package var timeline: [RecordAnswer]
  package var evidence: [EvidenceAnswer]
  package var parts: [PartAnswer]
  package var decisions: [VerdictAnswer]
  package var proposals: [Proposal]
  /// Of decisions by persons.
  package var notes: [DecisionNote]
  /// Accounts that are named above.
  package var people: [PersonAnswer]

  package init(
    session: SessionLine, details: JSONValue, challenge: ChallengeAnswer, settingsVersion: Int,
    timeline: [RecordAnswer], evidence: [EvidenceAnswer], parts: [PartAnswer], decisions: [VerdictAnswer],
    proposals: [Proposal], notes: [DecisionNote], people: [PersonAnswer]
  ) {
    self.notes = notes
    self.people = people
    self.session = session
    self.details = details
    self.challenge = challenge
    self.settingsVersion = settingsVersion
    self.timeline = timeline
    self.evidence = evidence
    self.parts = parts
    self.decisions = decisions
    self.proposals = proposals
  }

  package static let schema = Schema.object([
    .init("session", SessionLine.schema, isRequired: true, ""),
    .init("details", .anything, isRequired: true, "As the app gave it."),
    .init("challenge", ChallengeAnswer.schema, isRequired: true, ""),
    .init("settingsVersion", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("timeline", .list(RecordAnswer.schema, count: 0...500), isRequired: true, ""),
    .init("evidence", .list(EvidenceAnswer.schema, count: 0...500), isRequired: true, ""),
    .init("parts", .list(PartAnswer.schema, count: 0...1000), isRequired: true, ""),
    .init("decisions", .list(VerdictAnswer.schema, count: 0...1000), isRequired: true, ""),
    .init("proposals", .list(Proposal.schema, count: 0...100), isRequired: true, ""),
    .init("notes", .list(DecisionNote.schema, count: 0...1000), isRequired: true, "Of decisions by persons."),
    .init("people", .list(PersonAnswer.schema, count: 0...2000), isRequired: true, "Accounts that are named above."),
  ])
}

/// A document of the session.
package struct RecordAnswer: WireType, Hashable {
  package var kind: String
  package var at: Int
  package var document: JSONValue

  package init(kind: String, at: Int, document: JSONValue) {
    self.kind = kind
    self.at = at
    self.document = document
  }

  package static let schema = Schema.object([
    .init("kind", .text(1...64, .code), isRequired: true, ""),
    .init("at", .time, isRequired: true, ""),
    .init("document", .anything, isRequired: true, ""),
  ])
}

/// A stored picture or film.
package struct EvidenceAnswer: WireType, Hashable {
  package var id: String
  package var kind: String
  package var mediaType: String
  package var size: Int
  package var sha256: String
  package var at: Int
  /// Of a film's piece: which try of the capture it belongs to.
  package var attempt: Int?
  /// Of a film's piece: its place in the film, from 0. The pieces of a try, one behind the other, are the film.
  package var number: Int?

  package init(
    id: String, kind: String, mediaType: String, size: Int, sha256: String, at: Int, attempt: Int? = nil,
    number: Int? = nil
  ) {
    self.attempt = attempt
    self.number = number
    self.id = id
    self.kind = kind
    self.mediaType = mediaType
    self.size = size
    self.sha256 = sha256
    self.at = at
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("kind", .text(1...64, .code), isRequired: true, ""),
    .init("mediaType", .text(3...100, .mediaType), isRequired: true, ""),
    .init("size", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("sha256", .sha256, isRequired: true, ""),
    .init("at", .time, isRequired: true, ""),
    .init(
      "attempt", .integer(0...9_007_199_254_740_991), isRequired: false,
      "Of a film's piece: which try of the capture it belongs to."),
    .init(
      "number", .integer(0...9_007_199_254_740_991), isRequired: false,
      "Of a film's piece: its place in the film, from 0. The pieces of a try, one behind the other, are the film."),
  ])
}
