internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// What the capture page asks for, besides the live pictures.
enum CapturePageRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.captureLink) { call, wish in
      let lifetime = call.desk.settings.captureLinkLifetime
      return try await call.desk.store.write { transaction in
        let session = try call.openSession(in: transaction)
        guard let client = call.caller?.client else { throw OfficeProblem.notFound }
        let issued = try transaction.issueToken(
          to: .client(client.id), session: session.id, scopes: [Scope.capture.rawValue],
          lifetime: min(lifetime, session.expires - transaction.now))
        _ = try transaction.addRecord(JSONDocument(encoding: wish), kind: CapturePage.link, session: session.id)
        try transaction.append(
          AuditEvent(chain: .session(session.id), actor: call.actor, action: "capture.link_made"))
        return CaptureLinkAnswer(
          token: issued.text, path: "/capture/\(issued.text)", expiresAt: Int(issued.token.expires))
      }
    }
    binder.on(API.captureGet) { call, _ in
      try await call.desk.store.read { try CapturePage.answer(session(call, in: $0), in: $0, call.desk) }
    }
    binder.on(API.captureConsent) { call, sent in
      guard sent.accepted else { throw Problem(.conflict, "consent_missing", "nothing is captured without consent") }
      return try await call.desk.store.write { transaction in
        let session = try openSession(call, in: transaction)
        if try !CapturePage.hasConsent(session, in: transaction) {
          _ = try transaction.addRecord(JSONDocument(encoding: sent), kind: CapturePage.consent, session: session.id)
          try transaction.append(
            AuditEvent(
              chain: .session(session.id), actor: call.actor, action: "consent.given",
              details: JSONDocument(encoding: ["text": sent.textVersion, "language": sent.language.rawValue])))
        }
        return try CapturePage.answer(session, in: transaction, call.desk)
      }
    }
    binder.on(API.captureAlternatives) { call, sent in try await leaveOut(call, sent.leaveOut) }
    binder.on(API.captureFinish) { call, _ in try await finish(call) }
  }

  /// Draws a challenge without what the person cannot do.
  private static func leaveOut(_ call: Call, _ steps: [String]) async throws -> CaptureAnswer {
    try await call.desk.store.write { transaction in
      let session = try openSession(call, in: transaction)
      let document = try CapturePage.settings(session, in: transaction, call.desk)
      let offered = document.alternatives(in: document.steps)
      let skipped = try CapturePage.skipped(session, in: transaction).union(steps)
      guard steps.allSatisfy(offered.contains) else {
        throw Problem(.unprocessableContent, "bad_value", "a step cannot be left out")
      }
      guard document.steps.filter({ !skipped.contains($0) }).count > SettingsRequest.leastSteps else {
        throw Problem(.conflict, "too_few_steps", "too little would be left of the challenge")
      }
      var state = try LiveState(of: session.id, in: transaction)
      guard !state[.face].isDone else { throw Problem(.conflict, "part_is_done", "the challenge was done") }
      if state[.face].attempt > 0 {
        // What was begun ends here, wherever it is going on.
        let lease = try transaction.acquireLease(
          on: session.id, owner: LiveSeat.owner(call.caller?.token), duration: LiveSeat.leaseTime)
        state[.face].run = nil
        state[.face].steps = 0
        try state.save(under: lease, in: transaction)
        try transaction.release(lease)
      }
      let challenge = call.desk.catalog.challenge(
        document, without: skipped, nonce: try Nonces.random(), after: session.challenge)
      let changed = try transaction.change(session, SessionChange(challenge: challenge))
      _ = try transaction.addRecord(
        JSONDocument(encoding: AlternativesRequest(leaveOut: skipped.sorted())), kind: CapturePage.leftOut,
        session: session.id)
      try transaction.append(
        AuditEvent(
          chain: .session(session.id), actor: call.actor, action: "challenge.drawn",
          details: JSONDocument(encoding: ["left_out": skipped.sorted().joined(separator: ",")])))
      return try CapturePage.answer(changed, in: transaction, call.desk)
    }
  }

  private static func finish(_ call: Call) async throws -> CaptureAnswer {
    try await call.desk.store.write { transaction in
      let session = try session(call, in: transaction)
      // Asked again, by another tab or after a lost answer.
      guard session.state == .open else { return try CapturePage.answer(session, in: transaction, call.desk) }
      let parts = try CapturePage.parts(session, in: transaction, call.desk)
      guard parts.allSatisfy({ $0.state == .done }) else {
        throw Problem(.conflict, "parts_missing", "not all is captured")
      }
      let changed = try transaction.change(session, SessionChange(state: .processing))
      _ = try transaction.addJob(
        JudgeOrder.decide, payload: JSONDocument(encoding: JudgeOrder(values: [:])), session: session.id,
        maximumAttempts: call.desk.settings.jobAttempts)
      try transaction.append(
        AuditEvent(chain: .session(session.id), actor: call.actor, action: "decision.requested"))
      return try CapturePage.answer(changed, in: transaction, call.desk)
    }
  }

  /// The session that the token is bound to.
  private static func session(_ call: Call, in transaction: some StoreReading) throws -> Session {
    guard let id = call.caller?.token.session else { throw OfficeProblem.notFound }
    return try transaction.session(id)
  }

  private static func openSession(_ call: Call, in transaction: some StoreReading) throws -> Session {
    let session = try session(call, in: transaction)
    guard session.state == .open else {
      throw Problem(.conflict, "session_not_open", "the session takes nothing more")
    }
    guard session.expires > transaction.now else { throw Problem(.gone, "session_expired", "the session has expired") }
    return session
  }
}
