internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Asking for the decision, and what came of it.
enum DecisionRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.decide) { call, wish in
      try await call.commit { transaction in
        let session = try call.openSession(in: transaction)
        guard try !transaction.evidence(of: session.id, limit: 1).elements.isEmpty else {
          throw Problem(.conflict, "no_evidence", "nothing was uploaded that could be judged")
        }
        try Nonces.spend(wish.nonce, session, in: transaction)
        _ = try transaction.change(session, SessionChange(state: .processing))
        let job = try transaction.addJob(
          JudgeOrder.decide, payload: JSONDocument(encoding: JudgeOrder()), session: session.id,
          maximumAttempts: call.desk.settings.jobAttempts)
        try transaction.append(
          AuditEvent(chain: .session(session.id), actor: call.actor, action: "decision.requested"))
        return DecisionAnswer(job: job.id.text, state: .pending)
      }
    }
    binder.on(API.resultGet) { call, _ in
      try await call.desk.store.read { try ResultView.answer(call.ownSession(in: $0), in: $0) }
    }
  }
}

/// What a judge is asked to do; the payload of its job.
struct JudgeOrder: Codable, Sendable {
  static let decide = "decide"
  static let replay = "replay"

  /// In place of the settings' own.
  var values: [String: Double] = [:]
  /// In place of the session's version.
  var settingsVersion: Int64?
}

/// Results for the interface.
enum ResultView {
  static let verdictPart = "verdict"

  static func answer(_ session: Session, in transaction: some StoreReading) throws -> ResultAnswer {
    let decision = try transaction.decision(of: session.id)
    let results = try transaction.results(of: session.id)
    let state: DecisionState =
      if session.state == .processing { .pending } else { decision == nil ? .none : .decided }
    return ResultAnswer(
      session: session.id.text, status: SessionView.status(session), state: state,
      decision: decision.map { answer($0, results) },
      parts: try parts(results.filter { $0.run == 0 && $0.kind != PartKind.curves }))
  }

  /// The client's value beside the server's.
  static func parts(_ results: [CheckResult]) throws -> [PartAnswer] {
    try results.map { result in
      PartAnswer(
        kind: result.kind, run: Int(result.run), client: try result.clientValue?.decoded(),
        server: try result.serverValue?.decoded(), ruleSet: result.provenance?.ruleSet,
        settingsVersion: result.provenance.map { Int($0.settingsVersion) })
    }
  }

  static func answer(_ decision: Decision, _ results: [CheckResult]) -> VerdictAnswer {
    let words = try? results.first { $0.kind == verdictPart && $0.run == 0 }?.serverValue?
      .decoded(as: StoredVerdict.self)
    let isEngine = decision.author == .engine
    let known = Dictionary((words?.reasons ?? []).map { ($0.code, $0) }) { first, _ in first }
    return VerdictAnswer(
      id: decision.id.text, verdict: decision.verdict.wire,
      reasons: decision.reasons.map { code in (isEngine ? known[code] : nil) ?? ReasonAnswer(code: code) },
      ruleSet: decision.provenance.ruleSet,
      models: decision.provenance.models.map { ModelAnswer(name: $0.name, sha256: $0.sha256) },
      settingsVersion: Int(decision.provenance.settingsVersion), author: isEngine ? .engine : .person,
      decidedAt: Int(decision.created))
  }
}

/// The judge's verdict with its words, kept as one more part.
struct StoredVerdict: Codable, Sendable {
  let verdict: DecisionVerdict
  let reasons: [ReasonAnswer]
}

extension Verdict {
  var wire: DecisionVerdict {
    switch self {
    case .approved: .approved
    case .declined: .declined
    case .review: .review
    }
  }
}

extension DecisionVerdict {
  var stored: Verdict {
    switch self {
    case .approved: .approved
    case .declined: .declined
    case .review: .review
    }
  }
}
