internal import BonafideHTTPServer
internal import Glibc
internal import Testing
internal import SocketSupport

@Suite("A WebSocket")
struct WebSocketTests {
  static func router(_ change: (inout WebSocketSettings) -> Void = { _ in }) -> Router {
    var router = Router()
    var settings = WebSocketSettings()
    settings.maximumMessageBytes = 100_000
    settings.subprotocols = ["b", "a"]
    settings.allowsOrigin = { $0 == nil || $0 == "https://good.example" }
    change(&settings)
    router.webSocket("/ws", settings: settings) { _, socket in
      for try await message in socket { try await socket.send(message) }
    }
    router.webSocket("/bye") { _, socket in socket.close(4001, "enough") }
    router.webSocket("/fault") { _, _ in throw Problem(.internalServerError, "fault") }
    router.on(.get, "/healthz") { _ in .text("ok") }
    return router
  }

  /// What the server sends back to some frames: the first `count`, or all until it closes.
  static func frames(
    _ sent: [Frame], first count: Int = .max, path: String = "/ws", _ router: Router = router()
  ) async throws -> (frames: [Frame], isEnded: Bool) {
    try await withServer(router) { port in
      try await onThread {
        let connection = try RawConnection(port: port)
        _ = try connection.openWebSocket(path)
        connection.send(sent.flatMap(\.bytes))
        var got: [Frame] = []
        while got.count < count, let frame = connection.frame() { got.append(frame) }
        return (got, connection.isEnded)
      }
    }
  }

  /// The key and its answer stand in RFC 6455 §1.3.
  @Test("is opened as the standard shows")
  func handshake() async throws {
    try await withServer(Self.router()) { port in
      let answer = try await onThread {
        try RawConnection(port: port).openWebSocket(
          fields: "Sec-WebSocket-Protocol: a, b\r\nOrigin: https://good.example\r\n")
      }
      #expect(answer.status == 101 && answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      #expect(answer.fields["sec-websocket-protocol"] == "b" && answer.fields["connection"] == "Upgrade")
      #expect(answer.fields["content-length"] == nil)
    }
  }

  @Test(
    "is not opened without a right handshake", arguments: Way.allCases,
    [
      (
        [
          "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "8",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ], 426
      ),
      (["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"], 400),
      (
        ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "short"],
        400
      ),
      (["Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="], 426),
      ([:], 426),
      (
        [
          "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Origin": "https://bad.example",
        ], 403
      ),
    ])
  func refused(_ way: Way, _ example: ([String: String], Int)) async throws {
    try await way.with(Self.router()) { client async throws in
      let answer = try await client.send("GET", "/ws", fields: example.0.map { ($0.key, $0.value) })
      #expect(answer.status == example.1)
      #expect(example.1 != 426 || answer.fields["sec-websocket-version"] == "13")
    }
  }

  @Test("brings messages of all sizes whole", arguments: [0, 1, 125, 126, 65535, 65536, 100_000])
  func sizes(_ size: Int) async throws {
    let payload = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let (frames, _) = try await Self.frames([Frame(opcode: 2, payload: payload)], first: 1)
    #expect(frames.first == Frame(opcode: 2, payload: payload, isMasked: false))
  }

  @Test("joins fragments, with control frames in between")
  func fragments() async throws {
    let (frames, _) = try await Self.frames(
      [
        .text("Hel", isFinal: false), Frame(opcode: 9, payload: [1, 2]),
        Frame(opcode: 0, payload: Array("l".utf8), isFinal: false),
        Frame(opcode: 10, payload: []), Frame(opcode: 0, payload: Array("o".utf8)),
      ], first: 2)
    #expect(frames.contains(Frame(opcode: 10, payload: [1, 2], isMasked: false)))
    #expect(frames.contains(Frame(opcode: 1, payload: Array("Hello".utf8), isMasked: false)))
  }

  @Test("joins a character that is cut between fragments")
  func cutCharacter() async throws {
    let (frames, _) = try await Self.frames(
      [
        Frame(opcode: 1, payload: [0xE2, 0x82], isFinal: false), Frame(opcode: 0, payload: [0xAC]),
      ], first: 1)
    #expect(frames.first == Frame(opcode: 1, payload: Array("€".utf8), isMasked: false))
  }

  @Test(
    "is closed with the code that says what was wrong",
    arguments: [
      ([Frame(opcode: 1, payload: [65], isMasked: false)], 1002), ([Frame(opcode: 3, payload: [])], 1002),
      ([Frame(opcode: 11, payload: [])], 1002),
      ([Frame(opcode: 1, payload: [65], reserved: 4)], 1002), ([Frame(opcode: 0, payload: [65])], 1002),
      ([Frame.text("a", isFinal: false), Frame.text("b")], 1002),
      ([Frame(opcode: 9, payload: [], isFinal: false)], 1002),
      ([Frame(opcode: 9, payload: [UInt8](repeating: 0, count: 126))], 1002), ([Frame(opcode: 8, payload: [3])], 1002),
      ([Frame(opcode: 1, payload: [0xC0, 0x80])], 1007), ([Frame(opcode: 1, payload: [0xED, 0xA0, 0x80])], 1007),
      ([Frame(opcode: 1, payload: [0xE2, 0x82])], 1007),
      ([Frame.close(1000, [0xFF])], 1007), ([Frame(opcode: 2, payload: [UInt8](repeating: 0, count: 100_001))], 1009),
      (
        [
          Frame(opcode: 2, payload: [UInt8](repeating: 0, count: 60_000), isFinal: false),
          Frame(opcode: 0, payload: [UInt8](repeating: 0, count: 60_000)),
        ], 1009
      ),
      (
        [Frame.text("a", isFinal: false)]
          + Array(repeating: Frame(opcode: 0, payload: [65], isFinal: false), count: 5000), 1008
      ),
      ([Frame.close(999)], 1002), ([Frame.close(1004)], 1002), ([Frame.close(1005)], 1002), ([Frame.close(1006)], 1002),
      ([Frame.close(1015)], 1002),
      ([Frame.close(1016)], 1002), ([Frame.close(2999)], 1002), ([Frame.close(5000)], 1002),
      ([Frame.close(1000)], 1000), ([Frame.close(3000)], 3000), ([Frame.close(4999, Array("bye".utf8))], 4999),
      ([Frame(opcode: 8, payload: [])], 1005),
    ])
  func closeCodes(_ sent: [Frame], _ code: Int) async throws {
    let (frames, isEnded) = try await Self.frames(sent)
    #expect(frames.last?.closeCode == code && isEnded)
  }

  @Test("is closed by the handler", arguments: [("/bye", 4001), ("/fault", 1011)])
  func handlerCloses(_ path: String, _ code: Int) async throws {
    try await withServer(Self.router()) { port in
      let (frame, isEnded) = try await onThread {
        let connection = try RawConnection(port: port)
        _ = try connection.openWebSocket(path)
        let frame = connection.frame()
        connection.send(Frame.close(code).bytes)
        while connection.receive() {}
        return (frame, connection.isEnded)
      }
      #expect(frame?.closeCode == code && isEnded)
    }
  }

  @Test("is given up when the other side does not close")
  func closeTimeout() async throws {
    let hand = HandClock()
    try await withServer(Self.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port) }
      let code = try await onThread {
        _ = try connection.openWebSocket("/bye")
        return connection.frame()?.closeCode
      }
      #expect(code == 4001)
      hand.advance(6)
      #expect(try await onThread { connection.frame() } == nil)
      #expect(connection.isEnded)
    }
  }

  @Test("sends pings into silence, and gives up when it lasts")
  func pings() async throws {
    let hand = HandClock()
    try await withServer(Self.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port) }
      _ = try await onThread { try connection.openWebSocket() }
      hand.advance(21)
      #expect(try await onThread { connection.frame()?.opcode } == 9)
      _ = try await onThread { connection.send(Frame(opcode: 10, payload: []).bytes) }
      try await Task.sleep(for: .milliseconds(100))
      hand.advance(59)
      #expect(try await onThread { connection.frame()?.opcode } == 9)
      hand.advance(2)
      _ = try await onThread { while connection.receive() {} }
      #expect(connection.isEnded)
    }
  }

  @Test("makes a handler wait for a client that does not read, and a client for its handler")
  func backpressure() async throws {
    let sent = Shared(0)
    var router = Router()
    router.webSocket("/flood") { _, socket in
      while true {
        try await socket.send(.binary([UInt8](repeating: 1, count: 10_000)))
        sent.change { $0 += 10_000 }
      }
    }
    router.webSocket("/deaf") { _, _ in try await Task.sleep(for: .seconds(60)) }
    try await withServer(router) { port in
      try await onThread {
        let flood = try RawConnection(port: port, receiveBuffer: 65536)
        _ = try flood.openWebSocket("/flood")
        var first = -1
        while sent.get() != first {
          first = sent.get()
          usleep(400_000)
        }
        #expect(first > 0 && first < 16 << 20)
        let deaf = try RawConnection(port: port)
        _ = try deaf.openWebSocket("/deaf")
        deaf.setTimeout(seconds: 0.3)
        let frame = Frame(opcode: 2, payload: [UInt8](repeating: 0, count: 60_000)).bytes
        #expect(deaf.send((0..<400).flatMap { _ in frame }) < 16 << 20)
      }
    }
  }

  @Test("ends for its handler when the connection is lost")
  func lost() async throws {
    let outcome = Shared("")
    var router = Router()
    router.webSocket("/ws") { _, socket in
      do {
        for try await _ in socket {}
        outcome.set("finished")
      } catch let problem as Problem { outcome.set(problem.code) } catch { outcome.set("other") }
    }
    try await withServer(router) { port in
      _ = try await onThread { try RawConnection(port: port).openWebSocket() }
      #expect(await eventually { outcome.get() == "connection_lost" })
    }
  }

  @Test("is told when the server stops")
  func shutdown() async throws {
    let server = HTTPServer(ServerSettings(), router: Self.router())
    let port = try server.start()
    let connection = try await onThread { try RawConnection(port: port) }
    _ = try await onThread { try connection.openWebSocket() }
    async let stopped: Void = server.shutDown(within: .seconds(5))
    let code = try await onThread {
      let code = connection.frame()?.closeCode
      connection.send(Frame.close(1001).bytes)
      while connection.receive() {}
      return code
    }
    _ = await stopped
    #expect(code == 1001)
  }
}
