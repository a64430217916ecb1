import BonafideBackOfficeClient
import BonafideHTTPServer
import Foundation
import OfficeSupport
import Synchronization
import Testing

@Suite("Transport")
struct TransportTests {
  static func withServer(
    _ respond: @escaping @Sendable (Request) async -> Response, _ body: (ServerAddress, UInt16) async throws -> Void
  ) async throws {
    var settings = ServerSettings()
    settings.lingerTime = .milliseconds(50)
    let server = HTTPServer(settings, respond: respond)
    let port = try server.start()
    do { try await body(try ServerAddress("http://127.0.0.1:\(port)"), port) } catch {
      await server.shutDown(within: .milliseconds(50))
      throw error
    }
    await server.shutDown(within: .milliseconds(50))
  }

  @Test("brings method, headers and content there and an answer's back")
  func roundTrip() async throws {
    let file = NSTemporaryDirectory() + "bonafide-body-" + UUID().uuidString
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    try await Self.withServer({ request in
      let body = (try? await request.body.collect(upTo: 1 << 20)) ?? []
      return Response(
        HTTPStatus(207), fields: ["X-Method": request.method.rawValue, "X-Sent": request.fields["X-Sent"] ?? ""],
        body: .bytes(body))
    }) { address, _ in
      let transport = try CurlTransport()
      for (method, body, expected) in [
        ("POST", TransportRequest.Body.bytes([1, 2, 3]), [1, 2, 3]), ("POST", .none, []), ("GET", .none, []),
        ("DELETE", .none, []), ("PUT", .bytes([9]), [9]),
        ("PATCH", .file(path: file, range: 10_000..<90_000), Array(bytes[10_000..<90_000])),
      ] as [(String, TransportRequest.Body, [UInt8])] {
        let answer = try await transport.send(
          TransportRequest(method, .init(address, "/x", query: "a=b"), headers: [("X-Sent", "yes")], body: body))
        #expect(answer.status == 207 && answer.body == expected)
        #expect(answer.headers["x-method"] == method && answer.headers["x-sent"] == "yes")
      }
      await expectFailure(.fileUnreadable, .device) {
        try await transport.send(
          TransportRequest("PATCH", .init(address, "/"), body: .file(path: file, range: 90_000..<100_001)))
      }
      await expectFailure(.requestInvalid) {
        try await transport.send(TransportRequest("GET", .init(address, "/"), headers: [("X", "a\r\nY: b")]))
      }
    }
  }

  @Test("follows no redirect, and takes no answer that is too long")
  func limits() async throws {
    let elsewhere = Mutex(0)
    try await Self.withServer({ request in
      switch request.path {
      case "/away": return Response(HTTPStatus(302), fields: ["Location": "/there"])
      case "/there":
        elsewhere.withLock { $0 += 1 }
        return .text("there")
      default: return Response(body: .bytes([UInt8](repeating: 65, count: 10_001)))
      }
    }) { address, _ in
      let transport = try CurlTransport()
      #expect(try await transport.send(TransportRequest("GET", .init(address, "/away"))).status == 302)
      #expect(elsewhere.withLock { $0 } == 0)
      var request = TransportRequest("GET", .init(address, "/long"), mostAnswerBytes: 10_001)
      #expect(try await transport.send(request).body.count == 10_001)
      request.mostAnswerBytes = 10_000
      await expectFailure(.answerTooLarge) { try await transport.send(request) }
    }
  }

  @Test("tells a network that is not there, one that goes away, and one that is silent")
  func faults() async throws {
    try await Self.withServer({ _ in .text("hello") }) { _, port in
      let proxy = try FaultProxy(to: port, plans: [.drop, .silence, .cut(after: 20), .pass])
      defer { proxy.end() }
      let address = try ServerAddress("http://127.0.0.1:\(proxy.port)")
      let transport = try CurlTransport()
      var request = TransportRequest("GET", .init(address, "/"))
      await expectFailure(.connectionLost, .network) { try await transport.send(request) }
      let start = ContinuousClock.now
      request.timeout = .milliseconds(400)
      await expectFailure(.timeout, .network) { try await transport.send(request) }
      #expect(ContinuousClock.now - start < .seconds(10))
      request.timeout = .seconds(30)
      await expectFailure(.connectionLost, .network) { try await transport.send(request) }
      #expect(try await transport.send(request).status == 200)
    }
    let closed = try FaultProxy(to: 1)
    closed.end()
    await expectFailure(.noNetwork, .network) {
      try await CurlTransport().send(
        TransportRequest("GET", .init(try ServerAddress("http://127.0.0.1:1"), "/"), timeout: .seconds(3)))
    }
  }

  @Test("sends nothing twice on its own, also when a connection that was used before breaks without an answer")
  func once() async throws {
    let reached = Mutex(0)
    try await Self.withServer({ _ in
      reached.withLock { $0 += 1 }
      return .text("hello")
    }) { _, port in
      let proxy = try FaultProxy(to: port, plans: [.loseAnswers(after: 100)])
      defer { proxy.end() }
      let address = try ServerAddress("http://127.0.0.1:\(proxy.port)")
      let transport = try CurlTransport()
      #expect(try await transport.send(TransportRequest("GET", .init(address, "/"))).status == 200)
      await expectFailure(.connectionLost) {
        try await transport.send(TransportRequest("POST", .init(address, "/"), body: .bytes(Array("0123456789".utf8))))
      }
      #expect(reached.withLock { $0 } == 2)
    }
  }

  @Test("ends at once when its task is cancelled")
  func cancellation() async throws {
    try await Self.withServer({ _ in .text("hello") }) { _, port in
      let proxy = try FaultProxy(to: port, plans: [.silence, .silence])
      defer { proxy.end() }
      let address = try ServerAddress("http://127.0.0.1:\(proxy.port)")
      let transport = try CurlTransport()
      let task = Task { try await transport.send(TransportRequest("GET", .init(address, "/"), timeout: .seconds(60))) }
      while proxy.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
      let start = ContinuousClock.now
      task.cancel()
      await expectFailure(.cancelled, .user) { try await task.value }
      // The loop's own turn takes a minute, as the request may: it is woken. Wide, for machines that are busy.
      #expect(ContinuousClock.now - start < .seconds(10))
      let before = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(TransportRequest("GET", .init(address, "/"), timeout: .seconds(60)))
      }
      await expectFailure(.cancelled) { try await before.value }
    }
  }

  @Test("carries many at the same time, over few connections")
  func many() async throws {
    try await Self.withServer({ request in .text(request.path) }) { _, port in
      let proxy = try FaultProxy(to: port)
      defer { proxy.end() }
      let address = try ServerAddress("http://127.0.0.1:\(proxy.port)")
      let transport = try CurlTransport()
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask {
            let answer = try await transport.send(TransportRequest("GET", .init(address, "/\(number)")))
            return answer.body == Array("/\(number)".utf8)
          }
        }
        for try await isRight in group { #expect(isRight) }
      }
      #expect(proxy.connections <= 6)
    }
  }

  @Test("is let go with transfers on their way, which end")
  func letGo() async throws {
    try await Self.withServer({ _ in .text("hello") }) { _, port in
      let proxy = try FaultProxy(to: port, plans: [.silence])
      defer { proxy.end() }
      let address = try ServerAddress("http://127.0.0.1:\(proxy.port)")
      for _ in 0..<20 { _ = try CurlTransport() }
      let task = Task {
        try await CurlTransport().send(TransportRequest("GET", .init(address, "/"), timeout: .seconds(60)))
      }
      while proxy.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      await expectFailure(.cancelled) { try await task.value }
    }
  }
}

@Suite("Addresses")
struct AddressTests {
  @Test(
    "of servers",
    arguments: [
      "https://example.org", "https://example.org/", "https://example.org:8443/office/", "http://localhost:8080",
      "http://127.0.0.1", "http://[::1]:8080",
    ])
  func good(_ text: String) throws { _ = try ServerAddress(text) }

  @Test(
    "that are not of servers, or not safe",
    arguments: [
      "", "example.org", "ftp://example.org", "http://example.org", "http://localhost.example.org",
      "http://127.0.0.1.example.org", "http://127.0.0.256", "http://127.1", "http://2130706433", "http://0x7f000001",
      "http://127.0.0.1@example.org", "https://user:pw@example.org", "https://example.org?x", "https://example.org#x",
      "https://exa mple.org", "https://example.org/a/../b", "https://example.org\\@evil.org", "https://", "https:///x",
      "https://example.org:0", "https://example.org:99999", "https://exämple.org", "https://example.org/%2e%2e",
      "http://[::2]",
    ])
  func bad(_ text: String) { #expect(throws: BackOfficeError(.badAddress)) { try ServerAddress(text) } }

  @Test("without TLS elsewhere only where that is said")
  func plain() throws {
    #expect(try ServerAddress("http://example.org", plainHTTP: .anywhere).text == "http://example.org")
    #expect(try ServerAddress("HTTPS://Example.ORG:8443/a/").text == "https://example.org:8443/a")
  }
}
