internal import BonafideHTTPServer
internal import Testing
internal import SocketSupport

/// How many there may be, and how the server stops.
@Suite("A server")
struct CapacityTests {
  @Test("refuses with 503 when too many come from one address")
  func perAddress() async throws {
    try await withServer(ConnectionTests.router(), { $0.maximumConnectionsPerAddress = 2 }) { port in
      let texts = try await onThread {
        let kept = [try RawConnection(port: port), try RawConnection(port: port)]
        for connection in kept {
          connection.send(ConnectionTests.get)
          _ = try connection.answer()
        }
        let third = try RawConnection(port: port)
        return withExtendedLifetime(kept) { third.receiveAll() }
      }
      #expect(texts.hasPrefix("HTTP/1.1 503") && texts.contains("Retry-After"))
    }
  }

  @Test("leaves further clients in the queue when it is full")
  func total() async throws {
    try await withServer(ConnectionTests.router(), { $0.maximumConnections = 2 }) { port in
      let text = try await onThread {
        var kept = [try RawConnection(port: port), try RawConnection(port: port)]
        for connection in kept {
          connection.send(ConnectionTests.get)
          _ = try connection.answer()
        }
        let third = try RawConnection(port: port)
        third.send(ConnectionTests.get)
        third.setTimeout(seconds: 0.2)
        #expect(!third.receive())
        third.setTimeout(seconds: 5)
        kept.removeLast()
        return try third.answer().text
      }
      #expect(text == "ok")
    }
  }

  @Test("finishes what it has begun when it stops, and takes nothing else")
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

  @Test("cuts off what takes longer than it waits for")
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
