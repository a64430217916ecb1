internal import BonafideBackOfficeAPI
internal import BonafideObservations
internal import BonafideStore

/// Keeps what a judge found.
struct Judgement: Sendable {
  let session: Identifier<Session>
  let result: JudgeResult
  /// Of the settings that it was judged by.
  let settingsVersion: Int64

  /// All in the transaction that ends the job. A replay adds its values as a further run; the decision stays.
  func keep(isReplay: Bool, in transaction: WriteTransaction) throws {
    let seen = try transaction.session(session)
    let check = DocumentCheck(result.document)
    let result = try check?.apply(to: result, of: seen, in: transaction) ?? result
    if !isReplay { try check?.remember(seen, in: transaction) }
    let provenance = Provenance(
      ruleSet: String(result.ruleSet.prefix(100)),
      models: result.models.map { Provenance.Model(name: $0.name, sha256: $0.sha256) },
      settingsVersion: settingsVersion)
    let last = try transaction.results(of: session).map(\.run).max() ?? 0
    let run = isReplay ? last + 1 : 0
    for (kind, value) in result.parts.sorted(by: { $0.key < $1.key }) where kind != ResultView.verdictPart {
      try transaction.setServerValue(
        JSONDocument(encoding: value), of: kind, session: session, run: run, provenance: provenance)
    }
    let reasons = result.reasons.map { reason in
      ReasonAnswer(
        code: reason.code.rawValue, cause: reason.cause.rawValue, message: String(reason.message.prefix(500)))
    }
    try transaction.setServerValue(
      JSONDocument(encoding: StoredVerdict(verdict: result.verdict, reasons: reasons)), of: ResultView.verdictPart,
      session: session, run: run, provenance: provenance)
    if isReplay {
      try transaction.append(
        AuditEvent(
          chain: .session(session), actor: "engine", action: "case.replayed",
          details: JSONDocument(encoding: ["run": String(run), "verdict": result.verdict.rawValue])))
    } else {
      try Judgement.decide(
        seen, verdict: result.verdict, reasons: result.reasons.map(\.code.rawValue), provenance: provenance,
        in: transaction)
    }
  }

  /// Nothing could be found out: a person has to look.
  static func undecided(_ id: Identifier<Session>, in transaction: WriteTransaction) throws {
    let seen = try transaction.session(id)
    let provenance = Provenance(ruleSet: "none", models: [], settingsVersion: seen.settingsVersion)
    let reasons = [ReasonCode.internalFault, .notEvaluated].map { Reason($0) }
    try transaction.setServerValue(
      JSONDocument(
        encoding: StoredVerdict(
          verdict: .review,
          reasons: reasons.map {
            ReasonAnswer(code: $0.code.rawValue, cause: $0.cause.rawValue, message: $0.message)
          })), of: ResultView.verdictPart, session: id, provenance: provenance)
    try decide(
      seen, verdict: .review, reasons: reasons.map(\.code.rawValue), provenance: provenance, in: transaction)
  }

  private static func decide(
    _ session: Session, verdict: DecisionVerdict, reasons: [String], provenance: Provenance,
    in transaction: WriteTransaction
  ) throws {
    let decision = try transaction.addDecision(
      NewDecision(session: session.id, verdict: verdict.stored, reasons: reasons, provenance: provenance))
    // A session that was closed or has expired meanwhile stays so.
    var present = session
    if session.state == .processing {
      present = try transaction.change(session, SessionChange(state: .decided))
      let details = try session.details.decoded(as: SessionDetails.self)
      if details.request.canAutoClose == true {
        present = try transaction.change(present, SessionChange(state: .closed, isFinished: true))
        try SessionView.announceClosed(present, actor: "engine", in: transaction)
      }
    }
    try announce(decision, present, in: transaction)
  }

  static func announce(_ decision: Decision, _ session: Session, in transaction: WriteTransaction) throws {
    try SessionView.announce(
      .decisionMade, session,
      [
        "verdict": .text(decision.verdict.rawValue), "reasons": .list(decision.reasons.map { .text($0) }),
        "author": decision.author == .engine ? "engine" : "person", "sequence": .integer(Int(decision.sequence)),
      ], in: transaction)
  }
}
