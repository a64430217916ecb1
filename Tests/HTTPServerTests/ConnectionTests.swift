internal import BonafideHTTPServer
internal import Glibc
internal import Testing

/// What happens on the wire.
@Suite("A connection")
struct ConnectionTests {
  static let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

  static func post(_ body: String) -> String {
    "POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  static func router() -> Router {
    var router = Router()
    router.on(.get, "/healthz") { _ in .text("ok") }
    router.on(.post, "/count", limits: RouteLimits(bodyBytes: 8 << 20)) { request in
      .text("\(try await request.body.collect(upTo: 8 << 20).count)")
    }
    router.on(.post, "/ignore", limits: RouteLimits(bodyBytes: 8 << 20)) { _ in .text("ignored") }
    router.on(.get, "/large") { _ in
      .stream("application/octet-stream") { writer in
        for _ in 0..<1024 { try await writer.write([UInt8](repeating: 7, count: 64 << 10)) }
      }
    }
    router.on(.get, "/short") { _ in
      .stream("text/plain", length: 10) { try await $0.write(Array("four".utf8)) }
    }
    router.on(.get, "/broken") { _ in
      .stream("text/plain") { writer in
        try await writer.write(Array("some".utf8))
        throw Problem(.internalServerError, "broken")
      }
    }
    return router
  }

  @Test("answers pipelined requests in their order")
  func pipelining() async throws {
    try await withServer(Self.router()) { port in
      let texts = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send(Self.get + Self.post("{}") + Self.post("abc") + Self.get)
        return try (0..<4).map { _ in try connection.answer().text }
      }
      #expect(texts == ["ok", "2", "3", "ok"])
    }
  }

  @Test("finds the next request after content that nobody read")
  func unreadContent() async throws {
    try await withServer(Self.router()) { port in
      let texts = try await onThread {
        let connection = try RawConnection(port: port)
        let body = String(repeating: Self.get, count: 2000)
        connection.send(
          "POST /ignore HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)" + Self.get)
        return [try connection.answer().text, try connection.answer().text]
      }
      #expect(texts == ["ignored", "ok"])
    }
  }

  @Test("ends after an answer whose content would be too much to throw away, and the client gets the answer")
  func largeUnreadContent() async throws {
    try await withServer(Self.router()) { port in
      let (answer, isEnded) = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send("POST /ignore HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n")
        connection.send([UInt8](repeating: 65, count: 2_000_000))
        let answer = try connection.answer().text
        while connection.receive() {}
        return (answer, connection.isEnded)
      }
      #expect(answer == "ignored" && isEnded)
    }
  }

  @Test("tells a waiting client to continue when the handler reads")
  func expectContinue() async throws {
    try await withServer(Self.router()) { port in
      let answers = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        let first = try connection.answer()
        connection.send("{}")
        return [first.status, try connection.answer().status]
      }
      #expect(answers == [100, 200])
    }
  }

  @Test("does not ask for content that the handler does not want")
  func expectNothing() async throws {
    try await withServer(Self.router()) { port in
      let (status, connectionField, isEnded) = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send("POST /ignore HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        let answer = try connection.answer()
        while connection.receive() {}
        return (answer.status, answer.fields["connection"], connection.isEnded)
      }
      #expect(status == 200 && connectionField == "close" && isEnded)
    }
  }

  @Test("takes chunked content and goes on")
  func chunked() async throws {
    try await withServer(Self.router()) { port in
      let texts = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send(
          "POST /count HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: 1\r\n\r\n"
        )
        connection.send(Self.get)
        return [try connection.answer().text, try connection.answer().text]
      }
      #expect(texts == ["5", "ok"])
    }
  }

  @Test(
    "ends after HTTP/1.0 and after 'Connection: close'",
    arguments: ["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"])
  func ends(_ rest: String) async throws {
    try await withServer(Self.router()) { port in
      let text = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send("GET /healthz \(rest)\r\n")
        return connection.receiveAll()
      }
      #expect(text.contains("200 OK") && text.contains("Connection: close") && text.hasSuffix("ok"))
    }
  }

  @Test("never makes a broken answer look whole", arguments: ["/short", "/broken"])
  func brokenAnswer(_ path: String) async throws {
    try await withServer(Self.router()) { port in
      let text = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        return connection.receiveAll()
      }
      #expect(text.contains("200 OK") && !text.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test("answers a client that has only stopped sending")
  func halfClosed() async throws {
    try await withServer(Self.router()) { port in
      let text = try await onThread {
        let connection = try RawConnection(port: port)
        connection.send(Self.get + Self.post("abc"))
        connection.endSending()
        return connection.receiveAll()
      }
      #expect(text.contains("ok") && text.hasSuffix("3"))
    }
  }

  @Test("cancels the handler when the client goes")
  func cancels() async throws {
    let isCancelled = Shared(false)
    let isRunning = Shared(false)
    var router = Router()
    router.on(.get, "/wait") { _ in
      isRunning.set(true)
      do { try await Task.sleep(for: .seconds(60)) } catch { isCancelled.set(true) }
      return .text("late")
    }
    try await withServer(router) { port in
      let connection = try await onThread { try RawConnection(port: port) }
      _ = try await onThread { connection.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n") }
      #expect(await eventually { isRunning.get() })
      connection.endSending()
      #expect(await eventually { isCancelled.get() })
    }
  }

  @Test("makes a client wait when the handler does not read, and loses nothing")
  func uploadBackpressure() async throws {
    let gate = Shared(false)
    let read = Shared(0)
    var router = Router()
    router.on(.post, "/up", limits: RouteLimits(bodyBytes: 64 << 20)) { request in
      while !gate.get() { try await Task.sleep(for: .milliseconds(5)) }
      for try await chunk in request.body {
        read.change { $0 += chunk.count }
        #expect(chunk.allSatisfy { $0 == 65 })
      }
      return .text("\(read.get())")
    }
    try await withServer(router) { port in
      let total = 32 << 20
      let connection = try await onThread { try RawConnection(port: port) }
      let sent = try await onThread {
        connection.setTimeout(seconds: 0.5)
        connection.send("POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: \(total)\r\n\r\n")
        return connection.send([UInt8](repeating: 65, count: total))
      }
      // What the system's buffers hold, and 192 KB of ours.
      #expect(sent < 16 << 20)
      gate.set(true)
      let text = try await onThread {
        connection.setTimeout(seconds: 10)
        connection.send([UInt8](repeating: 65, count: total - sent))
        return try connection.answer().text
      }
      #expect(text == "\(total)")
    }
  }

  @Test("makes a handler wait when the client does not read")
  func downloadBackpressure() async throws {
    let written = Shared(0)
    var router = Router()
    router.on(.get, "/down") { _ in
      .stream("application/octet-stream") { writer in
        for _ in 0..<1024 {
          try await writer.write([UInt8](repeating: 7, count: 64 << 10))
          written.change { $0 += 64 << 10 }
        }
      }
    }
    try await withServer(router) { port in
      let count = try await onThread {
        let connection = try RawConnection(port: port, receiveBuffer: 65536)
        connection.send("GET /down HTTP/1.1\r\nHost: x\r\n\r\n")
        var waiting = -1
        while written.get() != waiting {
          waiting = written.get()
          usleep(300_000)
        }
        #expect(waiting < 16 << 20)
        return try connection.answer().body.count
      }
      #expect(count == 64 << 20)
    }
  }

  @Test("gives a client that is slow with its head 408, and one that is idle nothing")
  func headDeadline() async throws {
    let hand = HandClock()
    try await withServer(Self.router(), { $0.clock = hand.clock }) { port in
      let slow = try await onThread { try RawConnection(port: port) }
      let idle = try await onThread { try RawConnection(port: port) }
      _ = try await onThread {
        slow.send("GET /hea")
        idle.send(Self.get)
        return try idle.answer().status
      }
      hand.advance(9)
      try await Task.sleep(for: .milliseconds(100))
      _ = try await onThread { slow.send("lthz") }
      hand.advance(2)
      let text = try await onThread { slow.receiveAll() }
      #expect(text.hasPrefix("HTTP/1.1 408") && text.contains("head_timeout"))
      hand.advance(60)
      #expect(try await onThread { idle.receiveAll() }.isEmpty)
      #expect(idle.isEnded)
    }
  }

  @Test("gives a client that is slow with its content 408")
  func bodyDeadline() async throws {
    let hand = HandClock()
    try await withServer(Self.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port) }
      _ = try await onThread { connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nab") }
      try await Task.sleep(for: .milliseconds(100))
      _ = try await onThread { connection.send([UInt8](repeating: 65, count: 5000)) }
      try await Task.sleep(for: .milliseconds(100))
      // Enough for one period, and nothing in the next.
      hand.advance(11)
      try await Task.sleep(for: .milliseconds(100))
      hand.advance(11)
      let text = try await onThread { connection.receiveAll() }
      #expect(text.hasPrefix("HTTP/1.1 408") && text.contains("body_timeout"))
    }
  }

  @Test("gives up a client that does not read its answer")
  func writeDeadline() async throws {
    let hand = HandClock()
    try await withServer(Self.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port, receiveBuffer: 65536) }
      _ = try await onThread {
        connection.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        return connection.receive(upTo: 1)
      }
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(60))
        hand.advance(11)
      }
      let count = try await onThread {
        while connection.receive() {}
        return connection.received.count
      }
      #expect(connection.isEnded && count < 32 << 20)
    }
  }

  @Test("is refused with 503 when there are too many from one address")
  func perAddress() async throws {
    try await withServer(Self.router(), { $0.maximumConnectionsPerAddress = 2 }) { port in
      let texts = try await onThread {
        let kept = [try RawConnection(port: port), try RawConnection(port: port)]
        for connection in kept {
          connection.send(Self.get)
          _ = try connection.answer()
        }
        let third = try RawConnection(port: port)
        return withExtendedLifetime(kept) { third.receiveAll() }
      }
      #expect(texts.hasPrefix("HTTP/1.1 503") && texts.contains("Retry-After"))
    }
  }

  @Test("waits in the queue when there are too many at all")
  func total() async throws {
    try await withServer(Self.router(), { $0.maximumConnections = 2 }) { port in
      let text = try await onThread {
        var kept = [try RawConnection(port: port), try RawConnection(port: port)]
        for connection in kept {
          connection.send(Self.get)
          _ = try connection.answer()
        }
        let third = try RawConnection(port: port)
        third.send(Self.get)
        third.setTimeout(seconds: 0.2)
        #expect(!third.receive())
        third.setTimeout(seconds: 5)
        kept.removeLast()
        return try third.answer().text
      }
      #expect(text == "ok")
    }
  }

  @Test("is served beside 63 others that send a megabyte each")
  func parallelUploads() async throws {
    try await withServer(Self.router(), { $0.loops = 2 }) { port in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<64 {
          group.addTask {
            try await onThread {
              let connection = try RawConnection(port: port)
              connection.setTimeout(seconds: 20)
              connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: \(1 << 20)\r\n\r\n")
              connection.send([UInt8](repeating: 66, count: 1 << 20))
              return try connection.answer().text
            }
          }
        }
        for try await text in group { #expect(text == "\(1 << 20)") }
      }
    }
  }

  @Test("finishes its request when the server stops, and takes no other")
  func shutdown() async throws {
    let isRunning = Shared(false)
    var router = Router()
    router.on(.get, "/slow") { _ in
      isRunning.set(true)
      try await Task.sleep(for: .milliseconds(300))
      return .text("done")
    }
    var settings = ServerSettings()
    settings.sweepTime = .milliseconds(20)
    let server = HTTPServer(settings, router: router)
    let port = try server.start()
    let connection = try await onThread { try RawConnection(port: port) }
    _ = try await onThread {
      connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    }
    #expect(await eventually { isRunning.get() })
    async let stopped: Void = server.shutDown(within: .seconds(5))
    let text = try await onThread { connection.receiveAll() }
    _ = await stopped
    #expect(text.hasSuffix("done") && text.contains("Connection: close"))
    #expect(text.components(of: "HTTP/1.1 200") == 1)
    #expect(try await onThread { try RawConnection.canConnect(port: port) } == false)
  }

  @Test("is cut off when its request takes longer than the server waits for")
  func shutdownDeadline() async throws {
    let wasCancelled = Shared(false)
    var router = Router()
    router.on(.get, "/forever") { _ in
      do { try await Task.sleep(for: .seconds(60)) } catch { wasCancelled.set(true) }
      return .text("late")
    }
    let server = HTTPServer(ServerSettings(), router: router)
    let port = try server.start()
    let connection = try await onThread { try RawConnection(port: port) }
    _ = try await onThread { connection.send("GET /forever HTTP/1.1\r\nHost: x\r\n\r\n") }
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    await server.shutDown(within: .milliseconds(200))
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(await eventually { wasCancelled.get() })
  }
}

extension String {
  func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
