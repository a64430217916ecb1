import BonafideStore
import Foundation
import Testing

@Suite struct JSONTextTests {
  struct Everything: Codable, Sendable {
    enum Kind: String, Codable { case some }

    var text: String
    var nothing: String?
    var flag = false
    var kind = Kind.some
    var small: Int8 = -128
    var large = UInt64.max
    var least = Int.min
    var ratio = 0.1
    var whole = 3.0
    var tiny = 1e-7
    var huge = 1e300
    var short: Float = 0.25
    var list = [1, 2, 3]
    var lists: [[String]] = [[], ["a"]]
    var gaps: [Int?] = [1, nil]
    var map = ["b": 1.5, "a": 2, "B": 0]
    var names: [String: [String: Int]] = ["z/": [:], "ä": ["\"": 1]]
  }

  /// Foundation's encoder is the second opinion.
  @Test(
    arguments: [
      "", "plain", "a/b", "quote \" and \\", "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}", "ş ğ 語 👩‍👩‍👧 e\u{301}",
      "\u{2028}\u{FEFF}",
    ])
  func `a value is written as Foundation writes it`(text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let value = [Everything(text: text), Everything(text: "x", nothing: text)]
    let expected = String(decoding: try encoder.encode(value), as: UTF8.self)
    #expect(try JSONDocument(encoding: value).text == expected)
    #expect(try JSONDocument(encoding: text).text == String(decoding: encoder.encode(text), as: UTF8.self))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what JSON has no word for is refused`(number: Double) {
    #expect(throws: StoreError.of(.invalid)) { try JSONDocument(encoding: [number]) }
    #expect(throws: StoreError.of(.invalid)) { try JSONDocument(encoding: ["a": Float(number)]) }
  }
}
