internal import BonafideHTTPServer
internal import Foundation
internal import Testing
internal import SocketSupport

/// The same requests with and without a socket.
@Suite("A router")
struct RouterTests {
  struct Session: Codable, Sendable, Equatable {
    struct Step: Codable, Sendable, Equatable {
      var name: String
      var tries: Int?
    }
    var callType: String
    var steps: [Step]?
    var labels: [String: String]?
    var started: Date?
  }

  static func router() -> Router {
    var router = Router()
    let metrics = router.metrics
    router.on(.get, "/healthz") { _ in .text("ok") }
    router.on(.get, "/v1/session/{id}") { request in
      let id: Int = try request.parameters.require("id")
      return .text("session \(id)")
    }
    router.on(.delete, "/v1/session/{id}") { _ in Response(.noContent) }
    router.on(.get, "/v1/session/current") { _ in .text("current") }
    router.on(.get, "/v1/files/{path*}") { .text($0.parameters["path"] ?? "") }
    router.on(.post, "/v1/session") { try .json(try await $0.json(Session.self), status: .created) }
    router.on(.post, "/v1/small", limits: RouteLimits(bodyBytes: 10)) {
      .text("\(try await $0.body.collect(upTo: 100).count)")
    }
    router.on(.post, "/v1/video", limits: RouteLimits(mediaTypes: ["video/mp4"])) { _ in .text("film") }
    router.on(.get, "/v1/slow", limits: RouteLimits(time: .milliseconds(100))) { _ in
      try await Task.sleep(for: .seconds(60))
      return .text("never")
    }
    router.on(.get, "/v1/rare", limits: RouteLimits(rate: RateLimit(perSecond: 0.1, burst: 2))) { _ in .text("rare") }
    router.on(.get, "/v1/fault") { _ in throw CocoaError(.fileNoSuchFile) }
    router.on(.get, "/v1/stream") { _ in
      .stream("text/plain") { writer in
        for number in 0..<100 { try await writer.write(Array("line \(number)\n".utf8)) }
      }
    }
    router.on(.get, "/v1/echo") { request in
      .text(request.target.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
    }
    router.on(.get, "/metrics") { _ in .text(metrics.exposition()) }
    return router
  }

  func code(_ answer: Answer) throws -> String {
    #expect(answer.fields["content-type"] == "application/problem+json")
    struct Report: Decodable {
      var status: Int
      var code: String
      var correlationId: String
      var title: String
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(answer.body))
    #expect(report.status == answer.status)
    #expect(report.correlationId == answer.fields["x-correlation-id"])
    return report.code
  }

  @Test("finds routes by method and pattern", arguments: Way.allCases)
  func finds(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      #expect(try await client.send("GET", "/healthz").text == "ok")
      #expect(try await client.send("GET", "/v1/session/12").text == "session 12")
      #expect(try await client.send("GET", "/v1/session/current").text == "current")
      #expect(try await client.send("GET", "/v1/files/a/b%20c").text == "a/b c")
      #expect(try await client.send("DELETE", "/v1/session/12").status == 204)
      #expect(try await client.send("GET", "/v1/echo?a=1&b=%C3%A4+x").text == "a=1;b=ä x")
      #expect(try await client.send("GET", "/v1/stream").text.hasSuffix("line 99\n"))
    }
  }

  @Test("answers HEAD like GET without content, and OPTIONS by itself", arguments: Way.allCases)
  func headAndOptions(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      let head = try await client.send("HEAD", "/healthz")
      #expect(head.status == 200 && head.body.isEmpty)
      let options = try await client.send("OPTIONS", "/v1/session/1")
      #expect(options.status == 204 && options.fields["allow"] == "DELETE, GET, HEAD, OPTIONS")
      let whole = try await client.send("OPTIONS", "*")
      #expect(whole.status == 204 && whole.fields["allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")
      #expect(try await client.send("TRACE", "/v1/session/1").fields["allow"] == "DELETE, GET, HEAD, OPTIONS")
    }
  }

  @Test(
    "reports failures with stable codes", arguments: Way.allCases,
    [
      ("GET", "/nothing", 404, "not_found"), ("GET", "/v1/session/", 404, "not_found"),
      ("GET", "/v1/session/x", 404, "not_found"), ("POST", "/healthz", 405, "method_not_allowed"),
      ("TRACE", "/healthz", 405, "method_not_allowed"), ("TRACE", "/nothing", 404, "not_found"),
      ("QUERY", "/healthz", 405, "method_not_allowed"), ("QUERY", "/nothing", 404, "not_found"),
      ("FROB", "/healthz", 501, "method_not_implemented"), ("GET", "/v1/slow", 504, "time_limit"),
      ("GET", "/v1/fault", 500, "internal"), ("POST", "/v1/session", 415, "unsupported_media_type"),
      ("GET", "/v1/files/../x", 400, "bad_path"), ("GET", "/v1/files/%2e%2e/x", 400, "bad_path"),
      ("GET", "/v1/files/a%2Fb", 400, "bad_path"), ("GET", "/v1/files/a%5Cb", 400, "bad_path"),
      ("GET", "/v1/files/a%00b", 400, "bad_path"), ("GET", "/v1/files/%C0%AE%C0%AE", 400, "bad_path"),
      ("GET", "/v1/files/%ff", 400, "bad_path"), ("GET", "/v1/files/%zz", 400, "bad_path"),
      ("GET", "/v1/files/%e", 400, "bad_path"), ("GET", "/v1/echo?a=%ff", 400, "bad_query"),
      ("GET", "/v1/echo?a=%00", 400, "bad_query"), ("GET", "v1", 400, "bad_target"),
      ("GET", "ftp://x/", 400, "bad_target"),
    ])
  func failures(_ way: Way, _ example: (String, String, Int, String)) async throws {
    let (method, target, status, code) = example
    try await way.with(Self.router()) { client async throws in
      let answer = try await client.send(method, target)
      #expect(answer.status == status)
      #expect(try self.code(answer) == code)
    }
  }

  @Test("names the methods that an address has", arguments: Way.allCases)
  func allow(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      #expect(try await client.send("PUT", "/healthz").fields["allow"] == "GET, HEAD, OPTIONS")
    }
  }

  @Test("takes content of the right size and type only", arguments: Way.allCases)
  func contents(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      #expect(try await client.send("POST", "/v1/small", body: Array("0123456789".utf8)).text == "10")
      let large = try await client.send("POST", "/v1/small", body: Array("01234567890".utf8))
      #expect(large.status == 413)
      #expect(try self.code(large) == "content_too_large")
      #expect(
        try await client.send("POST", "/v1/video", fields: [("Content-Type", "video/mp4")], body: [1]).status == 200)
      #expect(
        try await client.send("POST", "/v1/video", fields: [("Content-Type", "text/plain")], body: [1]).status == 415)
      let packed = try await client.send("POST", "/v1/session", fields: [("Content-Encoding", "gzip")], json: "{}")
      #expect(try self.code(packed) == "unsupported_encoding")
    }
  }

  @Test("reads and writes typed JSON", arguments: Way.allCases)
  func json(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      let text =
        #"{"callType":"a","labels":{"x":"y"},"started":"2026-01-02T03:04:05Z","steps":[{"name":"face","tries":2},{"name":"card"}]}"#
      let answer = try await client.send("POST", "/v1/session", json: text)
      #expect(answer.status == 201 && answer.text == text)
    }
  }

  @Test(
    "refuses JSON that is not what it should be", arguments: Way.allCases,
    [
      (#"{"callType":"a","more":1}"#, 422, "unknown_field"),
      (#"{"callType":"a","steps":[{"name":"x","no":1}]}"#, 422, "unknown_field"),
      (#"{}"#, 422, "missing_field"), (#"{"callType":1}"#, 422, "wrong_type"),
      (#"{"callType":null}"#, 422, "wrong_type"),
      (#"{"callType":"a","started":"yesterday"}"#, 422, "bad_value"),
      (#"{"callType":"a","callType":"b"}"#, 400, "duplicate_key"),
      (#"{"callType":"a","c\u0061llType":"b"}"#, 400, "duplicate_key"), (#"{"callType":"a""#, 400, "bad_json"),
      ("", 400, "bad_json"),
      (#"[1,]"#, 400, "bad_json"), (#"{"callType":"a"} x"#, 400, "bad_json"),
      (#"{"callType":"\ud800"}"#, 400, "bad_json"),
      (String(repeating: "[", count: 10_000), 400, "too_deep"),
      (String(repeating: #"{"a":"#, count: 65), 400, "too_deep"),
    ])
  func badJSON(_ way: Way, _ example: (String, Int, String)) async throws {
    let (json, status, code) = example
    try await way.with(Self.router()) { client async throws in
      let answer = try await client.send("POST", "/v1/session", json: json)
      #expect(answer.status == status)
      #expect(try self.code(answer) == code)
    }
  }

  @Test(
    "takes JSON under its own name only", arguments: Way.allCases,
    [
      (["application/json"], 201), (["Application/JSON; charset=UTF-8"], 201), ([], 415), (["text/plain"], 415),
      (["application/json; charset=latin1"], 415), (["application/jsonx"], 415),
      (["application/json", "application/json"], 415), (["application/json;"], 415),
    ])
  func jsonType(_ way: Way, _ example: ([String], Int)) async throws {
    try await way.with(Self.router()) { client async throws in
      let answer = try await client.send(
        "POST", "/v1/session", fields: example.0.map { ("Content-Type", $0) }, body: Array(#"{"callType":"a"}"#.utf8))
      #expect(answer.status == example.1)
    }
  }

  @Test("refuses JSON that is not UTF-8", arguments: Way.allCases)
  func badText(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      let answer = try await client.send(
        "POST", "/v1/session", fields: [("Content-Type", "application/json")],
        body: Array("{\"callType\":\"".utf8) + [0xC0, 0x80] + Array("\"}".utf8))
      #expect(try self.code(answer) == "bad_utf8")
    }
  }

  @Test("limits how often a client may come", arguments: Way.allCases)
  func rate(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      #expect(try await client.send("GET", "/v1/rare").status == 200)
      #expect(try await client.send("GET", "/v1/rare").status == 200)
      let third = try await client.send("GET", "/v1/rare")
      #expect(third.status == 429)
      #expect((1...10).contains(Int(third.fields["retry-after"] ?? "") ?? 0))
    }
  }

  @Test("counts by pattern, never by path", arguments: Way.allCases)
  func metrics(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      _ = try await client.send("GET", "/v1/session/4711")
      _ = try await client.send("GET", "/v1/session/4712")
      _ = try await client.send("GET", "/secret")
      let text = try await client.send("GET", "/metrics").text
      #expect(text.contains(#"http_requests_total{method="GET",route="/v1/session/{id}",status="200"} 2"#))
      #expect(text.contains(#"http_requests_total{method="any",route="unmatched",status="404"} 1"#))
      #expect(text.contains(#"http_request_duration_seconds_count{method="GET",route="/v1/session/{id}"} 2"#))
      #expect(text.contains("# TYPE http_request_duration_seconds histogram"))
      #expect(!text.contains("4711") && !text.contains("secret"))
    }
  }

  @Test("keeps a client's correlation id when it is harmless", arguments: Way.allCases)
  func correlation(_ way: Way) async throws {
    try await way.with(Self.router()) { client async throws in
      let kept = try await client.send("GET", "/healthz", fields: [("X-Correlation-Id", "abc-123_DEF")])
      #expect(kept.fields["x-correlation-id"] == "abc-123_DEF")
      let replaced = try await client.send("GET", "/healthz", fields: [("X-Correlation-Id", "a\"b<script>")])
      #expect(replaced.fields["x-correlation-id"]?.utf8.count == 16)
    }
  }

  @Test("runs middleware from the outside in, around the routes added later", arguments: Way.allCases)
  func middleware(_ way: Way) async throws {
    struct Caller: Sendable { var name: String }
    var router = Router()
    router.on(.get, "/open") { .text($0[Caller.self]?.name ?? "nobody") }
    router.use { request, next in
      var response = try await next(request)
      response.fields["X-Outer"] = "yes"
      return response
    }
    router.use { request, next in
      guard let token = request.fields["Authorization"] else {
        throw Problem(.unauthorized, "unauthorized", fields: ["WWW-Authenticate": "Bearer"])
      }
      var request = request
      request[Caller.self] = Caller(name: token)
      return try await next(request)
    }
    router.on(.get, "/closed") { .text($0[Caller.self]?.name ?? "nobody") }
    try await way.with(router) { client async throws in
      #expect(try await client.send("GET", "/open").text == "nobody")
      let refused = try await client.send("GET", "/closed")
      #expect(refused.status == 401 && refused.fields["www-authenticate"] == "Bearer")
      let served = try await client.send("GET", "/closed", fields: [("Authorization", "me")])
      #expect(served.text == "me" && served.fields["x-outer"] == "yes")
    }
  }

  @Test("lets nobody add lines to an answer", arguments: Way.allCases)
  func splitting(_ way: Way) async throws {
    var router = Router()
    router.on(.get, "/a") { _ in Response(fields: ["X-A": "a\r\nX-B: b", "Content-Length": "7"], body: .bytes([65])) }
    if way == .memory { return }
    try await way.with(router) { client async throws in
      let answer = try await client.send("GET", "/a")
      #expect(answer.fields["x-a"] == nil && answer.fields["x-b"] == nil && answer.body == [65])
    }
  }

  @Test("handles no more at the same time than it should", arguments: Way.allCases, [(1, 100), (100, 1)])
  func concurrent(_ way: Way, _ most: (ofRoute: Int, ofRouter: Int)) async throws {
    let isRunning = Shared(false)
    let mayEnd = Shared(false)
    var router = Router(maximumRunning: most.ofRouter)
    router.on(.get, "/slow", limits: RouteLimits(concurrent: most.ofRoute)) { _ in
      isRunning.set(true)
      while !mayEnd.get() { try await Task.sleep(for: .milliseconds(5)) }
      return .text("done")
    }
    try await way.with(router) { client async throws in
      async let first = client.send("GET", "/slow")
      #expect(await eventually { isRunning.get() })
      let second = try await client.send("GET", "/slow")
      #expect(second.status == 503 && second.fields["retry-after"] == "1")
      #expect(try self.code(second) == "too_busy")
      mayEnd.set(true)
      #expect(try await first.text == "done")
      #expect(try await client.send("GET", "/slow").text == "done")
    }
  }

  @Test("tells its observer of every answer, without what was sent")
  func observer() async throws {
    let seen = Shared<[RequestRecord]>([])
    var router = Router(observer: { record in seen.change { $0.append(record) } })
    router.on(.get, "/x/{id}") { _ in throw CocoaError(.fileNoSuchFile) }
    _ = await router.respond(to: try Request(.get, "/x/1?secret=2"))
    let record = try #require(seen.get().first)
    #expect(record.route == "/x/{id}" && record.status == .internalServerError && record.fault == "CocoaError")
  }
}
