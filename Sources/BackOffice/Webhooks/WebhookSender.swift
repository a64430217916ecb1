internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Sends one event after the other to those who asked for it.
struct WebhookSender: Sendable {
  private let desk: Desk

  init(_ desk: Desk) { self.desk = desk }

  /// Whether there was something to send.
  func step() async throws -> Bool {
    let time = desk.settings.webhookTime
    let lease = time.components.seconds * 2000 + 30_000
    let held = try await desk.store.write { [owner = desk.owner] in
      try $0.takeDelivery(owner: owner, duration: lease)
    }
    guard let held else { return false }
    var status: Int?
    var outcome = "unreachable"
    do {
      let answered = try await WebhookClient.post(
        try message(held), to: held.url, within: time, allowsInner: desk.settings.allowsInnerWebhooks)
      status = answered
      outcome = (200..<300).contains(answered) ? "delivered" : "refused"
    } catch is WebhookClient.Failure {}
    let (isDone, code) = (outcome == "delivered", status)
    // Not all at the same time after an outage.
    let first = desk.settings.webhookBackOff
    let backOff = BackOff(first: first + Int64.random(in: 0...max(first / 2, 1)), longest: 3_600_000)
    let attempts = desk.settings.webhookAttempts
    try await desk.store.write { transaction in
      if isDone {
        try transaction.completeDelivery(held, status: code ?? 200)
      } else {
        try transaction.failDelivery(held, status: code, backOff: backOff, maximumAttempts: attempts)
      }
    }
    desk.metrics.counter("webhook_attempts_total", help: "Attempts by outcome.", labels: ["outcome": outcome]).add()
    desk.log.write(
      LogLine(
        isDone ? .info : .warning, "webhook",
        [
          "delivery": held.delivery.id.text, "outcome": outcome, "attempt": String(held.delivery.attempts),
          "status": status.map { String($0) } ?? "",
        ]))
    return true
  }

  private func message(_ held: HeldDelivery) throws -> WebhookMessage {
    let data = try held.delivery.payload.decoded(as: JSONValue.self)
    let body = try JSONDocument(
      encoding: JSONValue.object([
        "id": .text(held.delivery.id.text), "event": .text(held.delivery.event),
        "createdAt": .integer(Int(held.delivery.created)), "data": data,
      ]))
    let seconds = desk.clock.now() / 1000
    return WebhookMessage(
      body: body.bytes, event: held.delivery.event, id: held.delivery.id.text,
      signature: try WebhookSignature.header(body.bytes, seconds: seconds, secret: held.secret))
  }
}

/// What is sent.
struct WebhookMessage: Sendable {
  let body: [UInt8]
  let event: String
  /// The same in all attempts.
  let id: String
  let signature: String
}

/// HMAC-SHA256 over `time.body`, so that neither can be changed, nor an old message be sent again unnoticed.
package enum WebhookSignature {
  package static let field = "Bonafide-Signature"

  /// `t=…,v1=…` with the time in Unix seconds.
  package static func header(_ body: [UInt8], seconds: Int64, secret: String) throws -> String {
    let code = try HMACSHA256.code(for: Array("\(seconds).".utf8) + body, key: SecretBytes(Array(secret.utf8)))
    return "t=\(seconds),v1=\(Hex.text(code))"
  }

  /// Whether a header is the one of this body, and not older than `tolerance` seconds.
  package static func isValid(
    _ header: String, for body: [UInt8], secret: String, now: Int64, tolerance: Int64 = 300
  ) -> Bool {
    let fields = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    guard fields.count == 2, fields.allSatisfy({ $0.count == 2 }), fields[0][0] == "t", fields[1][0] == "v1",
      let seconds = Int64(fields[0][1]), seconds >= now - tolerance, seconds <= now + tolerance,
      let expected = try? self.header(body, seconds: seconds, secret: secret)
    else { return false }
    return Comparison.equal(Array(header.utf8), Array(expected.utf8))
  }
}
