/// An open WebSocket, as its handler sees it: a sequence of messages, for one reader. It ends when the other side
/// closes; it throws `connection_lost` when the connection does.
package struct WebSocket: Sendable, AsyncSequence {
  package typealias Element = WebSocketMessage

  /// Bytes of messages that may wait for the handler before the other side is made to wait.
  static let pauseAt = 128 << 10
  static let resumeAt = 32 << 10

  package let subprotocol: String?
  let pipe: FlowPipe<WebSocketMessage>
  let credit: WriteCredit
  let exchange: ExchangeID
  let inbox: LoopInbox

  /// Sends a message, and waits while the other side is slow to read those before. Throws `CancellationError` when
  /// the socket is closed.
  package func send(_ message: WebSocketMessage) async throws {
    let cost = message.byteCount + 16
    try await credit.take(cost)
    inbox.post(.sendMessage(exchange, message, cost: cost))
  }

  /// Starts the closing handshake; the sequence ends with it. `code` as RFC 6455 §7.4 gives them; `reason` is cut to
  /// 123 bytes.
  package func close(_ code: Int = 1000, _ reason: String = "") {
    inbox.post(.closeSocket(exchange, code: code, reason: reason))
  }

  package func makeAsyncIterator() -> Iterator { Iterator(pipe: pipe) }

  package struct Iterator: AsyncIteratorProtocol {
    let pipe: FlowPipe<WebSocketMessage>

    package mutating func next() async throws -> WebSocketMessage? { try await pipe.next() }
  }
}
