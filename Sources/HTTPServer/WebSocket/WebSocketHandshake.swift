internal import COpenSSLTLS

/// The server's side of the opening handshake (RFC 6455 §4.2).
package enum WebSocketHandshake {
  /// 101 for a well-formed handshake. Throws 426 `upgrade_required`, 400 `bad_handshake` or 403 `origin_not_allowed`.
  static func accept(
    _ request: Request, settings: WebSocketSettings, _ handler: @escaping @Sendable (WebSocket) async throws -> Void
  ) throws(Problem) -> Response {
    let upgrade: HTTPFields = ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
    guard request.method == .get, request.fields.tokens("Upgrade").contains("websocket"),
      request.fields.tokens("Connection").contains("upgrade")
    else { throw Problem(.upgradeRequired, "upgrade_required", "this address is a WebSocket", fields: upgrade) }
    guard request.fields.values("Sec-WebSocket-Version") == ["13"] else {
      throw Problem(.upgradeRequired, "upgrade_required", "version 13 is spoken here", fields: upgrade)
    }
    let keys = request.fields.values("Sec-WebSocket-Key")
    guard keys.count == 1, isKey(keys[0]), request.body.length == 0 else {
      throw Problem(.badRequest, "bad_handshake", "the key is not 16 bytes in base64")
    }
    let origins = request.fields.values("Origin")
    guard origins.count <= 1, settings.allowsOrigin(origins.first) else {
      throw Problem(.forbidden, "origin_not_allowed", "pages of this origin may not connect")
    }
    var fields: HTTPFields = ["Upgrade": "websocket", "Sec-WebSocket-Accept": acceptValue(keys[0])]
    let offered = request.fields.values("Sec-WebSocket-Protocol").flatMap { $0.split(separator: ",") }
      .map { String($0.trimmingBlanks()) }
    let chosen = settings.subprotocols.first(where: offered.contains)
    if let chosen { fields["Sec-WebSocket-Protocol"] = chosen }
    return Response(
      .switchingProtocols, fields: fields,
      body: .webSocket(WebSocketUpgrade(settings: settings, subprotocol: chosen, handler: handler)))
  }

  /// 16 bytes are 22 characters and two signs of equality.
  private static func isKey(_ key: String) -> Bool {
    key.utf8.count == 24 && key.hasSuffix("==")
      && key.utf8.dropLast(2).allSatisfy { FieldGrammar.isAlphanumeric($0) || $0 == 43 || $0 == 47 }
  }

  /// Base64 of the SHA-1 of the key and the words that the standard gives.
  package static func acceptValue(_ key: String) -> String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
    var encoded = [UInt8](repeating: 0, count: 29)
    let count = EVP_EncodeBlock(&encoded, digest, 20)
    return String(decoding: encoded.prefix(Int(max(0, count))), as: UTF8.self)
  }
}
