internal import BonafideObservations

/// The signs of a presentation attack.
struct AttackSection: ReportSection {
  let heading = "Signs of an attack"

  func content(of report: VerificationReport) -> Markup? {
    guard let attack = report.attack else {
      return "<p class=\"quiet\">Signs of an attack were not looked for.</p>\n"
    }
    let limit = attack.limit.map { ", below \(ReportNumber.text($0)) it speaks of an attack" } ?? ""
    return """
      <p>Verdict: <b>\(attack.verdict)</b>. Score <b>\(ReportNumber.text(attack.score))</b>\(limit) \
      <span class="quiet">(0 is an attack, 1 is bona fide)</span>.</p>
      \(calibration(attack))\(table(attack))\(evidence(attack, report))
      """
  }

  private func calibration(_ attack: ReportAttack) -> Markup {
    attack.calibration.map { "<p class=\"quiet\">Cues are judged by \($0).</p>\n" } ?? ""
  }

  /// What each cue saw, as a curve over time and, where there is one, a picture.
  private func evidence(_ attack: ReportAttack, _ report: VerificationReport) -> Markup {
    let charts = attack.evidence.compactMap(\.chart)
    let times = TimeRange(charts: charts, marks: report.marks).ends
    let figures: [Markup] = attack.evidence.map { cue in
      let chart: Markup =
        cue.chart.map { chart in
          """
          <figure class="plot"><figcaption><h3>\(chart.title)</h3> <span class="quiet">\(chart.unit)</span></figcaption>
          \(ChartDrawing(chart, marks: report.marks, times: times).markup)</figure>

          """
        } ?? ""
      let picture: Markup = cue.picture.map { PictureFigure($0).markup } ?? ""
      return "<div>\(chart)\(picture)</div>\n"
    }
    guard !figures.isEmpty else { return "" }
    return """
      <details><summary>What each cue saw</summary>
      <div class="plots">
      \(figures)</div>
      </details>

      """
  }

  private func table(_ attack: ReportAttack) -> Markup {
    guard !attack.cues.isEmpty else { return "<p class=\"quiet\">No cue was measured.</p>\n" }
    let rows: [Markup] = attack.cues.map { cue in
      let bar = ScaleBar(value: cue.score, limit: attack.limit, range: 0...1).markup
      let weight = cue.weight > 0 ? ReportNumber.text(cue.weight, decimals: 1) : "not counted"
      let unjudged = cue.value == nil ? "could not tell" : "not calibrated"
      let score = cue.score == nil ? unjudged : ReportNumber.text(cue.score)
      return """
        <tr><th scope="row">\(cue.name)</th><td>\(score) \(bar)</td><td>\(weight)</td><td>\(cue.detail)</td></tr>

        """
    }
    return """
      <div class="wide"><table>
      <thead><tr><th scope="col">Cue</th><th scope="col">Score</th><th scope="col">Weight</th>\
      <th scope="col">What was seen</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }
}
