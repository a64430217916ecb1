internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Opening, following and closing sessions.
enum SessionRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.sessionAdd) { call, wish in try await SessionOpening(call, wish).run() }
    binder.on(API.sessionGet) { call, _ in
      try await call.desk.store.read { try SessionView.answer(call.ownSession(in: $0)) }
    }
    binder.on(API.sessionEvents) { call, sent in
      try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        guard try transaction.records(of: session.id, kind: "timeline", limit: 500).next == nil else {
          throw Problem(.contentTooLarge, "too_many_events", "the time line is full")
        }
        for event in sent.events {
          _ = try transaction.addRecord(JSONDocument(encoding: event), kind: "timeline", session: session.id)
        }
        return CountAnswer(count: sent.events.count)
      }
    }
    binder.on(API.challengeDraw) { call, _ in
      try await call.commit { transaction in
        let session = try call.openSession(in: transaction)
        let details = try session.details.decoded(as: SessionDetails.self)
        let settings = try call.desk.shelf.volume(
          of: session.callType, version: session.settingsVersion, in: transaction)
        let challenge = call.desk.catalog.challenge(
          settings.document, without: details.skipped, nonce: try Nonces.random(), after: session.challenge)
        let changed = try transaction.change(session, SessionChange(challenge: challenge))
        try transaction.append(
          AuditEvent(chain: .session(session.id), actor: call.actor, action: "challenge.drawn"))
        return SessionView.answer(changed.challenge)
      }
    }
    binder.on(API.nonceIssue) { call, _ in
      let lifetime = call.desk.settings.nonceLifetime
      return try await call.desk.store.write { transaction in
        let session = try call.ownSession(in: transaction)
        return NonceAnswer(
          nonce: try transaction.issueNonce(scope: SessionView.nonceScope(session.id), lifetime: lifetime),
          expiresAt: Int(transaction.now + lifetime))
      }
    }
    binder.on(API.sessionKeySet) { call, wish in
      try await call.commit { transaction in
        let session = try call.openSession(in: transaction)
        try SessionView.setKey(wish.key, of: session.id, by: call.actor, in: transaction)
        return DoneAnswer(done: true)
      }
    }
    binder.on(API.sessionClose) { call, wish in
      try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        if session.state == .closed || session.state == .expired {
          return CloseAnswer(status: SessionView.status(session))
        }
        let closed = try transaction.change(session, SessionChange(state: .closed, isFinished: wish.finished))
        try SessionView.announceClosed(closed, actor: call.actor, in: transaction)
        return CloseAnswer(status: SessionView.status(closed))
      }
    }
  }
}

/// Sessions as the apps see them.
enum SessionView {
  static func nonceScope(_ session: Identifier<Session>) -> String { "session:" + session.text }

  static func status(_ session: Session) -> SessionStatus {
    switch session.state {
    case .open: .ready
    case .processing: .started
    case .decided: .finished
    case .closed: session.isFinished == false ? .cancelled : .closed
    case .expired: .closed
    }
  }

  static func answer(_ challenge: Challenge) -> ChallengeAnswer {
    ChallengeAnswer(steps: challenge.steps, nonce: challenge.nonce, element: challenge.element)
  }

  static func answer(
    _ session: Session, isContinued: Bool = false, nonce: String? = nil
  ) throws -> SessionAnswer {
    answer(session, try session.details.decoded(), isContinued: isContinued, nonce: nonce)
  }

  static func answer(
    _ session: Session, _ details: SessionDetails, isContinued: Bool = false, nonce: String? = nil
  ) -> SessionAnswer {
    SessionAnswer(
      id: session.id.text, status: status(session), callType: session.callType, reference: details.request.reference,
      settingsVersion: Int(session.settingsVersion),
      challenge: answer(session.challenge),
      createdAt: Int(session.created), expiresAt: Int(session.expires), isContinued: isContinued, nonce: nonce,
      handicapped: details.request.handicapped ?? false, canAutoClose: details.request.canAutoClose ?? false,
      warnings: details.warnings)
  }

  /// From here on the session takes signed messages only. Throws 422 `bad_key`, 409 `key_exists`.
  static func setKey(
    _ text: String, of session: Identifier<Session>, by actor: String, in transaction: WriteTransaction
  ) throws {
    guard let bytes = Base64.bytes(text), let key = try? SignatureKey(bytes) else {
      throw Problem(.unprocessableContent, "bad_key", "the key is no SubjectPublicKeyInfo of P-256")
    }
    do { try transaction.setMessageKey(key.bytes, of: session) } catch let error as StoreError
      where error.code == .exists
    {
      throw Problem(.conflict, "key_exists", "the session has another key")
    }
    try transaction.append(
      AuditEvent(
        chain: .session(session), actor: actor, action: "session.key_set",
        details: JSONDocument(encoding: ["sha256": Hex.text(SHA256Digest.of(key.bytes))])))
  }

  static func announceClosed(_ session: Session, actor: String, in transaction: WriteTransaction) throws {
    try transaction.append(AuditEvent(chain: .session(session.id), actor: actor, action: "session.closed"))
    try announce(.sessionClosed, session, ["status": .text(status(session).rawValue)], in: transaction)
  }

  /// Queues an event for the webhooks. It names the session, never the person.
  static func announce(
    _ event: WebhookEvent, _ session: Session, _ fields: [String: JSONValue], in transaction: WriteTransaction
  ) throws {
    func payload() throws -> JSONDocument {
      var payload = fields
      payload["session"] = .text(session.id.text)
      payload["callType"] = .text(session.callType)
      payload["at"] = .integer(Int(transaction.now))
      return try JSONDocument(encoding: JSONValue.object(payload))
    }
    _ = try transaction.announce(event.rawValue, payload: payload(), session: session.id)
  }
}

/// What is kept of the words a session was opened with. Sealed.
struct SessionDetails: Codable, Sendable {
  let request: SessionRequest
  let warnings: [String]

  var skipped: Set<String> { request.handicapped == true ? Set(request.skipSteps ?? []) : [] }
}
