internal import BonafideHTTPServer
internal import Testing

@Suite("A request's head")
struct RequestHeadTests {
  func parse(_ text: String) throws -> RequestHead { try RequestHeadParser.parse(Array(text.utf8)[...]) }

  @Test("is cut into its parts")
  func parts() throws {
    let head = try parse(
      "POST /a%20b/c?x=1 HTTP/1.1\r\nHost: h:80\r\nX-A:  1 \t\r\nx-a: 2\r\nContent-Length: 12\r\n\r\n")
    #expect(head.method == .post)
    #expect(head.target.segments == ["a b", "c"] && head.target.value("x") == "1")
    #expect(head.fields.values("X-a") == ["1", "2"])
    #expect(head.framing == .length(12) && head.keepsAlive && !head.expectsContinue)
  }

  @Test(
    "is taken in all forms that the standard knows",
    arguments: [
      "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET http://h:80/x HTTP/1.1\r\nHost: h\r\n\r\n", "GET http://h HTTP/1.1\r\nHost: h\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "GET /?a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX:\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX: ä\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ])
  func accepted(_ text: String) throws { _ = try parse(text) }

  @Test(
    "is refused when it is not well-formed",
    arguments: [
      ("GET /\r\nHost: h\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      (" GET / HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1 \r\nHost: h\r\n\r\n", 400), ("GET / http/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1x\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.2\r\nHost: h\r\n\r\n", 505), ("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505),
      ("GET / HTTP/0.9\r\nHost: h\r\n\r\n", 505),
      ("get / HTTP/1.1\r\nHost: h\r\n\r\n", 501), ("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\n", 501),
      ("TRACE * HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("PROPFIND / HTTP/1.1\r\nHost: h\r\n\r\n", 501),
      ("G(T / HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET * HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET http:///x HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET http://u@h/x HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET /# HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /<a> HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET /ä HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET /\u{1} HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /a\\b HTTP/1.1\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\n X: y\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nX\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\n: y\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\nX: a\nY: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nX: \u{7F}\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: h\n\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1 1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0x1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: h\r\nExpect: tea\r\n\r\n", 417),
      ("GET /" + String(repeating: "a", count: 9000) + " HTTP/1.1\r\nHost: h\r\n\r\n", 414),
      ("GET / HTTP/1.1\r\nHost: h\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n", 431),
      ("", 400), ("\r\n", 400), ("\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: h\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\n\r\nx", 400),
    ])
  func refused(_ text: String, _ status: Int) {
    #expect { try parse(text) } throws: { ($0 as? Problem)?.status.code == status }
  }

  @Test("refuses bytes that are not UTF-8")
  func notText() {
    let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8)
    #expect(throws: Problem.self) { try RequestHeadParser.parse(bytes[...]) }
  }

  @Test("is found where it ends, however it arrives")
  func scanner() throws {
    let bytes = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\nBODY".utf8)
    var scanner = HeadScanner()
    for count in 0..<27 { #expect(try scanner.end(in: bytes[..<count]) == nil) }
    #expect(try scanner.end(in: bytes[...]) == 27)
    var offset = HeadScanner()
    #expect(try offset.end(in: (Array("abc".utf8) + bytes)[3...]) == 27)
  }

  @Test("is given up as soon as it is too long")
  func scannerLimits() {
    var scanner = HeadScanner()
    #expect { _ = try scanner.end(in: [UInt8](repeating: 65, count: 16384)[...]) } throws: {
      ($0 as? Problem)?.status == .targetTooLong
    }
    scanner = HeadScanner()
    let long = Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 65, count: 16384)
    #expect { _ = try scanner.end(in: long[...]) } throws: { ($0 as? Problem)?.status == .fieldsTooLarge }
    scanner = HeadScanner()
    #expect { _ = try scanner.end(in: Array("GET / HTTP/1.1\n".utf8)[...]) } throws: {
      ($0 as? Problem)?.code == "bad_line_end"
    }
  }

  @Test(
    "makes the date that the standard shows",
    arguments: [(784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT")])
  func date(_ seconds: Int, _ text: String) { #expect(HTTPDate(seconds: seconds).description == text) }
}
