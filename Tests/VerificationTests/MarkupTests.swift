import BonafideVerification
import Testing

/// What comes from outside never becomes markup.
struct MarkupTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a & b &amp; c", "a &amp; b &amp;amp; c"),
    ("\" onload=\"x", "&quot; onload=&quot;x"),
    ("it's", "it&#39;s"),
    ("a\u{0}b\u{1B}c\u{7F}d\u{85}e\u{FFFE}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}"),
    ("one\ntwo\tthree", "one two three"),
    ("abc\u{202E}def\u{2066}", "abc\u{FFFD}def\u{FFFD}"),
    ("Şükrü Ğ 王 👩‍👧", "Şükrü Ğ 王 👩‍👧"),
  ])
  func `text is escaped`(text: String, expected: String) {
    #expect(Markup.escaped(text) == expected)
    let markup: Markup = "<p>\(text)</p>"
    #expect(markup.text == "<p>\(expected)</p>")
  }

  @Test func `markup in markup stays as it is`() {
    let inner: Markup = "<b>\("<")</b>"
    let outer: Markup = "<p>\(inner)\([inner, inner])</p>"
    #expect(outer.text == "<p><b>&lt;</b><b>&lt;</b><b>&lt;</b></p>")
  }

  @Test(arguments: [
    (0.005, 2, "0.01"), (-0.25, 2, "−0.25"), (-0.001, 2, "0.00"), (12, 0, "12"), (1234.5, 1, "1234.5"),
    (.nan, 2, "–"), (.infinity, 2, "–"), (1e300, 2, "–"),
  ])
  func `numbers read the same everywhere`(value: Double, decimals: Int, expected: String) {
    #expect(ReportNumber.text(value, decimals: decimals) == expected)
  }
}
