import BonafideLiveness
import BonafideObservations
import BonafideVerification
import Testing

/// The page as a whole.
struct ReportRendererTests {
  private func page(_ report: VerificationReport) -> ReportPage { ReportPage(ReportRenderer().html(of: report)) }

  @Test(arguments: VerificationDecision.allCases)
  func `a report with everything is well-formed`(decision: VerificationDecision) throws {
    let page = page(try ReportSamples.everything(decision))
    #expect(page.isWellFormed)
    #expect(page.all("svg").count { $0["class"] == "chart" } == 5)
    #expect(page.all("section").contains { $0["class"] == "decision \(decision.rawValue)" })
  }

  @Test func `a report with nothing is well-formed and says what was not done`() {
    let page = page(ReportSamples.nothing)
    #expect(page.isWellFormed)
    #expect(page.text.contains("Needs review"))
    #expect(page.text.contains("The faces were not compared"))
    #expect(page.text.contains("Signs of an attack were not looked for"))
    #expect(page.text.contains("No steps were asked for"))
  }

  @Test func `hostile text stays text`() throws {
    let html = ReportRenderer().html(of: try ReportSamples.everything())
    #expect(!html.contains("<script"))
    let page = ReportPage(html)
    #expect(page.all("script").isEmpty)
    #expect(page.text.contains("<script>alert(\"1\")</script>&'\u{FFFD}"))
    #expect(page.elements.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
  }

  @Test func `the page allows itself nothing but its own pictures and style`() {
    #expect(
      page(ReportSamples.nothing).all("meta").contains {
        $0["http-equiv"] == "Content-Security-Policy"
          && $0["content"] == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
      })
  }

  @Test func `nothing points out of the page`() throws {
    let html = ReportRenderer().html(of: try ReportSamples.everything())
    let elements = ReportPage(html).elements
    #expect(elements.allSatisfy { $0.attributes.values.allSatisfy { !$0.lowercased().contains("http") } })
    #expect(elements.allSatisfy { $0.attributes["href"] == nil && $0.attributes["action"] == nil })
    #expect(!html.contains("url(") && !html.contains("@import"))
  }

  @Test func `the language is told, pictures are described and cells have a scope`() throws {
    let page = page(try ReportSamples.everything())
    #expect(page.all("html").first?["lang"] == "en")
    #expect(page.all("img").allSatisfy { !($0["alt"] ?? "").isEmpty })
    #expect(page.all("th").allSatisfy { $0["scope"] != nil })
    #expect(page.all("svg").allSatisfy { $0["aria-label"] != nil || $0["aria-hidden"] == "true" })
    #expect(page.all("h1").count == 1)
  }

  @Test func `only the profile of specimens brings their banner`() {
    var report = ReportSamples.nothing
    #expect(!page(report).text.contains("proves wiring"))
    report.profile = "kiosk"
    #expect(!page(report).text.contains("proves wiring"))
    report.profile = "specimen"
    #expect(page(report).text.contains("proves wiring, never accuracy"))
  }

  @Test func `a step shows its value against its limit`() throws {
    var report = ReportSamples.nothing
    report.steps = [
      ReportStep(try ReportSamples.result(.turnLeft, value: 21.44), settings: .defaults),
      ReportStep(try ReportSamples.result(.smile, passed: false, value: 0.41), settings: .defaults),
    ]
    let text = page(report).text
    // B-023: 15 degrees; B-021: 0.9.
    #expect(text.contains("21.4°, needs at least 15.0°"))
    #expect(text.contains("0.41, needs above 0.90"))
    #expect(text.contains("✓ done") && text.contains("✗ not done"))
    #expect(text.contains("1 of 2 steps were done"))
  }

  @Test func `changed settings are those that differ from their defaults`() {
    let settings = Settings.defaults.setting(.comparisonThreshold, to: 0.5)
      .setting(.comparisonDistanceMin, to: Setting.comparisonDistanceMin.defaultValue)
    let changed = ReportSetting.changed(in: settings, declared: ComparisonSettings.declared)
    #expect(changed.map(\.name) == ["comparison.similarity.min"])
    #expect(changed.map(\.value) == [0.5])
  }
}
