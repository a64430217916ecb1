import BonafideBackOfficeAPI
import Testing

/// Against the words of JSON Schema 2020-12.
@Suite struct SchemaTests {
  private static let good: [(Schema, JSONValue)] = [
    (Schema.integer(0...5), JSONValue.integer(5)), (.integer(0...5), .number(3.0)), (.number(0...1), .integer(1)),
    (.text(1...2, .free), "🇹🇷"), (.text(0...3, .line), ""), (.choice(["a"]), "a"), (.flag, false),
    (.list(.flag, count: 0...2), [true, false]), (.map(.integer(0...9), maximum: 1), ["anything": 3]),
    (.identifier, .text(String(repeating: "0a", count: 16))), (.text(3...100, .mediaType), "image/svg+xml"),
    (.text(0...99, .base64), "YQ=="), (.text(0...99, .base64), ""), (.text(1...99, .url), "https://a.example/b?c=d"),
    (.object([.init("a", .flag, isRequired: false, "")]), ["a": .null]), (.anything, .null),
  ]

  @Test("What is taken", arguments: good)
  func taken(_ schema: Schema, _ value: JSONValue) throws { try schema.check(value) }

  private static let bad: [(Schema, JSONValue, SchemaFlaw.Kind)] = [
    (Schema.integer(0...5), JSONValue.integer(6), SchemaFlaw.Kind.badValue),
    (.integer(0...5), .number(3.5), .wrongType),
    (.integer(0...5), .number(1e300), .badValue), (.integer(0...5), "3", .wrongType), (.flag, 1, .wrongType),
    (.text(1...2, .free), "abc", .badValue), (.text(0...9, .line), "a\u{85}b", .badValue),
    (.text(0...9, .line), "a\nb", .badValue), (.text(1...9, .name), "../x", .badValue),
    (.text(1...9, .name), ".x", .badValue), (.text(1...9, .code), "A", .badValue), (.choice(["a"]), "b", .badValue),
    (.identifier, .text(String(repeating: "0A", count: 16)), .badValue),
    (.text(3...100, .mediaType), "a/b/c", .badValue),
    (.text(0...99, .base64), "YQ=", .badValue), (.text(0...99, .base64), "Y=Q=", .badValue),
    (.text(1...99, .url), "https://user@host/", .badValue), (.text(1...99, .url), "ftp://host/", .badValue),
    (.list(.flag, count: 0...1), [true, true], .badValue), (.list(.flag, count: 0...1), [.null], .wrongType),
    (.map(.flag, maximum: 1), ["a": true, "b": true], .badValue), (.object([]), ["a": true], .unknownField),
    (.object([.init("a", .flag, isRequired: true, "")]), [:], .missingField),
    (.object([.init("a", .flag, isRequired: true, "")]), ["a": .null], .wrongType), (.anyObject, [], .wrongType),
  ]

  @Test("What is refused", arguments: bad)
  func refused(_ schema: Schema, _ value: JSONValue, _ kind: SchemaFlaw.Kind) {
    #expect { try schema.check(value) } throws: { ($0 as? SchemaFlaw)?.kind == kind }
  }

  @Test func theSameIsWrittenAsWasRead() throws {
    let schema = Schema.object([.init("a", .choice(["x"]), isRequired: false, "words")])
    #expect(
      schema.document == [
        "type": "object", "additionalProperties": false,
        "properties": ["a": ["type": ["string", "null"], "enum": ["x", .null], "description": "words"]],
      ])
  }
}
