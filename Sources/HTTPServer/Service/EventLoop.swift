internal import CServerSystem
internal import Glibc
internal import Synchronization

/// A service thread: it owns its connections, waits for the system and for commands, and never for a handler.
final class EventLoop {
  private enum Tag {
    static let wake: UInt64 = 0
    static let listener: UInt64 = 1
  }

  let epoll: Int32
  let inbox: LoopInbox
  let settings: ServerSettings
  let respond: @Sendable (Request) async -> Response
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private let metrics: MetricsRegistry
  let progressNanoseconds: UInt64
  /// The time at which this turn began.
  private(set) var now: UInt64
  private(set) var dateLine: [UInt8]
  private(set) var isShuttingDown = false
  /// Connections that have input the system does not know of.
  var again: Set<UInt64> = []
  private let census: ConnectionCensus
  private let listener: Int32
  private let open: Gauge
  private var connections: [UInt64: Connection] = [:]
  private var isAccepting = true
  private var nextSweep: UInt64 = 0
  private var lastSecond = 0
  private var end = UInt64.max

  /// Nil when the system has no descriptors left.
  init?(
    listener: Int32, settings: ServerSettings, census: ConnectionCensus, metrics: MetricsRegistry,
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    guard let inbox = LoopInbox() else { return nil }
    self.inbox = inbox
    self.listener = listener
    self.settings = settings
    self.census = census
    self.respond = respond
    progressNanoseconds = settings.progressTime.nanoseconds
    self.metrics = metrics
    open = metrics.gauge("http_connections", help: "Open connections.")
    now = settings.clock.nanoseconds()
    dateLine = ResponseHead.dateLine(seconds: HTTPDate.now)
    epoll = bonafide_epoll_create()
    guard epoll >= 0, bonafide_epoll_watch(epoll, bonafide_watch_add, inbox.wakeDescriptor, Tag.wake, 1, 0) == 0,
      bonafide_epoll_watch(epoll, bonafide_watch_add, listener, Tag.listener, 1, 0) == 0
    else { return nil }
  }

  deinit {
    scratch.deallocate()
    if epoll >= 0 { close(epoll) }
  }

  /// Returns after a shutdown, when the last connection is gone.
  func run() {
    let real = ServerClock.monotonic
    nextSweep = real.nanoseconds() + settings.sweepTime.nanoseconds
    var events = [bonafide_event](repeating: bonafide_event(), count: 256)
    var commands: [LoopCommand] = []
    while !isShuttingDown || !connections.isEmpty {
      let count = bonafide_epoll_wait(epoll, &events, Int32(events.count), waitMilliseconds(real.nanoseconds()))
      now = settings.clock.nanoseconds()
      refreshDate()
      for event in events.prefix(Int(max(0, count))) {
        switch event.tag {
        case Tag.wake: inbox.clearWake()
        case Tag.listener: accept()
        default: connections[event.tag]?.handle(event)
        }
      }
      inbox.take(into: &commands)
      for command in commands { carryOut(command) }
      if !again.isEmpty { readAgain() }
      let time = real.nanoseconds()
      if time >= nextSweep {
        nextSweep = time + settings.sweepTime.nanoseconds
        sweep()
      }
      if time >= end { for connection in Array(connections.values) { connection.close() } }
    }
  }

  private func waitMilliseconds(_ time: UInt64) -> Int32 {
    if !again.isEmpty { return 0 }
    let next = min(nextSweep, end)
    return next > time ? Int32(clamping: (next - time) / 1_000_000 + 1) : 0
  }

  private func refreshDate() {
    let second = HTTPDate.now
    if second == lastSecond { return }
    lastSecond = second
    dateLine = ResponseHead.dateLine(seconds: second)
  }

  private func readAgain() {
    let ids = again
    again = []
    for id in ids {
      connections[id]?.receive()
      connections[id]?.updateWatch()
    }
  }

  private func sweep() {
    for connection in Array(connections.values) {
      connection.sweep()
      connection.updateWatch()
    }
    if !isAccepting, !isShuttingDown, !census.isFull { setAccepting(true) }
  }

  // MARK: Commands

  private func carryOut(_ command: LoopCommand) {
    switch command {
    case .respond(let id, let response): connections[id.connection]?.respond(id, response)
    case .write(let id, let bytes): connections[id.connection]?.write(id, bytes)
    case .finish(let id, let ending): connections[id.connection]?.finish(id, ending)
    case .resumeReading(let id): connections[id.connection]?.resumeReading(id)
    case .sendContinue(let id): connections[id.connection]?.sendContinue(id)
    case .sendMessage(let id, let message, let cost): connections[id.connection]?.sendMessage(id, message, cost: cost)
    case .closeSocket(let id, let code, let reason):
      connections[id.connection]?.closeSocket(id, code: code, reason: reason)
    case .shutDown(let grace): shutDown(grace)
    }
  }

  private func shutDown(_ grace: UInt64) {
    let time = ServerClock.monotonic.nanoseconds()
    end = min(end, time + grace)
    if isShuttingDown { return }
    isShuttingDown = true
    setAccepting(false)
    for connection in Array(connections.values) { connection.shutDown() }
  }

  // MARK: Connections

  private func setAccepting(_ accepts: Bool) {
    if isAccepting == accepts { return }
    isAccepting = accepts
    let action = accepts ? bonafide_watch_add : bonafide_watch_remove
    _ = bonafide_epoll_watch(epoll, action, listener, Tag.listener, 1, 0)
  }

  private func accept() {
    var address = [CChar](repeating: 0, count: 64)
    for _ in 0..<64 where isAccepting {
      if census.isFull { return setAccepting(false) }
      let descriptor = bonafide_accept(listener, &address, address.count)
      guard descriptor >= 0 else {
        // Without descriptors the listener would be reported again at once; the next sweep tries again.
        if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED { setAccepting(false) }
        return
      }
      admit(descriptor, String(decoding: address.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
  }

  private func admit(_ descriptor: Int32, _ address: String) {
    switch census.enter(address) {
    case .full:
      close(descriptor)
      return setAccepting(false)
    case .tooManyOfAddress: return turnAway(descriptor)
    case .welcome: break
    }
    let id = census.newID()
    let session = settings.tls.map { $0.makeSession(descriptor: descriptor) }
    if case .some(.none) = session {
      census.leave(address)
      close(descriptor)
      return
    }
    let connection = Connection(
      id: id, remoteAddress: address, transport: Transport(descriptor: descriptor, tls: session ?? nil), loop: self)
    guard bonafide_epoll_watch(epoll, bonafide_watch_add, descriptor, id, 1, 0) == 0 else {
      census.leave(address)
      close(descriptor)
      return
    }
    connections[id] = connection
    open.add(1)
  }

  /// 503 at once, where the client can read it.
  private func turnAway(_ descriptor: Int32) {
    countRefusal("too_many_connections")
    if settings.tls == nil {
      let problem = Problem(
        .serviceUnavailable, "too_many_connections", "too many connections from one address",
        fields: ["Retry-After": "1"])
      let response = problem.response(correlationID: CorrelationID.make())
      var bytes = ResponseHead.write(
        response, length: .known(response.body.length ?? 0), connection: .close, date: dateLine)
      if case .bytes(let content) = response.body { bytes += content }
      _ = bonafide_send(descriptor, bytes, bytes.count)
      shutdown(descriptor, Int32(SHUT_WR))
      // Unread input would turn the end into a reset, which can overtake the answer.
      while bonafide_receive(descriptor, scratch.baseAddress, scratch.count) > 0 {}
    }
    close(descriptor)
  }

  /// Requests that never came to a route, by the code of their answer.
  func countRefusal(_ code: String) {
    metrics.counter(
      "http_refused_total", help: "Requests that were not well-formed or took too long.", labels: ["code": code]
    ).add()
  }

  func forget(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.id) != nil else { return }
    again.remove(connection.id)
    census.leave(connection.remoteAddress)
    open.add(-1)
  }
}
