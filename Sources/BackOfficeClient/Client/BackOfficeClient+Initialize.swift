package import BonafideBackOfficeAPI

extension BackOfficeClient {
  /// Token, session, settings, in this order; each is taken again where there is a valid one. Nothing is tried twice: a
  /// step that fails ends it, and another call goes on with that step.
  ///
  /// - Parameters:
  ///   - connection: Nil for the earlier one. Another address, other credentials or pins drop token and session.
  ///   - session: Nil for the earlier values. Another reference or flow drops token and session.
  ///   - watch: Called as each step is done, where this call begins the run and does not join one.
  ///
  /// Calls at the same time with the same values share one run; with other values the latest takes the place of the
  /// others, which throw `superseded`.
  @discardableResult
  package func initialize(
    _ connection: BackOfficeConnection? = nil, session wish: SessionRequest? = nil,
    watch: @escaping @Sendable (InitializeFailure.Step) -> Void = { _ in }
  ) async throws(InitializeFailure) -> Prepared {
    guard let connection = connection ?? self.connection, let wish = wish ?? self.wish else {
      throw InitializeFailure(step: .values, reason: BackOfficeError(.notConfigured))
    }
    do throws(BackOfficeError) { try adopt(connection, wish) } catch {
      throw InitializeFailure(step: .values, reason: error)
    }
    if let running, running.wish == wish, running.work.isJoinable { return try await running.work.value() }
    let begun = generation
    let work = SharedWork(whenCancelled: InitializeFailure(step: .values, reason: BackOfficeError(.cancelled))) {
      do throws(InitializeFailure) { return .success(try await self.prepare(wish, begun, watch)) } catch {
        return Result<Prepared, InitializeFailure>.failure(error)
      }
    }
    running = (wish, work)
    return try await work.value()
  }

  private func adopt(_ new: BackOfficeConnection, _ wish: SessionRequest) throws(BackOfficeError) {
    _ = try WireMessage.encoded(wish)
    guard !wish.reference.allSatisfy(\.isWhitespace) else {
      throw BackOfficeError(.requestInvalid, subject: "reference")
    }
    let isOtherServer = connection?.identity != new.identity
    if isOtherServer { transport = try makeTransport(new.trust) }
    let isOtherCase = self.wish?.reference != wish.reference || self.wish?.callType != wish.callType
    if isOtherServer || (isOtherCase && self.wish != nil) {
      dropAll()
      if isOtherServer { (settings, serverTime) = (nil, nil) }
    }
    if let running, running.work.isJoinable, isOtherServer || running.wish != wish {
      running.work.abandon(InitializeFailure(step: .values, reason: BackOfficeError(.superseded)))
      tokenWork?.abandon(BackOfficeError(.superseded))
      (self.running, tokenWork) = (nil, nil)
      generation += 1
    }
    connection = new
    self.wish = wish
    let unpinned = new.unpinnedChannels
    if isOtherServer, !unpinned.isEmpty {
      warn("certificates are not pinned on: \(unpinned.joined(separator: ", ")). Not for production.")
    }
  }

  private func prepare(
    _ wish: SessionRequest, _ begun: Int, _ watch: @Sendable (InitializeFailure.Step) -> Void
  ) async throws(InitializeFailure) -> Prepared {
    func step<Value>(
      _ name: InitializeFailure.Step, _ body: () async throws(BackOfficeError) -> Value
    ) async throws(InitializeFailure) -> Value {
      do throws(BackOfficeError) {
        let value = try await body()
        guard begun == generation else { throw BackOfficeError(.superseded) }
        watch(name)
        return value
      } catch { throw InitializeFailure(step: name, reason: error) }
    }
    let hadToken = token.map { $0.renewal > clock.now() } ?? false
    _ = try await step(.token) { () async throws(BackOfficeError) in try await accessToken() }
    let hadSession = session.map { $0.expires > clock.now() } ?? false
    let session = try await step(.session) { () async throws(BackOfficeError) in
      hadSession ? try kept(self.session).answer : try await open(wish, begun)
    }
    let settings = try await step(.settings) { () async throws(BackOfficeError) in
      try await currentSettings(of: session, begun)
    }
    isReady = true
    return Prepared(session: session, settings: settings, isNewToken: !hadToken, isNewSession: !hadSession)
  }

  func kept<Value>(_ value: Value?) throws(BackOfficeError) -> Value {
    guard let value else { throw BackOfficeError(.notInitialized) }
    return value
  }

  private func open(_ wish: SessionRequest, _ begun: Int) async throws(BackOfficeError) -> SessionAnswer {
    let signing = try kept(connection).signing
    // One that a key of ours opened is gone on with under that key.
    let earlierKey = session?.messageKey
    if opening?.wish != wish {
      var key = signing == .perSession ? earlierKey : nil
      if signing == .perSession, key == nil { key = try MessageKey() }
      opening = Opening(wish: wish, idempotencyKey: UUIDText.make(), messageKey: key)
    }
    let opening = try kept(opening)
    var request = wish
    request.signingKey = opening.messageKey?.publicText ?? wish.signingKey
    request.device = wish.device ?? connection?.device
    let answer: SessionAnswer
    do throws(BackOfficeError) {
      answer = try await call(
        API.sessionAdd, body: .bytes(WireMessage.encoded(request)), key: opening.idempotencyKey,
        policy: .once(try kept(connection).retries.timeout), signedBy: earlierKey)
      if answer.isContinued, earlierKey == nil { try await giveKey(of: opening, to: answer.id) }
    } catch {
      // The server keeps its refusal under the key: the next try needs another one.
      if let status = error.status, status < 500, !error.isPassing, begun == generation { self.opening = nil }
      throw error
    }
    guard begun == generation else { throw BackOfficeError(.superseded) }
    let now = clock.now()
    let left = answer.expiresAt - (serverTime?.milliseconds(at: now) ?? answer.createdAt)
    session = OpenSession(
      answer: answer, expires: now + .milliseconds(max(left, 0)), messageKey: opening.messageKey)
    self.opening = nil
    return answer
  }

  /// A session that is gone on with may be without a key yet. When the answer was lost it has ours: so it is signed.
  private func giveKey(of opening: Opening, to id: String) async throws(BackOfficeError) {
    guard let key = opening.messageKey else { return }
    _ = try await call(
      API.sessionKeySet, path: ["session": id],
      body: .bytes(WireMessage.encoded(SessionKeyRequest(key: key.publicText))), key: opening.idempotencyKey + "-key",
      policy: .once(try kept(connection).retries.timeout), signedBy: key)
  }

  private func currentSettings(
    of session: SessionAnswer, _ begun: Int
  ) async throws(BackOfficeError) -> SettingsAnswer {
    if let settings, settings.callType == session.callType, settings.version == session.settingsVersion {
      return settings
    }
    let new = try await call(
      API.settingsGet, query: [("callType", session.callType)], policy: .once(try kept(connection).retries.timeout))
    if begun == generation { settings = new }
    return new
  }
}
