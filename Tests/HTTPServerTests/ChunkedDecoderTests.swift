internal import BonafideHTTPServer
internal import Testing

@Suite("The chunked coding")
struct ChunkedDecoderTests {
  func decode(_ bytes: [UInt8], step: Int = .max) throws -> (content: [UInt8], rest: Int, isFinished: Bool) {
    var decoder = ChunkedDecoder()
    var content: [UInt8] = []
    var rest: ArraySlice<UInt8> = []
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, step == .max ? bytes.count : at + step)
      rest += bytes[at..<end]
      at = end
      while !rest.isEmpty, !decoder.isFinished { content += try decoder.decode(&rest, upTo: 7) }
    }
    return (content, rest.count, decoder.isFinished)
  }

  @Test(
    "is taken off, whatever pieces it comes in",
    arguments: [
      ("2\r\n{}\r\n0\r\n\r\n", "{}", 0), ("0\r\n\r\nGET", "", 3),
      ("A;x=\"y\"\r\n0123456789\r\n0\r\n\r\n", "0123456789", 0),
      ("00a\r\n0123456789\r\n1\r\na\r\n000\r\nX-Sum: 1\r\nY:\r\n\r\nZ", "0123456789a", 1),
    ])
  func decodes(_ text: String, _ content: String, _ rest: Int) throws {
    for step in [1, 2, 3, 100] {
      let result = try decode(Array(text.utf8), step: step)
      #expect(String(decoding: result.content, as: UTF8.self) == content && result.isFinished)
      #expect(step < 100 || result.rest == rest)
    }
  }

  @Test("is not over before its last line", arguments: ["2\r\n{}\r\n0\r\n", "2\r\n{}\r\n0\r\n\r", "2\r\n{}", "2", ""])
  func unfinished(_ text: String) throws { #expect(try !decode(Array(text.utf8)).isFinished) }

  @Test(
    "is refused where it is broken",
    arguments: [
      "zz\r\n", "+2\r\n{}", "-1\r\n", " 2\r\n{}", "2 \r\n{}", "0x2\r\n{}", "2\n{}", "2\r{}", "2;a\n{}",
      "2;a\u{0}\r\n{}", ";a\r\n", "\r\n",
      "2\r\n{}0\r\n\r\n", "2\r\n{}\n0\r\n\r\n", "0\r\nX: \u{0}\r\n\r\n", "0\r\nX: a\n\r\n", "0\r\n folded\r\n\r\n",
      "2;" + String(repeating: "a", count: 300) + "\r\n{}", "FFFFFFFFFFFFFFFF\r\n", "8000000000000000\r\n",
      "40000001\r\n",
      String(repeating: "0", count: 17) + "\r\n", "0\r\n" + String(repeating: "X: y\r\n", count: 1000),
    ])
  func refused(_ text: String) { #expect(throws: Problem.self) { try decode(Array(text.utf8)) } }
}
