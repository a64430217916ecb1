internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// The signature of one message of a session (ECDSA on P-256 with SHA-256). A session that was given a key takes nothing
/// without one: who got hold of its token alone can neither read nor write.
struct MessageSignature: Sendable {
  /// Milliseconds that a message's time may be away from ours.
  static let window: Int64 = 300_000

  private let time: Int64
  private let nonce: String
  private let value: [UInt8]
  /// What is signed.
  private let text: [UInt8]

  /// Throws 403 `signature_missing` or `signature_malformed`.
  init(_ request: Request, body: [UInt8]) throws(Problem) {
    var values: [String] = []
    for header in API.signature {
      let sent = request.fields.values(header.name)
      guard sent.count == 1 else { throw Self.refused("missing", "the messages of this session have to be signed") }
      values.append(sent[0])
    }
    guard let time = Int64(values[0]), time >= 0, (16...100).contains(values[1].utf8.count),
      TextForm.visible.matches(values[1]), let value = Base64.bytes(values[2]), (8...80).contains(value.count)
    else { throw Self.refused("malformed", "the signature does not have the form it should have") }
    self.time = time
    nonce = values[1]
    self.value = value
    let lines = [
      "bonafide-message-1", String(time), nonce, request.method.rawValue, request.path, Hex.text(SHA256Digest.of(body)),
    ]
    text = Array(lines.joined(separator: "\n").utf8)
  }

  /// Throws 403 `signature_stale` or `signature_wrong`.
  func check(key: [UInt8], now: Int64) throws {
    guard abs(now - time) <= MessageSignature.window else {
      throw Self.refused("stale", "the message was signed too long ago, or by a clock that is wrong")
    }
    guard try SignatureKey(key).isSignature(value, of: text) else {
      throw Self.refused("wrong", "the signature is not of this message, or not by the session's key")
    }
  }

  /// A message comes once. Throws 409 `signature_replayed`.
  func spend(_ session: Identifier<Session>, in transaction: WriteTransaction) throws {
    do {
      // Longer than a message is taken that was signed by a clock as far ahead as may be.
      try transaction.spendClientNonce(
        nonce, scope: "message:" + session.text, lifetime: 2 * MessageSignature.window + 1000)
    } catch let error as StoreError where error.code == .used {
      throw Problem(.conflict, "signature_replayed", "the message came before")
    }
  }

  private static func refused(_ code: String, _ detail: String) -> Problem {
    Problem(.forbidden, "signature_" + code, detail)
  }

  /// The request as its handler gets it: with its content in memory where it had to be looked at. What belongs to no
  /// session of the caller's passes; its handler does not find it.
  static func checked(
    _ request: Request, _ row: EndpointDescription, _ caller: Caller?, _ desk: Desk
  ) async throws -> Request {
    guard row.takesSignature, let client = caller?.client,
      let id = request.parameters["session"].flatMap({ Identifier<Session>($0) })
    else { return request }
    let found = try await desk.store.read { transaction -> [UInt8]? in
      guard let key = try transaction.messageKey(of: id), try transaction.session(id).client == client.id else {
        return nil
      }
      return key
    }
    guard let key = found else { return request }
    let body = try await request.body.collect(upTo: row.limits.bodyBytes)
    let signature = try MessageSignature(request, body: body)
    try signature.check(key: key, now: desk.clock.now())
    try await desk.store.write { try signature.spend(id, in: $0) }
    var request = request
    request.body = RequestBody(body)
    return request
  }
}
