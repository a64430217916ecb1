/// What was measured over time.
struct ChartsSection: ReportSection {
  let heading = "Over time"

  func content(of report: VerificationReport) -> Markup? {
    guard !report.charts.isEmpty else { return nil }
    let times = TimeRange(charts: report.charts, marks: report.marks).ends
    let figures: [Markup] = report.charts.map { chart in
      let note: Markup = chart.note.map { "<p class=\"quiet\">\($0)</p>" } ?? ""
      return """
        <figure class="plot"><figcaption><h3>\(chart.title)</h3> <span class="quiet">\(chart.unit)</span></figcaption>
        \(ChartDrawing(chart, marks: report.marks, times: times).markup)\(note)</figure>

        """
    }
    return "\(legend(report.marks))<div class=\"plots\">\n\(figures)</div>\n"
  }

  private func legend(_ marks: [ReportMark]) -> Markup {
    let drawn = ChartDrawing.drawable(marks)
    guard !drawn.isEmpty else { return "" }
    let items: [Markup] = drawn.enumerated().map { index, mark in
      "<li><b>\(index + 1)</b> \(mark.label) <span class=\"quiet\">\(ReportNumber.seconds(mark.time))</span></li>\n"
    }
    return """
      <p class="quiet">The numbers above the charts are these moments:</p>
      <ul class="marks">
      \(items)</ul>

      """
  }
}

/// The time that charts beside each other share.
struct TimeRange {
  /// The ends of everything that is drawn; empty when nothing is.
  let ends: [Double]

  init(charts: [ReportChart], marks: [ReportMark]) {
    var range: ClosedRange<Double>?
    for time in charts.flatMap(\.curves).flatMap(\.points).map(\.time) + marks.map(\.time)
    where CurveThinning.isDrawable(time) {
      range = min(range?.lowerBound ?? time, time)...max(range?.upperBound ?? time, time)
    }
    ends = range.map { [min(0, $0.lowerBound), $0.upperBound] } ?? []
  }
}
