internal import CServerSystem
internal import Glibc

/// One connection; used by its service thread only.
final class Connection {
  enum Stage {
    case handshaking
    /// Between requests, or in the head of one.
    case head
    case exchange(Exchange)
    case webSocket(WebSocketLink)
    /// The last answer is out, or on its way; what comes is dropped.
    case lingering
    case closed
  }

  /// Bytes of input that are kept while nobody can take them.
  static let mostInputBytes = 64 << 10
  /// Bytes of output at which nothing more is read: who does not read answers has no more questions.
  static let mostOutputBytes = 512 << 10
  static let mostLingeringBytes = 4 << 20

  let id: UInt64
  let remoteAddress: String
  let transport: Transport
  unowned let loop: EventLoop

  var stage: Stage
  var input = InputBuffer()
  var output = OutputQueue()
  var scanner = HeadScanner()
  var hasInputEnded = false
  /// When the stage is over, in nanoseconds.
  var deadline = UInt64.max
  var lastReceived: UInt64
  var bodyWatch = ProgressWatch()
  var writeWatch = ProgressWatch()
  var lingeringBytes = 0
  private var exchanges: UInt64 = 0
  private var hasSentEnd = false
  private var watched = (readable: true, writable: false)

  init(id: UInt64, remoteAddress: String, transport: Transport, loop: EventLoop) {
    self.id = id
    self.remoteAddress = remoteAddress
    self.transport = transport
    self.loop = loop
    lastReceived = loop.now
    stage = transport.tls == nil ? .head : .handshaking
    let time = transport.tls == nil ? loop.settings.headTimeout : loop.settings.handshakeTimeout
    deadline = lastReceived + time.nanoseconds
  }

  var isClosed: Bool {
    if case .closed = stage { return true }
    return false
  }

  /// The exchange of that number, while it lasts.
  func exchange(_ id: ExchangeID) -> Exchange? {
    if case .exchange(let exchange) = stage, exchange.id == id { return exchange }
    return nil
  }

  func webSocket(_ id: ExchangeID) -> WebSocketLink? {
    if case .webSocket(let link) = stage, link.id == id { return link }
    return nil
  }

  func newExchangeID() -> ExchangeID {
    exchanges += 1
    return ExchangeID(connection: id, number: exchanges)
  }

  // MARK: What the system reports

  func handle(_ event: bonafide_event) {
    if case .handshaking = stage {
      handshake()
    } else {
      if event.readable != 0 || transport.tls != nil { receive() }
      if !isClosed, event.writable != 0 { flush() }
      if !isClosed, event.broken != 0, event.readable == 0 { close() }
    }
    updateWatch()
  }

  private func handshake() {
    switch transport.tls?.handshake() ?? .failed {
    case .pending: break
    case .failed: close()
    case .done:
      stage = .head
      deadline = loop.now + loop.settings.headTimeout.nanoseconds
      receive()
    }
  }

  /// Tells the system what to report from now on.
  func updateWatch() {
    if isClosed { return }
    let readable = wantsInput
    let writable = !output.isEmpty || transport.wantsWrite
    // What OpenSSL has decrypted already is not reported by the system.
    if readable, transport.hasPending { loop.again.insert(id) }
    if (readable, writable) == watched { return }
    watched = (readable, writable)
    _ = bonafide_epoll_watch(
      loop.epoll, bonafide_watch_change, transport.descriptor, id, readable ? 1 : 0, writable ? 1 : 0)
  }

  // MARK: Writing

  func flush() {
    var isBlocked = false
    var hasFailed = false
    let before = output.count
    while !output.isEmpty, !isBlocked, !hasFailed {
      output.withFront { front in
        switch transport.write(front) {
        case .bytes(let count): return count
        case .nothing: isBlocked = true
        case .failed: hasFailed = true
        }
        return 0
      }
    }
    if hasFailed { return close() }
    writeWatch.note(before - output.count)
    switch stage {
    case .exchange(let exchange): exchange.credit.update(pending: output.count)
    case .webSocket(let link): link.credit.update(pending: output.count)
    case .lingering:
      guard output.isEmpty else { return }
      if !hasSentEnd {
        hasSentEnd = true
        transport.sendEnd()
        deadline = loop.now + loop.settings.lingerTime.nanoseconds
      }
      if hasInputEnded { close() }
    case .head: if hasInputEnded, output.isEmpty { close() }
    case .handshaking, .closed: break
    }
  }

  // MARK: Ends

  /// Ends the connection after what is to be written: the client gets the answer, whatever it is still sending.
  func linger() {
    stage = .lingering
    deadline = .max
    input.removeAll()
    flush()
  }

  /// Answers by itself, and ends the connection.
  func refuse(_ problem: Problem) {
    if case .exchange(let exchange) = stage {
      guard exchange.isWaiting else { return close() }
      exchange.abandon(problem)
    }
    let response = problem.response(correlationID: CorrelationID.make())
    loop.countRefusal(problem.code)
    send(response, length: .known(response.body.length ?? 0), connection: .close)
    if case .bytes(let bytes) = response.body { output.append(bytes) }
    linger()
  }

  func send(_ response: Response, length: ResponseHead.Length, connection: ResponseHead.Connection) {
    output.append(ResponseHead.write(response, length: length, connection: connection, date: loop.dateLine))
  }

  func close() {
    if isClosed { return }
    let lost = Problem(.badRequest, "connection_lost", "the connection is gone")
    switch stage {
    case .exchange(let exchange): exchange.abandon(lost)
    case .webSocket(let link): link.abandon(lost)
    case .handshaking, .head, .lingering, .closed: break
    }
    stage = .closed
    input.removeAll()
    output.removeAll()
    loop.forget(self)
    Glibc.close(transport.descriptor)
  }
}
