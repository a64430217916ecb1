internal import BonafideLiveness
internal import BonafideObservations

/// Turns a report into one HTML page: no script, nothing from elsewhere, well-formed as XML too.
package struct ReportRenderer: Sendable {
  private let report: VerificationReport

  package init(_ report: VerificationReport) {
    self.report = report
  }

  package var html: String {
    let sections = [
      reasons, steps, comparison, charts, attackSigns, machinery,
    ]
    return """
      <!DOCTYPE html>
      <html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <title>Verification report: \(report.decision.rawValue)</title><style>\(ReportStyle.css)</style></head>
      <body><main>\(banner)\(sections.joined())</main></body></html>
      """
  }

  private var banner: String {
    let (word, sentence) =
      switch report.decision {
      case .approved: ("✓ Approved", "A live person, and the one on the document.")
      case .declined: ("✗ Declined", "Something speaks against this person.")
      case .review: ("? Review", "A person has to look, or the capture has to be made again.")
      }
    let profile = report.profile.map {
      $0 == "specimen"
        ? "<p class=\"specimen\">Synthetic specimen. It proves that the parts work together, never how accurate they are.</p>"
        : "<p class=\"specimen\">Profile: \(escaped($0))</p>"
    }
    return "<header class=\"banner \(report.decision.rawValue)\"><h1>\(word)</h1><p>\(sentence)</p></header>"
      + (profile ?? "")
  }

  private var reasons: String {
    guard !report.reasons.isEmpty else { return "" }
    let items = report.reasons.map {
      "<li>\(escaped($0.message)) <span class=\"soft\"><code>\($0.code.rawValue)</code>, \($0.cause.rawValue)</span></li>"
    }
    return section("Reasons", "<ul>\(items.joined())</ul>")
  }

  private var steps: String {
    guard !report.steps.isEmpty else { return "" }
    let rows = report.steps.map { step in
      let result = step.result
      return [
        result.passed ? "✓ done" : "✗ not done", result.step.rawValue, result.time.map { number($0) + " s" } ?? "–",
        value(of: result), number(result.similarity),
      ]
    }
    let pictures = report.steps.flatMap(\.pictures).map { PictureRenderer(picture: $0).html }.joined()
    return section(
      "What the person was asked to do",
      table(["", "Step", "Time", "Measured", "Likeness to the first picture"], rows)
        + "<h3>Pictures</h3><div class=\"pictures\">\(pictures)</div>")
  }

  private func value(of result: StepResult) -> String {
    switch result.step {
    case .face: "–"
    case .smile: "smiling " + number(result.value.map { $0 * 100 }, decimals: 0) + " %"
    case .closeEyes: "closed " + number(result.value.map { $0 * 100 }, decimals: 0) + " %"
    case .turnLeft, .turnRight, .lookUp: number(result.value, decimals: 1) + "°"
    }
  }

  private var comparison: String {
    guard let comparison = report.comparison else { return "" }
    let result = comparison.result
    let pictures = comparison.pictures.map { PictureRenderer(picture: $0).html }.joined()
    let meaning =
      switch result.validityLevel {
      case .belowMinimum: "clearly the same face"
      case .between: "alike, not enough to decide alone"
      case .aboveMaximum: "another face"
      case .notMeasured: "not measured"
      }
    return section(
      "Comparison",
      "<div class=\"pair\">\(pictures)</div>"
        + table(
          ["Similarity", "Threshold", "Distance", "Confidence", "Meaning"],
          [
            [
              number(result.similarity, decimals: 3), number(result.threshold, decimals: 3),
              number(result.distance, decimals: 3), number(result.confidence, decimals: 1) + " %", meaning,
            ]
          ]))
  }

  private var charts: String {
    guard !report.charts.isEmpty else { return "" }
    return section("Measured over time", report.charts.map { ChartRenderer($0).html }.joined())
  }

  private var attackSigns: String {
    guard !report.cues.isEmpty else { return "" }
    let rows = report.cues.map {
      [$0.name, $0.score.map { number($0) } ?? "could not tell", number($0.weight), $0.detail]
    }
    return section(
      "Signs of an attack",
      "<p>Verdict: <strong>\(escaped(report.attackVerdict))</strong> "
        + "<span class=\"soft\">(0 speaks for an attack, 1 for a live person)</span></p>"
        + table(["Cue", "Score", "Weight", "What was seen"], rows))
  }

  private var machinery: String {
    var rows = report.inputs.map { [$0.label, $0.name] }
    rows.append(["Made", report.created])
    rows.append(["Rules", report.ruleset])
    rows += report.timings.map { [$0.label, number($0.milliseconds, decimals: 0) + " ms"] }
    let models = report.models.map { [$0.name, $0.licence, String($0.sha256.prefix(16)) + "…"] }
    return section(
      "How it was made",
      table(["What", "Value"], rows)
        + (models.isEmpty ? "" : "<h3>Models</h3>" + table(["Model", "Licence", "SHA-256"], models)))
  }

  private func section(_ title: String, _ body: String) -> String {
    "<section><h2>\(escaped(title))</h2>\(body)</section>"
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    let columns = head.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
    let lines = rows.map { "<tr>" + $0.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>" }.joined()
    return "<table><thead><tr>\(columns)</tr></thead><tbody>\(lines)</tbody></table>"
  }
}
