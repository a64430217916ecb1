internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Finds cases, newest first, part by part.
struct CaseSearch: Sendable {
  /// Parts of the store's list that are looked through for one answer.
  private static let mostParts = 20

  private let call: Call
  private let limit: Int

  init(_ call: Call) {
    self.call = call
    limit = call.query["limit"]?.integer ?? 50
  }

  func run() async throws -> SessionList {
    var place = start
    var lines: [SessionLine] = []
    for _ in 0..<CaseSearch.mostParts {
      let after = place
      let (page, found) = try await call.desk.store.read { [self] transaction in
        let page = try part(after: after, in: transaction)
        return (page, try page.elements.map { ($0, try line($0, in: transaction)) })
      }
      for (session, line) in found {
        if let from = call.query["from"]?.integer, session.created < Int64(from) { return SessionList(sessions: lines) }
        guard matches(session, line) else { continue }
        lines.append(line)
        if lines.count == limit { return SessionList(sessions: lines, next: cursor(behind: session)) }
      }
      guard let next = page.next else { return SessionList(sessions: lines) }
      place = next
    }
    return SessionList(sessions: lines, next: place.map { "\($0.created)-\($0.id)" })
  }

  private var start: PageKey? {
    if let cursor = call.cursor { return cursor }
    // Up to and with that millisecond.
    return call.query["to"]?.integer.map { PageKey(created: Int64($0) + 1, id: "") }
  }

  private func part(after place: PageKey?, in transaction: ReadTransaction) throws -> Page<Session> {
    if let reference = call.query["reference"]?.text {
      return try transaction.sessions(with: Lookup(.reference, reference), after: place, limit: 100)
    }
    let state = call.query["state"]?.text.flatMap { SessionState(rawValue: $0) }
    return try transaction.sessions(
      SessionFilter(state: state, callType: call.query["callType"]?.text), after: place, limit: 100)
  }

  private func matches(_ session: Session, _ line: SessionLine) -> Bool {
    if let state = call.query["state"]?.text, state != session.state.rawValue { return false }
    if let callType = call.query["callType"]?.text, callType != session.callType { return false }
    if call.query["waiting"] != nil, !line.isWaiting { return false }
    if let verdict = call.query["verdict"]?.text, verdict != line.verdict?.rawValue { return false }
    if let to = call.query["to"]?.integer, session.created > Int64(to) { return false }
    return true
  }

  private func line(_ session: Session, in transaction: ReadTransaction) throws -> SessionLine {
    try CaseView.line(session, transaction.decision(of: session.id), in: transaction)
  }

  private func cursor(behind session: Session) -> String { "\(session.created)-\(session.id.text)" }
}

/// Cases for the interface.
enum CaseView {
  static func line(
    _ session: Session, _ decision: Decision?, in transaction: some StoreReading
  ) throws -> SessionLine {
    SessionLine(
      id: session.id.text, callType: session.callType, status: SessionView.status(session),
      state: StoredState(rawValue: session.state.rawValue) ?? .closed, verdict: decision?.verdict.wire,
      reference: (try? session.details.decoded(as: SessionDetails.self))?.request.reference,
      reasons: Array((decision?.reasons ?? []).prefix(5)),
      isWaiting: try !ManualDecision.open(of: session.id, decision, in: transaction).isEmpty,
      createdAt: Int(session.created), updatedAt: Int(session.updated))
  }

  static func answer(_ session: Session, in transaction: some StoreReading) throws -> CaseAnswer {
    let decisions = try transaction.decisions(of: session.id)
    let results = try transaction.results(of: session.id)
    let proposals = try ManualDecision.open(of: session.id, decisions.last, in: transaction)
    let notes = decisions.compactMap(note)
    let records = try transaction.records(of: session.id, limit: 500).elements
    return CaseAnswer(
      session: try line(session, decisions.last, in: transaction), details: try session.details.decoded(),
      challenge: ChallengeAnswer(steps: session.challenge.steps, nonce: session.challenge.nonce),
      settingsVersion: Int(session.settingsVersion),
      timeline: try records.filter { $0.kind != ManualDecision.recordKind }.map {
        RecordAnswer(kind: $0.kind, at: Int($0.created), document: try $0.document.decoded())
      },
      evidence: try transaction.evidence(of: session.id, limit: 500).elements.map(evidence),
      parts: try ResultView.parts(results), decisions: decisions.map { ResultView.answer($0, results) },
      proposals: proposals, notes: notes,
      people: try Set(notes.flatMap { [$0.account, $0.second ?? ""] } + proposals.map(\.account)).sorted().compactMap {
        id in try People.name(of: id, in: transaction).map { PersonAnswer(id: id, name: $0) }
      })
  }

  private static func evidence(_ evidence: Evidence) -> EvidenceAnswer {
    let isPiece = EvidenceKind(rawValue: evidence.kind)?.recorded != nil
    // What a damaged piece says of itself must not hide the rest of the case.
    let piece = isPiece ? try? evidence.clientValues?.decoded(as: FilmPiece.self) : nil
    return EvidenceAnswer(
      id: evidence.id.text, kind: evidence.kind, mediaType: evidence.mediaType, size: Int(evidence.blob.size),
      sha256: Hex.text(evidence.blob.sha256), at: Int(evidence.created), attempt: piece?.attempt,
      number: piece?.number)
  }

  /// What persons wrote; apps do not get it.
  private static func note(_ decision: Decision) -> DecisionNote? {
    guard case .account(let account, let second) = decision.author else { return nil }
    return DecisionNote(
      decision: decision.id.text, account: account.text, second: second?.text, note: decision.note ?? "")
  }
}
