package import BonafideObservations
internal import CServerSystem
internal import Glibc
internal import Synchronization

/// Serves HTTP/1.1, WebSockets and TLS on one address.
package final class HTTPServer: Sendable {
  private enum State: Sendable {
    case idle
    case running([Service], listener: Int32)
    case stopped
  }

  /// A service thread from outside.
  private struct Service: Sendable {
    let inbox: LoopInbox
    let thread: UInt64
  }

  private let settings: ServerSettings
  private let metrics: MetricsRegistry
  private let respond: @Sendable (Request) async -> Response
  private let state = Mutex(State.idle)

  package init(
    _ settings: ServerSettings, metrics: MetricsRegistry = MetricsRegistry(),
    respond: @escaping @Sendable (Request) async -> Response
  ) {
    self.settings = settings
    self.metrics = metrics
    self.respond = respond
  }

  package convenience init(_ settings: ServerSettings, router: Router) {
    self.init(settings, metrics: router.metrics) { await router.respond(to: $0) }
  }

  /// Listens from when it returns, on the port that it returns.
  ///
  /// Throws `cannot_open` when the address is taken or not ours, `usage` when called a second time.
  package func start() throws(BonafideError) -> UInt16 {
    try state.withLock { state throws(BonafideError) in
      guard case .idle = state else { throw BonafideError(.usage, "a server starts once") }
      var port = settings.port
      let listener = bonafide_listen(settings.host, &port, 1024)
      guard listener >= 0 else {
        throw BonafideError(
          .cannotOpen, "cannot listen on \(settings.host), port \(settings.port)",
          hint: "check that the address is this machine's and that nothing else listens there")
      }
      let census = ConnectionCensus(
        maximum: settings.maximumConnections, perAddress: settings.maximumConnectionsPerAddress)
      var services: [Service] = []
      for number in 0..<max(1, settings.loops) {
        guard
          let loop = EventLoop(
            listener: listener, settings: settings, census: census, metrics: metrics, respond: respond),
          let service = Self.launch(loop, number: number)
        else {
          for service in services { service.inbox.post(.shutDown(graceNanoseconds: 0)) }
          for service in services { bonafide_thread_join(service.thread) }
          close(listener)
          throw BonafideError(.internal, "the system has no threads or descriptors left")
        }
        services.append(service)
      }
      state = .running(services, listener: listener)
      return port
    }
  }

  /// Stops accepting, lets running requests finish, and closes all that is still open after `grace`. Returns when
  /// everything is closed.
  package func shutDown(within grace: Duration = .seconds(10)) async {
    let (services, listener) = state.withLock { state -> ([Service], Int32) in
      guard case .running(let services, let listener) = state else { return ([], -1) }
      state = .stopped
      return (services, listener)
    }
    if listener < 0 { return }
    for service in services { service.inbox.post(.shutDown(graceNanoseconds: grace.nanoseconds)) }
    await withCheckedContinuation { continuation in
      // Waiting for threads must not hold one of the pool's.
      let waiter = ShutdownWaiter(threads: services.map(\.thread), listener: listener, continuation: continuation)
      let pointer = Unmanaged.passRetained(waiter).toOpaque()
      if bonafide_thread_start(waitForThreads, pointer, "http-stop", nil) != 0 { waitForThreads(pointer) }
    }
  }

  private static func launch(_ loop: EventLoop, number: Int) -> Service? {
    let inbox = loop.inbox
    var thread: UInt64 = 0
    let pointer = Unmanaged.passRetained(loop).toOpaque()
    guard bonafide_thread_start(runLoop, pointer, "http-\(number)", &thread) == 0 else {
      Unmanaged<EventLoop>.fromOpaque(pointer).release()
      return nil
    }
    return Service(inbox: inbox, thread: thread)
  }
}

private final class ShutdownWaiter {
  let threads: [UInt64]
  let listener: Int32
  let continuation: CheckedContinuation<Void, Never>

  init(threads: [UInt64], listener: Int32, continuation: CheckedContinuation<Void, Never>) {
    self.threads = threads
    self.listener = listener
    self.continuation = continuation
  }
}

private func runLoop(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer else { return }
  Unmanaged<EventLoop>.fromOpaque(pointer).takeRetainedValue().run()
}

private func waitForThreads(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer else { return }
  let waiter = Unmanaged<ShutdownWaiter>.fromOpaque(pointer).takeRetainedValue()
  for thread in waiter.threads { bonafide_thread_join(thread) }
  close(waiter.listener)
  waiter.continuation.resume()
}
