/// The face in front of the camera beside the one on the document.
struct ComparisonSection: ReportSection {
  let heading = "Comparison of the faces"

  func content(of report: VerificationReport) -> Markup? {
    guard let comparison = report.comparison else {
      return "<p class=\"quiet\">The faces were not compared.</p>\n"
    }
    let pictures = [comparison.probe, comparison.reference].compactMap { $0 }.map { PictureFigure($0).markup }
    let pair: Markup = pictures.isEmpty ? "" : "<div class=\"pair\">\n\(pictures)</div>\n"
    let side = comparison.similarity >= comparison.threshold ? "reaches" : "does not reach"
    let bar = ScaleBar(value: comparison.similarity, limit: comparison.threshold, range: 0...1).markup
    return """
      \(pair)<p>The similarity of <b>\(ReportNumber.text(comparison.similarity, decimals: 3))</b> \(side) \
      the threshold of <b>\(ReportNumber.text(comparison.threshold, decimals: 3))</b>. \(bar)</p>
      <dl class="row">
      <div><dt>Distance</dt><dd>\(ReportNumber.text(comparison.distance, decimals: 3))</dd></div>
      <div><dt>Confidence</dt><dd>\(ReportNumber.text(comparison.confidence, decimals: 0)) of 100, \
      50 at the threshold</dd></div>
      <div><dt>Validity level</dt><dd>\(comparison.validityLevel)</dd></div>
      </dl>

      """
  }
}
