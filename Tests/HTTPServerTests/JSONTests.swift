internal import BonafideHTTPServer
internal import Testing

@Suite("JSON from outside")
struct JSONTests {
  func code(_ text: String) -> String? {
    do throws(Problem) {
      try JSONCheck.check(Array(text.utf8))
      return nil
    } catch { return error.code }
  }

  @Test(
    "is taken when it is JSON",
    arguments: [
      "null", "true", " false\n", "0", "-0", "-1.5e+10", "1E9", "\"\"", "[]", "{}", "[ ]", "{ }", "[1,[2,{\"a\":[]}]]",
      #"{"a":1,"b":{"a":1}}"#, #""\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00""#, "\"ä\u{7F}\"", "[{\"a\":1},{\"a\":1}]",
      String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
    ])
  func accepted(_ text: String) { #expect(code(text) == nil) }

  @Test(
    "is refused when it is not",
    arguments: [
      "", " ", "nul", "nullx", "True", "01", "-", "1.", ".5", "+1", "1e", "1e+", "NaN", "Infinity", "0x1", "'a'", "\"",
      "\"\n\"", "\"\t\"",
      #""\x""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\u0041""#, #""\udc00""#, "[", "[1",
      "[1,", "[1,]", "[,1]", "[1 2]", "{",
      "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{,}", "]", "1 2",
      "[]]", "/**/1", "\u{FEFF}1",
      String(repeating: "1", count: 65),
    ])
  func refused(_ text: String) { #expect(code(text) == "bad_json") }

  @Test("is read as it stands")
  func tree() throws {
    let text = #" {"a":[null,true,false,-1.50e+3,"\u00e4\n/"], "b" : {}, "":"x"} "#
    let expected = JSONTree.object([
      ("a", .list([.null, .flag(true), .flag(false), .number("-1.50e+3"), .text("ä\n/")])), ("b", .object([])),
      ("", .text("x")),
    ])
    #expect(try JSONCheck.read(Array(text.utf8)) == expected)
  }

  @Test("is refused when it is too deep, before it is read to the end")
  func depth() {
    #expect(code(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == "too_deep")
    #expect(code(String(repeating: "[{\"a\":", count: 100_000)) == "too_deep")
  }

  @Test(
    "is refused with the same key twice",
    arguments: [#"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"[{"b":{"":0,"":0}}]"#, #"{"\u00e9":1,"e\u0301":1}"#])
  func duplicates(_ text: String) { #expect(code(text) == "duplicate_key") }

  enum Side: String, Codable, Sendable { case front, back }

  struct Card: Codable, Sendable, Equatable {
    var side: Side
    var sizes: [[Int]]
    var notes: [String: Note]?
    var flag: Bool?
    struct Note: Codable, Sendable, Equatable { var text: String }
  }

  @Test("becomes a value, with everything inside")
  func values() throws {
    let text = #"{"side":"back","sizes":[[1,2],[]],"notes":{"any key":{"text":"x"}},"flag":null}"#
    let card = try JSONBody.decode(Card.self, from: Array(text.utf8))
    #expect(card == Card(side: .back, sizes: [[1, 2], []], notes: ["any key": .init(text: "x")], flag: nil))
    #expect(try JSONBody.decode([String].self, from: Array(#"["a"]"#.utf8)) == ["a"])
    #expect(try JSONBody.decode(Int?.self, from: Array("null".utf8)) == nil)
  }

  @Test(
    "is refused when the value has something else",
    arguments: [
      (#"{"side":"back","sizes":[],"x":1}"#, "unknown_field"),
      (#"{"side":"back","sizes":[],"notes":{"k":{"text":"x","y":1}}}"#, "unknown_field"),
      (#"{"side":"left","sizes":[]}"#, "bad_value"), (#"{"side":"back"}"#, "missing_field"),
      (#"{"side":"back","sizes":[["a"]]}"#, "wrong_type"),
      (#"{"side":"back","sizes":[[1.5]]}"#, "bad_value"), (#"{"side":"back","sizes":[[1e400]]}"#, "bad_value"),
      (#"[]"#, "wrong_type"), ("1", "wrong_type"),
    ])
  func shapes(_ text: String, _ code: String) {
    #expect { try JSONBody.decode(Card.self, from: Array(text.utf8)) } throws: { ($0 as? Problem)?.code == code }
  }
}
