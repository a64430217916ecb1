internal import BonafideBackOfficeAPI

extension BackOfficeClient {
  /// One request of the interface, with token and signature, tried again as `policy` says where that is safe: reads, and
  /// writes with an idempotency key.
  func call<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, path: [String: String] = [:], query: [(String, String)] = [],
    headers: [(String, String)] = [], body: TransportRequest.Body = .none, key: String? = nil, policy: RetryPolicy,
    signedBy messageKey: MessageKey? = nil
  ) async throws(BackOfficeError) -> Output {
    let response = try await respond(
      endpoint.description, path: path, query: query, headers: headers, body: body, key: key, policy: policy,
      signedBy: messageKey)
    return try WireMessage.decoded(Output.self, from: response).data
  }

  /// The same for an answer that is no JSON.
  func respond(
    _ row: EndpointDescription, path: [String: String] = [:], query: [(String, String)] = [],
    headers: [(String, String)] = [], body: TransportRequest.Body = .none, key: String? = nil, policy: RetryPolicy,
    signedBy messageKey: MessageKey? = nil
  ) async throws(BackOfficeError) -> TransportResponse {
    let begun = generation
    let message = Message(
      row: row, path: path, query: query, headers: headers, body: body, idempotencyKey: key, timeout: policy.timeout,
      messageKey: messageKey)
    let isRepeatable = row.method == .get || (row.isIdempotent && key != nil)
    var retries = 0
    while true {
      do throws(BackOfficeError) {
        return try await tryOnce(message, begun)
      } catch {
        guard isRepeatable, error.isPassing, retries < policy.retries, begun == generation else { throw error }
        retries += 1
        try await pause(policy.wait(before: retries, after: error))
      }
    }
  }

  func pause(_ time: Duration) async throws(BackOfficeError) {
    do { try await clock.sleep(time) } catch { throw BackOfficeError(.cancelled) }
  }

  private struct Message: Sendable {
    let row: EndpointDescription
    let path: [String: String]
    let query: [(String, String)]
    let headers: [(String, String)]
    let body: TransportRequest.Body
    let idempotencyKey: String?
    let timeout: Duration
    let messageKey: MessageKey?
  }

  /// With a new token where the old one's time was over, and signed anew where our idea of the server's clock was wrong;
  /// each once.
  private func tryOnce(_ message: Message, _ begun: Int) async throws(BackOfficeError) -> TransportResponse {
    var isRenewed = false
    var isTimeLearnt = false
    while true {
      guard !Task.isCancelled else { throw BackOfficeError(.cancelled) }
      let used = message.row.access == .anybody ? nil : try await accessToken()
      guard begun == generation else { throw BackOfficeError(.superseded) }
      let response = try await send(message, token: used)
      guard begun == generation else { throw BackOfficeError(.superseded) }
      if response.status == message.row.status {
        learnTime(response)
        return response
      }
      let failure = WireMessage.failure(response)
      switch failure.code {
      case .tokenExpired where !isRenewed && used != nil:
        isRenewed = true
        _ = try await accessToken(insteadOf: used)
      case .signatureStale where !isTimeLearnt && message.messageKey != nil:
        isTimeLearnt = true
        try await askTime()
      case .tokenInvalid:
        if token?.text == used { token = nil }
        throw failure
      case .sessionExpired:
        // The next `initialize` opens another one.
        if let id = session?.answer.id, id == message.path["session"] {
          (session, isReady) = (nil, false)
          sessionEnded(id)
        }
        throw failure
      default: throw failure
      }
    }
  }

  private func send(_ message: Message, token: Secret?) async throws(BackOfficeError) -> TransportResponse {
    guard let connection, let transport else { throw BackOfficeError(.notInitialized) }
    let path = WireMessage.path(of: message.row, message.path)
    var headers = message.headers
    headers.append(("Accept", "application/json, application/problem+json, application/octet-stream"))
    if let token { headers.append(("Authorization", "Bearer " + token.text)) }
    if let key = message.idempotencyKey { headers.append(("Idempotency-Key", key)) }
    switch message.row.input {
    case .none: break
    case .json: headers.append(("Content-Type", "application/json"))
    case .bytes(let type): headers.append(("Content-Type", type))
    }
    if message.row.takesSignature, let key = message.messageKey {
      let hash = try ContentHash.of(message.body.read())
      headers += try key.fields(
        method: message.row.method.rawValue, path: path, bodyHash: hash,
        time: serverTime?.milliseconds(at: clock.now()) ?? 0)
    }
    let request = TransportRequest(
      message.row.method.rawValue,
      ServerAddress.Target(connection.address, path, query: WireMessage.query(message.query)), headers: headers,
      body: message.body, timeout: message.timeout)
    return try await transport.send(request)
  }

  private func learnTime(_ response: TransportResponse) {
    guard let time = WireMessage.time(of: response) else { return }
    serverTime = ServerTime(shown: time, at: clock.now())
  }

  /// Any answer of success tells the time; this one is asked for without a signature.
  private func askTime() async throws(BackOfficeError) {
    serverTime = nil
    _ = try await call(API.soundsList, policy: .once(.seconds(15)))
  }
}

extension BackOfficeError.Code {
  static let sessionExpired = Self(rawValue: "session_expired")
}
