/// A chart as SVG. Lines are named at their right ends, limits are dashed and named at the left, moments are numbered
/// above.
struct ChartDrawing {
  private let chart: ReportChart
  private let marks: [ReportMark]
  private let runs: [[[PlotPoint]]]
  private let across: AxisScale
  private let up: AxisScale

  // Units of the drawing; about pixels where two charts stand side by side.
  private static let width = 480.0
  private static let height = 232.0
  private static let left = 46.0
  private static let right = 378.0
  private static let top = 30.0
  private static let bottom = 192.0
  private static let labelHeight = 16.0
  private static let markWidth = 17.0
  private static let markLimit = 60

  /// `times` is what the time axis has to cover, the same for all charts of a report.
  init(_ chart: ReportChart, marks: [ReportMark], times: [Double]) {
    self.chart = chart
    self.marks = ChartDrawing.drawable(marks)
    runs = chart.curves.map { CurveThinning.runs($0.points) }
    across = AxisScale(covering: times, from: ChartDrawing.left, to: ChartDrawing.right, steps: 6)
    let values = runs.joined().joined().map(\.value)
    let ends = [chart.range.lowerBound, chart.range.upperBound]
    up = AxisScale(
      covering: ends + values + chart.thresholds.map(\.value), from: ChartDrawing.bottom, to: ChartDrawing.top,
      steps: 4)
  }

  /// The marks that get a line, and so a number: the first of them in the order of time.
  static func drawable(_ marks: [ReportMark]) -> [ReportMark] {
    Array(marks.filter { CurveThinning.isDrawable($0.time) }.sorted { $0.time < $1.time }.prefix(markLimit))
  }

  var markup: Markup {
    """
    <svg class="chart" viewBox="0 0 480 232" role="img" aria-label="\(summary)">
    \(grid)\(markLines)\(thresholdLines)\(curves)\(thresholdNames)\(names)</svg>

    """
  }

  /// The chart in words.
  private var summary: String {
    let parts = zip(chart.curves, runs).map { curve, runs in
      let values = runs.joined().map(\.value)
      guard let low = values.min(), let high = values.max() else { return "\(curve.label) not measured" }
      return "\(curve.label) from \(ReportNumber.text(low)) to \(ReportNumber.text(high))"
    }
    return "\(chart.title) over time in \(chart.unit): " + parts.joined(separator: ", ")
  }

  private var grid: Markup {
    let left = number(ChartDrawing.left)
    let right = number(ChartDrawing.right)
    let rows: [Markup] = up.ticks.map { tick in
      let y = number(up.place(tick))
      let text: Markup = """
        <text x="\(number(ChartDrawing.left - 7))" y="\(y)" dy="0.35em" text-anchor="end">\(up.label(tick))</text>
        """
      return "<line class=\"grid\" x1=\"\(left)\" y1=\"\(y)\" x2=\"\(right)\" y2=\"\(y)\" />\(text)\n"
    }
    let baseline = number(ChartDrawing.bottom)
    let columns: [Markup] = across.ticks.map { tick in
      let x = number(across.place(tick))
      let text: Markup = """
        <text x="\(x)" y="\(number(ChartDrawing.bottom + 17))" text-anchor="middle">\(across.label(tick))</text>
        """
      let end = number(ChartDrawing.bottom + 4)
      return "<line class=\"axis\" x1=\"\(x)\" y1=\"\(baseline)\" x2=\"\(x)\" y2=\"\(end)\" />\(text)\n"
    }
    let axis: Markup = """
      <line class="axis" x1="\(left)" y1="\(baseline)" x2="\(right)" y2="\(baseline)" />
      """
    let middle = number((ChartDrawing.left + ChartDrawing.right) / 2)
    let unit: Markup = "<text class=\"unit\" x=\"\(middle)\" y=\"229\" text-anchor=\"middle\">seconds</text>\n"
    return "\(rows)\(columns)\(axis)\(unit)"
  }

  private var drawableThresholds: [ReportThreshold] {
    chart.thresholds.filter { CurveThinning.isDrawable($0.value) }.sorted { $0.value > $1.value }
  }

  private var thresholdLines: Markup {
    let lines: [Markup] = drawableThresholds.map { threshold in
      let y = number(up.place(threshold.value))
      return """
        <line class="threshold" x1="\(number(ChartDrawing.left))" y1="\(y)" x2="\(number(ChartDrawing.right))" \
        y2="\(y)" />

        """
    }
    return "\(lines)"
  }

  /// From the top down, above the line, or below it where there is no room. After the curves, so that they do not
  /// hide the text.
  private var thresholdNames: Markup {
    var last = ChartDrawing.top - 4
    let texts: [Markup] = drawableThresholds.map { threshold in
      let line = up.place(threshold.value)
      let y = line - 4 - last < ChartDrawing.labelHeight ? line + 14 : line - 4
      last = y
      let label = "\(threshold.label) \(shortest(threshold.value))"
      return """
        <text class="limit" x="\(number(ChartDrawing.left + 4))" y="\(number(y))">\(label)</text>

        """
    }
    return "\(texts)"
  }

  private var markLines: Markup {
    // A number that would cover the one before it moves up a row.
    var ends = [Double](repeating: -1000, count: 2)
    let lines: [Markup] = marks.enumerated().map { index, mark in
      let x = across.place(mark.time)
      let row = ends.firstIndex { x - $0 >= ChartDrawing.markWidth } ?? 0
      ends[row] = x
      let y = ChartDrawing.top - 5 - Double(row) * 13
      return """
        <line class="mark" x1="\(number(x))" y1="\(number(y + 2))" x2="\(number(x))" y2="\(number(ChartDrawing.bottom))" />\
        <text class="number" x="\(number(x))" y="\(number(y))" text-anchor="middle">\(index + 1)</text>

        """
    }
    return "\(lines)"
  }

  private var curves: Markup {
    let paths: [Markup] = runs.enumerated().filter { !$0.element.isEmpty }.map { index, runs in
      "<path class=\"curve c\(index % 4)\" d=\"\(path(runs))\" />\n"
    }
    return "\(paths)"
  }

  /// A run of a single point is a line of no length, which round ends make a dot.
  private func path(_ runs: [[PlotPoint]]) -> String {
    runs.map { run in
      let places = run.map { "\(number(across.place($0.time))) \(number(up.place($0.value)))" }
      return "M" + (places.count == 1 ? places + places : places).joined(separator: "L")
    }.joined()
  }

  private var names: Markup {
    let ends = runs.indices.compactMap { index in
      runs[index].last?.last.map { (index: index, y: up.place($0.value)) }
    }.sorted { $0.y < $1.y }
    var places: [Double] = []
    for end in ends { places.append(max(end.y, (places.last ?? -1000) + ChartDrawing.labelHeight)) }
    // Pushed back up where they ran out of the drawing.
    var most = ChartDrawing.bottom
    for index in places.indices.reversed() {
      places[index] = min(places[index], most)
      most = places[index] - ChartDrawing.labelHeight
    }
    let texts: [Markup] = zip(ends, places).map { end, y in
      let x = number(ChartDrawing.right + 7)
      let label = chart.curves[end.index].label
      return "<text class=\"name c\(end.index % 4)\" x=\"\(x)\" y=\"\(number(y))\" dy=\"0.35em\">\(label)</text>\n"
    }
    return "\(texts)"
  }

  private func number(_ value: Double) -> String { ReportNumber.coordinate(value) }

  /// Without decimals that say nothing.
  private func shortest(_ value: Double) -> String {
    ReportNumber.text(value, decimals: value == value.rounded() ? 0 : 2)
  }
}
