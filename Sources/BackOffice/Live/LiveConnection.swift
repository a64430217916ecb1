internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideStore
internal import Foundation

/// One person in front of a camera: pictures come in, guidance goes out, and what came is kept for the judge.
struct LiveConnection {
  /// Pictures that a page may have sent without an answer.
  static let window = 2
  private static let faultsOfPages: Set<ErrorCode> = [.notMedia, .undecodable, .truncated, .tooLarge]

  private let room: LiveRoom
  private let socket: WebSocket
  private let correlation: String
  private var messages: WebSocket.Iterator
  /// Lets a page's usual rate through, and no more.
  private let rate = TokenBuckets(RateLimit(perSecond: 20, burst: 40))

  init(_ room: LiveRoom, _ socket: WebSocket, correlation: String) {
    self.room = room
    self.socket = socket
    self.correlation = correlation
    messages = socket.makeAsyncIterator()
  }

  mutating func run() async {
    var closing: LiveClosing
    do {
      var seat = try await sit()
      do { closing = try await capture(&seat) } catch { closing = self.closing(for: error) }
      await seat.leave()
      room.leave(seat.session, lease: seat.lease.number)
    } catch { closing = self.closing(for: error) }
    socket.close(closing.code, closing.words)
  }

  private func closing(for error: any Error) -> LiveClosing {
    switch error {
    case let closing as LiveClosing: return closing
    case is CancellationError: return .silent
    case let problem as Problem where problem.code == "connection_lost": return .silent
    case let error as StoreError:
      return error.code == .leaseLost || error.code == .leased ? .takenOver : report(error.code.rawValue)
    default: return report("\(type(of: error))")
    }
  }

  private func report(_ fault: String) -> LiveClosing {
    room.desk.log.write(LogLine(.error, "live", ["fault": fault, "correlationId": correlation]))
    return .fault
  }

  // MARK: Before the first picture

  private mutating func sit() async throws -> LiveSeat {
    // Ends a connection that says nothing.
    let impatience = Task { [socket] in
      try await Task.sleep(for: .seconds(5))
      socket.close(LiveClosing.silent.code, LiveClosing.silent.words)
    }
    defer { impatience.cancel() }
    guard case .text(let text)? = try await messages.next() else { throw LiveClosing.badMessage }
    let hello = try PageMessage(text)
    guard hello.type == .hello, let token = hello.token, let part = hello.part else { throw LiveClosing.badMessage }
    let caller: Caller
    do { caller = try await Caller.identify(token: token, room.desk) } catch is Problem { throw LiveClosing.token }
    let seat = try await LiveSeat.take(part, caller, camera: hello.camera, room.desk)
    try room.take(seat.session, lease: seat.lease.number, socket)
    return seat
  }

  // MARK: Pictures

  private mutating func capture(_ seat: inout LiveSeat) async throws -> LiveClosing {
    while true {
      let work = try await seat.begin()
      let (room, part) = (room, seat.part)
      let run = try await room.threads.run { try room.engine.begin(work) }
      try await send(seat.ready(work))
      let failure = try await watch(run, part, &seat)
      guard let failure else {
        try await send(ServerMessage.Part(part: part))
        return .done
      }
      try await send(failure)
      guard failure.canRetry else { return .done }
      try await retry()
    }
  }

  /// Waits for the person to begin anew; pictures that are still on their way are left.
  private mutating func retry() async throws {
    while let message = try await messages.next() {
      guard case .text(let text) = message else { continue }
      if try PageMessage(text).type == .retry { return }
    }
    throw LiveClosing.silent
  }

  /// Watches until the part is done; the failure when it was not.
  private mutating func watch(
    _ run: any LiveRun, _ part: CapturePart, _ seat: inout LiveSeat
  ) async throws -> ServerMessage.Failed? {
    var times = FilmTime(after: seat.lastTime)
    var lastNumber: UInt32 = 0
    var isWanted = false
    var known = seat.stepsDone
    var step: Int?
    while let message = try await messages.next() {
      let bytes: [UInt8]
      switch message {
      case .text(let text):
        switch try PageMessage(text).type {
        case .take: isWanted = true
        case .background: times.cut()
        case .retry: break
        case .hello: throw LiveClosing.badMessage
        }
        continue
      case .binary(let content): bytes = content
      }
      let arrival = DispatchTime.now().uptimeNanoseconds
      let frame = try PageFrame(bytes, for: part)
      guard frame.number > lastNumber else { throw LiveClosing.badMessage }
      lastNumber = frame.number
      let milliseconds = Int(arrival / 1_000_000)
      guard rate.take(for: "") == nil, let place = try times.place(frame.time, at: milliseconds) else {
        try await send(ServerMessage.Seen(seq: frame.number, skipped: true))
        continue
      }
      let sight: LiveSight
      do {
        let (time, wanted) = (Double(place.time) / 1000, isWanted)
        sight = try await room.threads.run {
          try run.observe(frame.picture, at: time, isCut: place.isCut, isWanted: wanted)
        }
      } catch let error as BonafideError where LiveConnection.faultsOfPages.contains(error.code) {
        throw LiveClosing.badMessage
      }
      room.pictures.add()
      let end = try await seat.add(frame.picture, at: place, sight, run)
      if let now = sight.step, now != step {
        step = now
        if let name = seat.name(ofStep: now) { try await send(ServerMessage.Step(index: now, step: name)) }
      }
      for index in known..<max(known, sight.done) { try await send(ServerMessage.Passed(index: index)) }
      known = max(known, sight.done)
      try await send(LiveConnection.seen(frame.number, sight))
      room.delay.observe(Double(DispatchTime.now().uptimeNanoseconds - arrival) / 1e9)
      switch end {
      case nil: continue
      case .passed: return nil
      case .failed(let failure): return failure
      }
    }
    throw LiveClosing.silent
  }

  private static func seen(_ number: UInt32, _ sight: LiveSight) -> ServerMessage.Seen {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    var seen = ServerMessage.Seen(seq: number)
    seen.guidance = sight.guidance
    seen.progress = rounded(sight.progress)
    seen.step = sight.step
    seen.done = sight.done
    if let face = sight.face, face.count == 4 {
      seen.face = ServerMessage.Seen.Box(
        x: rounded(face[0]), y: rounded(face[1]), width: rounded(face[2]), height: rounded(face[3]))
    }
    seen.quad = sight.card?.map { $0.map(rounded) }
    return seen
  }

  private func send(_ message: some Encodable) async throws {
    try await socket.send(.text(String(decoding: JSONEncoder().encode(message), as: UTF8.self)))
  }
}
