internal import CWslay

/// The frames of one WebSocket, by wslay; used by its connection's service thread only.
final class WebSocketLink {
  /// Every fragment costs memory of its own, however small it is.
  static let mostFragments = 4096

  let id: ExchangeID
  let credit: WriteCredit
  var isPaused = false
  private let pipe: FlowPipe<WebSocketMessage>
  private let settings: WebSocketSettings
  private let upgrade: WebSocketUpgrade
  private unowned let connection: Connection
  private var context: wslay_event_context_ptr?
  private var task: Task<Void, Never>?
  /// A close frame of one byte came, which wslay takes for an empty one.
  private var hasHalfCode = false
  /// Frames of the message that is coming in.
  private var fragments = 0
  private var lastPing: UInt64 = 0

  init?(connection: Connection, exchange: Exchange, upgrade: WebSocketUpgrade) {
    id = exchange.id
    credit = exchange.credit
    settings = upgrade.settings
    self.upgrade = upgrade
    self.connection = connection
    let (id, inbox) = (exchange.id, connection.loop.inbox)
    pipe = FlowPipe(
      pauseAt: WebSocket.pauseAt, resumeAt: WebSocket.resumeAt, onResume: { inbox.post(.resumeReading(id)) })
    var callbacks = wslay_event_callbacks()
    callbacks.recv_callback = webSocketReceive
    callbacks.send_callback = webSocketSend
    callbacks.on_frame_recv_start_callback = webSocketFrame
    callbacks.on_msg_recv_callback = webSocketMessage
    guard
      wslay_event_context_server_init(&context, &callbacks, Unmanaged.passUnretained(self).toOpaque()) == 0,
      let context
    else { return nil }
    wslay_event_config_set_max_recv_msg_length(context, UInt64(max(1, settings.maximumMessageBytes)))
  }

  deinit {
    if let context { wslay_event_context_free(context) }
  }

  /// Runs the handler.
  func start() {
    let (inbox, handler) = (connection.loop.inbox, upgrade.handler)
    let socket = WebSocket(
      subprotocol: upgrade.subprotocol, pipe: pipe, credit: credit, exchange: id, inbox: inbox)
    task = Task.detached {
      do {
        try await handler(socket)
        socket.close()
      } catch {
        socket.close(1011, "the handler failed")
      }
    }
  }

  /// The connection is gone, or will be.
  func abandon(_ problem: Problem) {
    pipe.end(.failed(problem))
    credit.close()
    task?.cancel()
  }

  // MARK: Called by the connection

  func receive() {
    guard let context else { return }
    if wslay_event_recv(context) != 0 || hasHalfCode { return fail(1002) }
    if fragments > Self.mostFragments { return fail(1008) }
    advance()
  }

  func send(_ message: WebSocketMessage) {
    switch message {
    case .text(let text): queue(Array(text.utf8), opcode: WSLAY_TEXT_FRAME)
    case .binary(let bytes): queue(bytes, opcode: WSLAY_BINARY_FRAME)
    }
    advance()
  }

  /// Does nothing when a closing handshake is under way.
  func close(_ code: Int, _ reason: String) {
    guard let context, wslay_event_get_close_sent(context) == 0 else { return }
    let isSendable = (1000...1014).contains(code) && ![1004, 1005, 1006].contains(code) || (3000...4999).contains(code)
    var words = Array(reason.utf8.prefix(123))
    while !words.isEmpty, String(validating: words, as: UTF8.self) == nil { words.removeLast() }
    _ = wslay_event_queue_close(context, isSendable ? UInt16(code) : 1011, words, words.count)
    connection.deadline = connection.loop.now + settings.closeTimeout.nanoseconds
    advance()
  }

  func sweep(_ now: UInt64) {
    guard let context, wslay_event_get_close_sent(context) == 0 else { return }
    let silent = now > connection.lastReceived ? now - connection.lastReceived : 0
    // Silence of our own making does not count.
    if isPaused { return }
    if silent > settings.idleTimeout.nanoseconds {
      abandon(Problem(.requestTimeout, "connection_lost", "the other side is silent"))
      connection.close()
    } else if silent > settings.pingAfter.nanoseconds, now > lastPing + settings.pingAfter.nanoseconds {
      lastPing = now
      queue([], opcode: WSLAY_PING)
      advance()
    }
  }

  // MARK: Called by wslay

  fileprivate func take(_ target: UnsafeMutableRawBufferPointer) -> Int {
    isPaused ? 0 : connection.input.take(into: target)
  }

  fileprivate func put(_ bytes: [UInt8]) { connection.output.append(bytes) }

  fileprivate func begin(opcode: UInt8, payloadBytes: UInt64) {
    if UInt32(opcode) == WSLAY_CONNECTION_CLOSE.rawValue, payloadBytes == 1 { hasHalfCode = true }
    if UInt32(opcode) == WSLAY_CONTINUATION_FRAME.rawValue { fragments += 1 }
    if [WSLAY_TEXT_FRAME.rawValue, WSLAY_BINARY_FRAME.rawValue].contains(UInt32(opcode)) { fragments = 1 }
  }

  fileprivate func deliver(_ bytes: [UInt8], opcode: UInt8) {
    let message: WebSocketMessage
    switch UInt32(opcode) {
    case WSLAY_TEXT_FRAME.rawValue: message = .text(String(decoding: bytes, as: UTF8.self))
    case WSLAY_BINARY_FRAME.rawValue: message = .binary(bytes)
    default: return
    }
    if pipe.push(message, cost: bytes.count + 64) == .pause { isPaused = true }
  }

  // MARK: Within

  /// Nothing more can be read. The close frame of wslay would not say why, so it is our own.
  private func fail(_ code: Int) {
    if let context, wslay_event_get_close_sent(context) == 0 {
      connection.output.append([0x88, 2, UInt8(code >> 8 & 255), UInt8(code & 255)])
    }
    abandon(Problem(.badRequest, "connection_lost", "the other side broke the protocol"))
    connection.linger()
  }

  private func queue(_ bytes: [UInt8], opcode: wslay_opcode) {
    guard let context else { return }
    bytes.withUnsafeBufferPointer { buffer in
      var message = wslay_event_msg(
        opcode: UInt8(opcode.rawValue), msg: buffer.baseAddress, msg_length: buffer.count)
      _ = wslay_event_queue_msg(context, &message)
    }
  }

  /// Writes what wslay has to say, and ends the connection when both sides have closed.
  private func advance() {
    guard let context else { return }
    while wslay_event_want_write(context) != 0 {
      if wslay_event_send(context) != 0 { return connection.close() }
    }
    let isOver = wslay_event_get_read_enabled(context) == 0 || wslay_event_get_close_received(context) != 0
    if isOver {
      pipe.end(.finished)
      credit.close()
    }
    if isOver, wslay_event_get_close_sent(context) != 0 { return connection.linger() }
    connection.flush()
  }
}

private func link(_ user: UnsafeMutableRawPointer?) -> WebSocketLink? {
  user.map { Unmanaged<WebSocketLink>.fromOpaque($0).takeUnretainedValue() }
}

private func webSocketReceive(
  _ context: wslay_event_context_ptr?, _ buffer: UnsafeMutablePointer<UInt8>?, _ length: Int, _ flags: Int32,
  _ user: UnsafeMutableRawPointer?
) -> Int {
  let count = link(user)?.take(UnsafeMutableRawBufferPointer(start: buffer, count: max(0, length))) ?? 0
  if count > 0 { return count }
  wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK.rawValue)
  return -1
}

private func webSocketSend(
  _ context: wslay_event_context_ptr?, _ data: UnsafePointer<UInt8>?, _ length: Int, _ flags: Int32,
  _ user: UnsafeMutableRawPointer?
) -> Int {
  link(user)?.put(Array(UnsafeBufferPointer(start: data, count: max(0, length))))
  return length
}

private func webSocketFrame(
  _ context: wslay_event_context_ptr?, _ argument: UnsafePointer<wslay_event_on_frame_recv_start_arg>?,
  _ user: UnsafeMutableRawPointer?
) {
  guard let frame = argument?.pointee else { return }
  link(user)?.begin(opcode: frame.opcode, payloadBytes: frame.payload_length)
}

private func webSocketMessage(
  _ context: wslay_event_context_ptr?, _ argument: UnsafePointer<wslay_event_on_msg_recv_arg>?,
  _ user: UnsafeMutableRawPointer?
) {
  guard let message = argument?.pointee else { return }
  link(user)?.deliver(
    Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length)), opcode: message.opcode)
}
