internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Decisions by persons. Where the engine has left a case to a person, one is enough; to put another verdict in the
/// place of one that counts needs two.
struct ManualDecision: Sendable {
  static let recordKind = "override_proposal"

  private let call: Call

  init(_ call: Call) { self.call = call }

  func decide(_ wish: ManualDecisionRequest) async throws -> ManualDecisionAnswer {
    let (id, account) = try subject()
    return try await call.commit { [call] transaction in
      let session = try transaction.session(id)
      let last = try transaction.decision(of: id)
      guard session.state != .processing, session.state != .expired else {
        throw Problem(.conflict, "case_not_ready", "the case is being judged, or has expired")
      }
      if let last, last.verdict != .review {
        let proposal = Proposal(
          id: try Identifier<Record>().text, verdict: wish.verdict, reasons: wish.reasons, note: wish.note,
          account: account.text, replaces: Int(last.sequence), at: Int(transaction.now))
        _ = try transaction.addRecord(JSONDocument(encoding: proposal), kind: ManualDecision.recordKind, session: id)
        try transaction.append(
          AuditEvent(
            chain: .session(id), actor: call.actor, action: "override.proposed",
            details: JSONDocument(encoding: ["proposal": proposal.id, "verdict": wish.verdict.rawValue])))
        return ManualDecisionAnswer(state: .needsSecondPerson, proposal: proposal.id)
      }
      return try ManualDecision.keep(
        session, verdict: wish.verdict, reasons: wish.reasons, note: wish.note,
        author: .account(account, second: nil), in: transaction)
    }
  }

  func confirm(_ wish: ConfirmRequest) async throws -> ManualDecisionAnswer {
    let (id, second) = try subject()
    return try await call.commit { transaction in
      let session = try transaction.session(id)
      let last = try transaction.decision(of: id)
      guard
        let proposal = try ManualDecision.open(of: id, last, in: transaction).first(where: { $0.id == wish.proposal }),
        let first = Identifier<Account>(proposal.account)
      else { throw Problem(.conflict, "no_proposal", "there is no such proposal, or it is out of date") }
      guard first != second else {
        throw Problem(.forbidden, "same_person", "the second person has to be another one")
      }
      return try ManualDecision.keep(
        session, verdict: proposal.verdict, reasons: proposal.reasons, note: proposal.note,
        author: .account(first, second: second), in: transaction)
    }
  }

  /// Proposals about the decision that counts now.
  static func open(
    of session: Identifier<Session>, _ last: Decision?, in transaction: some StoreReading
  ) throws -> [Proposal] {
    guard let last else { return [] }
    return try transaction.records(of: session, kind: recordKind).elements
      .map { try $0.document.decoded(as: Proposal.self) }.filter { $0.replaces == Int(last.sequence) }
  }

  private func subject() throws(Problem) -> (Identifier<Session>, Identifier<Account>) {
    guard let account = call.caller?.account else {
      throw Problem(.forbidden, "no_account", "only persons decide by hand")
    }
    return (try call.id("session", of: Session.self), account.id)
  }

  private static func keep(
    _ session: Session, verdict: DecisionVerdict, reasons: [String], note: String, author: DecisionAuthor,
    in transaction: WriteTransaction
  ) throws -> ManualDecisionAnswer {
    let provenance = Provenance(ruleSet: "manual", models: [], settingsVersion: session.settingsVersion)
    let decision = try transaction.addDecision(
      NewDecision(
        session: session.id, verdict: verdict.stored, reasons: reasons, provenance: provenance, author: author,
        note: note))
    var present = session
    if session.state == .open { present = try transaction.change(session, SessionChange(state: .decided)) }
    try Judgement.announce(decision, present, in: transaction)
    return ManualDecisionAnswer(state: .decided, decision: ResultView.answer(decision, []))
  }
}
