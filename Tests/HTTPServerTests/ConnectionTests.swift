internal import BonafideHTTPServer
internal import Testing
internal import SocketSupport

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

  @Test(
    "does not wait for what will not come after the end",
    arguments: [
      ("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", "body_cut"),
      ("POST /count HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", "body_cut"), ("GET /heal", ""),
    ])
  func cut(_ rest: String, _ code: String) async throws {
    try await withServer(Self.router()) { port in
      let (text, seconds) = try await onThread {
        let start = ContinuousClock.now
        let connection = try RawConnection(port: port)
        connection.send(Self.get + Self.post("abc") + rest)
        connection.endSending()
        return (connection.receiveAll(), ContinuousClock.now - start)
      }
      #expect(text.components(of: "200 OK") == 2 && text.contains(code) && seconds < .seconds(9))
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
}
