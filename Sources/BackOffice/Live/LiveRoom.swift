internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore
internal import Synchronization

/// What all live connections of this process share.
final class LiveRoom: Sendable {
  let desk: Desk
  let engine: any LiveEngine
  let threads: LiveThreads
  /// From a picture's arrival to the answer.
  let delay: Histogram
  let pictures: Counter
  private let open: Gauge
  private let seats = Mutex<[Identifier<Session>: Seat]>([:])

  private struct Seat {
    let lease: Int64
    let socket: WebSocket
  }

  init(_ desk: Desk, engine: any LiveEngine) {
    self.desk = desk
    self.engine = engine
    threads = LiveThreads(count: desk.settings.liveThreads)
    delay = desk.metrics.histogram(
      "live_guidance_seconds", help: "From a live picture's arrival to the answer.")
    pictures = desk.metrics.counter("live_pictures", help: "Live pictures that were looked at.")
    open = desk.metrics.gauge("live_connections", help: "Persons who are capturing now.")
  }

  /// Takes the seat of a session; whoever had it is told that it was taken over. Throws `tooMany`.
  func take(_ session: Identifier<Session>, lease: Int64, _ socket: WebSocket) throws {
    let before = try seats.withLock { seats in
      let before = seats[session]
      guard before != nil || seats.count < desk.settings.liveSeats else { throw LiveClosing.tooMany }
      seats[session] = Seat(lease: lease, socket: socket)
      open.set(seats.count)
      return before
    }
    before?.socket.close(LiveClosing.takenOver.code, LiveClosing.takenOver.words)
  }

  func leave(_ session: Identifier<Session>, lease: Int64) {
    seats.withLock { seats in
      if seats[session]?.lease == lease { seats[session] = nil }
      open.set(seats.count)
    }
  }

  static func add(to router: inout Router, _ desk: Desk, engine: any LiveEngine) {
    let room = LiveRoom(desk, engine: engine)
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = 1_000_000
    settings.subprotocols = [API.captureProtocol]
    settings.idleTimeout = .seconds(30)
    settings.pingAfter = .seconds(10)
    router.webSocket(RoutePattern(stringLiteral: API.captureLivePath), settings: settings) { request, socket in
      guard LiveRoom.isOwnPage(request) else {
        socket.close(LiveClosing.token.code, "origin")
        return
      }
      var connection = LiveConnection(room, socket, correlation: "\(request.correlationID)")
      await connection.run()
    }
  }

  /// A browser says which page connects; programs that are none say nothing.
  private static func isOwnPage(_ request: Request) -> Bool {
    guard let origin = request.fields["Origin"] else { return true }
    guard let host = request.fields["Host"] else { return false }
    return origin == "https://\(host)" || origin == "http://\(host)"
  }
}
