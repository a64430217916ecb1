package import BonafideBackOfficeAPI

extension BackOfficeClient {
  /// The session in use, as it was when it was opened.
  package var currentSession: SessionAnswer? { isReady ? session?.answer : nil }
  /// The settings in use.
  package var currentSettings: SettingsAnswer? { isReady ? settings : nil }

  /// Ends the session at the server; then token and session are forgotten and `initialize` is needed again. When it
  /// fails both are kept, and it can be repeated.
  package func sessionClose(finished: Bool) async throws(BackOfficeError) -> SessionStatus {
    let open = try kept(session)
    let begun = generation
    let key = finished ? open.closingKeys.0 : open.closingKeys.1
    let answer: CloseAnswer
    do throws(BackOfficeError) {
      answer = try await call(
        API.sessionClose, path: ["session": open.answer.id],
        body: .bytes(WireMessage.encoded(CloseRequest(finished: finished))), key: key, policy: retries(),
        signedBy: open.messageKey)
    } catch {
      // What the server does not have any more cannot be closed again.
      if error.status == 404 || error.status == 410, begun == generation { dropAll() }
      throw error
    }
    if begun == generation { dropAll() }
    return answer.status
  }

  /// The session as it is at the server now.
  package func sessionState() async throws(BackOfficeError) -> SessionAnswer {
    try await sessionCall(API.sessionGet)
  }

  /// A new challenge in place of the old one.
  package func drawChallenge() async throws(BackOfficeError) -> ChallengeAnswer {
    try await sessionCall(API.challengeDraw, body: .none)
  }

  package func addEvents(_ events: [TimelineEvent]) async throws(BackOfficeError) -> Int {
    try await sessionCall(API.sessionEvents, EventsRequest(events: events)).count
  }

  package func addLog(_ lines: [LogEntry]) async throws(BackOfficeError) -> Int {
    try await sessionCall(API.logAdd, LogRequest(lines: lines)).count
  }

  func retries() throws(BackOfficeError) -> RetryPolicy { try kept(connection).retries }

  /// The open session, once `initialize` was completed.
  func openSession() throws(BackOfficeError) -> OpenSession {
    guard isReady else { throw BackOfficeError(.notInitialized) }
    return try kept(session)
  }

  /// A write of the session, done once however often it is sent.
  func sessionCall<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, key: String = UUIDText.make()
  ) async throws(BackOfficeError) -> Output {
    try await sessionCall(endpoint, body: .bytes(WireMessage.encoded(input)), key: key)
  }

  func sessionCall<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, path: [String: String] = [:], headers: [(String, String)] = [],
    body: TransportRequest.Body = .none, key: String = UUIDText.make(), policy: RetryPolicy? = nil,
    of id: String? = nil
  ) async throws(BackOfficeError) -> Output {
    let open = try openSession()
    // What goes on for long stays with the session that it was begun in.
    guard id == nil || id == open.answer.id else { throw BackOfficeError(.superseded) }
    let usual = try retries()
    return try await call(
      endpoint, path: path.merging(["session": open.answer.id]) { $1 }, headers: headers, body: body,
      key: endpoint.description.isIdempotent ? key : nil, policy: policy ?? usual, signedBy: open.messageKey)
  }
}
