internal import BonafideLiveness

/// What the person was asked to do, and what came of it.
struct StepsSection: ReportSection {
  let heading = "What was checked"

  func content(of report: VerificationReport) -> Markup? {
    guard !report.steps.isEmpty else { return "<p class=\"quiet\">No steps were asked for.</p>\n" }
    let done = report.steps.filter(\.result.passed).count
    let items = report.steps.enumerated().map { index, step in item(step, number: index + 1) }
    return """
      <p>\(done) of \(report.steps.count) steps were done. Left and right are the person’s own.</p>
      <ol class="steps">
      \(items)</ol>

      """
  }

  private func item(_ step: ReportStep, number: Int) -> Markup {
    let result = step.result
    let outcome: Markup =
      result.passed
      ? "<span class=\"outcome good\">✓ done</span>" : "<span class=\"outcome bad\">✗ not done</span>"
    let pictures: Markup =
      step.pictures.isEmpty ? "" : "<div class=\"pictures\">\n\(step.pictures.map { PictureFigure($0).markup })</div>\n"
    return """
      <li>
      <div class="what">
      <h3>\(number). \(result.step.title) \(outcome)</h3>
      <dl>
      \(facts(step))</dl>
      </div>
      \(pictures)</li>

      """
  }

  private func facts(_ step: ReportStep) -> Markup {
    let result = step.result
    let scale = result.step.scale
    var facts: [Markup] = []
    if result.value != nil || step.limit != nil {
      let value = ReportNumber.text(result.value, decimals: scale.decimals, unit: scale.unit)
      let limit = step.limit.map { limit in
        ", needs \(scale.comparison) \(ReportNumber.text(limit, decimals: scale.decimals, unit: scale.unit))"
      }
      let bar = ScaleBar(value: result.value, limit: step.limit, range: scale.range).markup
      facts.append(fact(scale.measure, "<b>\(value)</b>\(limit ?? "") \(bar)"))
    }
    facts.append(fact("At", result.time == nil ? "never" : "\(ReportNumber.seconds(result.time))"))
    if result.step == .closeEyes, result.leftEyeOpen != nil || result.rightEyeOpen != nil {
      let left = ReportNumber.text(result.leftEyeOpen)
      let right = ReportNumber.text(result.rightEyeOpen)
      facts.append(fact("Eyes open", "left \(left), right \(right)"))
    }
    if let similarity = result.similarity {
      facts.append(fact("Likeness to the reference face", "\(ReportNumber.text(similarity))"))
    }
    return "\(facts)"
  }

  private func fact(_ name: String, _ value: Markup) -> Markup {
    "<div><dt>\(name)</dt><dd>\(value)</dd></div>\n"
  }
}
