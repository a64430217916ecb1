internal import BonafideHTTPServer
internal import Foundation
internal import Testing
internal import SocketSupport

@Suite("Limits and files")
struct LimitTests {
  @Test("let a client come as often as its bucket has tokens")
  func buckets() {
    let hand = HandClock()
    let buckets = TokenBuckets(RateLimit(perSecond: 2, burst: 3), clock: hand.clock)
    #expect((0..<3).allSatisfy { _ in buckets.take(for: "a") == nil })
    #expect(buckets.take(for: "a") == 1)
    #expect(buckets.take(for: "b") == nil)
    hand.advance(0.5)
    #expect(buckets.take(for: "a") == nil)
    #expect(buckets.take(for: "a") == 1)
    hand.advance(-100)
    #expect(buckets.take(for: "a") == 1)
    hand.advance(1000)
    #expect((0..<3).allSatisfy { _ in buckets.take(for: "a") == nil })
    #expect(buckets.take(for: "a") != nil)
  }

  @Test("keep no more clients than there is room for")
  func manyClients() {
    let hand = HandClock()
    let buckets = TokenBuckets(RateLimit(perSecond: 0.001, burst: 1), clock: hand.clock)
    for number in 0..<TokenBuckets.maximumClients { #expect(buckets.take(for: "\(number)") == nil) }
    #expect(buckets.take(for: "new") == nil)
    #expect(buckets.take(for: "newer") != nil)
    hand.advance(2000)
    #expect(buckets.take(for: "newest") == nil)
  }

  @Test("know a client behind a trusted proxy, and believe nobody else")
  func proxies() async throws {
    var router = Router()
    router.on(.get, "/who") { .text($0.remoteAddress) }
    for (trusted, expected) in [(["127.0.0.1", "10.0.0.2"], "192.0.2.7"), ([], "127.0.0.1")] {
      try await withServer(router, { $0.trustedProxies = Set(trusted) }) { port async throws in
        let client = SocketClient(port: port)
        let answer = try await client.send("GET", "/who", fields: [("X-Forwarded-For", "6.6.6.6, 192.0.2.7, 10.0.0.2")])
        #expect(answer.text == expected)
        let odd = try await client.send("GET", "/who", fields: [("X-Forwarded-For", "<script>")])
        #expect(odd.text == "127.0.0.1")
      }
    }
  }

  @Test(
    "serve ranges of a file", arguments: Way.allCases,
    [
      ("", 200, "0123456789"), ("bytes=2-4", 206, "234"), ("bytes=7-", 206, "789"), ("bytes=-3", 206, "789"),
      ("bytes=5-99", 206, "56789"),
      ("bytes=10-", 416, nil), ("bytes=4-2", 416, nil), ("bytes=-0", 416, nil), ("bytes=0-1,3-4", 200, "0123456789"),
      ("lines=1-2", 200, "0123456789"),
      ("bytes=99999999999999999999-", 200, "0123456789"), ("bytes=-", 416, nil), ("bytes=9-9", 206, "9"),
      ("bytes=0-999999999999999999", 206, "0123456789"),
    ])
  func ranges(_ way: Way, _ example: (String, Int, String?)) async throws {
    let path = NSTemporaryDirectory() + "range-" + UUID().uuidString
    try Data("0123456789".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var router = Router()
    router.on(.get, "/file") { try .file(path, type: "text/plain", for: $0) }
    router.on(.get, "/folder") { _ in try .file("/tmp", type: "text/plain") }
    try await way.with(router) { client async throws in
      let answer = try await client.send("GET", "/file", fields: example.0.isEmpty ? [] : [("Range", example.0)])
      #expect(answer.status == example.1)
      if let text = example.2 { #expect(answer.text == text) }
      #expect(try await client.send("GET", "/folder").status == 404)
    }
  }

  @Test("write numbers as Prometheus reads them")
  func exposition() {
    let registry = MetricsRegistry()
    registry.counter("b_total", help: "B.", labels: ["k": "a\"\\\n"]).add(2)
    registry.gauge("a", help: "A.").set(-1)
    let histogram = registry.histogram("c", help: "C.", bounds: [1, 2])
    for value in [0.5, 1, 1.5, 3] { histogram.observe(value) }
    #expect(
      registry.exposition() == """
        # HELP a A.
        # TYPE a gauge
        a -1
        # HELP b_total B.
        # TYPE b_total counter
        b_total{k="a\\"\\\\\\n"} 2
        # HELP c C.
        # TYPE c histogram
        c_bucket{le="1.0"} 2
        c_bucket{le="2.0"} 3
        c_bucket{le="+Inf"} 4
        c_sum 6.0
        c_count 4

        """)
  }
}
