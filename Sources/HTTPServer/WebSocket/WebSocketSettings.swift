/// How a WebSocket route behaves.
package struct WebSocketSettings: Sendable {
  /// Bytes of one message, all its fragments together. Larger ones close the socket with 1009.
  package var maximumMessageBytes = 1 << 20
  /// A ping is sent when the other side has been silent for that long, and
  package var pingAfter = Duration.seconds(20)
  /// the socket is given up when it stays silent for that long.
  package var idleTimeout = Duration.seconds(60)
  /// For an answer to our close frame.
  package var closeTimeout = Duration.seconds(5)
  /// In our order of preference.
  package var subprotocols: [String] = []
  /// Whether a page of that origin may connect; nil comes from programs that are no browsers.
  package var allowsOrigin: @Sendable (String?) -> Bool = { _ in true }

  package init() {}
}

package enum WebSocketMessage: Sendable, Equatable {
  case text(String)
  case binary([UInt8])

  package var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}

/// A handshake that was accepted: what becomes of the connection.
package struct WebSocketUpgrade: Sendable {
  let settings: WebSocketSettings
  let subprotocol: String?
  let handler: @Sendable (WebSocket) async throws -> Void
}
