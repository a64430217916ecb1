internal import Foundation

/// Draws a chart as SVG, without script.
struct ChartRenderer {
  private static let width = 720.0
  private static let height = 210.0
  private static let left = 44.0
  private static let right = 12.0
  private static let top = 16.0
  private static let bottom = 26.0
  /// More points than this add bytes, not detail.
  private static let mostPoints = 600

  private let chart: VerificationReport.Chart
  private let low: Double
  private let high: Double
  private let end: Double

  init(_ chart: VerificationReport.Chart) {
    self.chart = chart
    var low = chart.range.lowerBound
    var high = chart.range.upperBound
    var end = 0.0
    for line in chart.lines {
      for point in line.points where point.time.isFinite {
        end = max(end, point.time)
        if let value = point.value, value.isFinite {
          low = min(low, max(value, -1e6))
          high = max(high, min(value, 1e6))
        }
      }
    }
    self.low = low
    self.high = high > low ? high : low + 1
    self.end = end > 0 ? end : 1
  }

  var html: String {
    let title = escaped(chart.title)
    var svg = "<figure><figcaption>\(title) <span class=\"unit\">(\(escaped(chart.unit)))</span></figcaption>"
    svg +=
      "<svg viewBox=\"0 0 \(text(Self.width)) \(text(Self.height))\" role=\"img\" aria-label=\"\(title) over time\">"
    for step in 0...4 {
      let value = low + (high - low) * Double(step) / 4
      svg +=
        rule(at: y(value), css: "grid") + label(Self.left - 6, y(value) + 4, number(value, decimals: 1), anchor: "end")
    }
    for step in 0...4 {
      let time = end * Double(step) / 4
      svg += label(x(time), Self.height - 8, number(time, decimals: 1) + " s", anchor: step == 4 ? "end" : "middle")
    }
    for mark in chart.marks where mark.time.isFinite {
      svg +=
        "<line class=\"mark\" x1=\"\(text(x(mark.time)))\" x2=\"\(text(x(mark.time)))\" y1=\"\(text(Self.top))\" "
        + "y2=\"\(text(Self.height - Self.bottom))\"/>"
        + label(x(mark.time) + 3, Self.top - 4, mark.label, anchor: x(mark.time) > Self.width - 80 ? "end" : "start")
    }
    for threshold in chart.thresholds where threshold.value.isFinite && (low...high).contains(threshold.value) {
      svg +=
        rule(at: y(threshold.value), css: "limit")
        + label(Self.width - Self.right - 2, y(threshold.value) - 3, threshold.label, anchor: "end")
    }
    for (index, line) in chart.lines.enumerated() {
      let path = self.path(line)
      if !path.isEmpty { svg += "<path class=\"c\(index % 4)\" d=\"\(path)\"/>" }
    }
    let legend = chart.lines.enumerated().map {
      "<span class=\"k\($0.offset % 4)\">\(escaped($0.element.label))</span>"
    }
    return svg + "</svg><p class=\"legend\">\(legend.joined(separator: " "))</p></figure>"
  }

  /// Runs of points that have a value; a gap where there is none.
  private func path(_ line: VerificationReport.Chart.Line) -> String {
    let stride = max(1, (line.points.count + Self.mostPoints - 1) / Self.mostPoints)
    var path = ""
    var isDown = false
    for (index, point) in line.points.enumerated() where index % stride == 0 {
      guard let value = point.value, value.isFinite, point.time.isFinite else {
        isDown = false
        continue
      }
      path += "\(isDown ? "L" : "M")\(text(x(point.time))) \(text(y(value)))"
      isDown = true
    }
    return path
  }

  private func x(_ time: Double) -> Double {
    Self.left + (Self.width - Self.left - Self.right) * min(max(time / end, 0), 1)
  }

  private func y(_ value: Double) -> Double {
    let share = min(max((value - low) / (high - low), 0), 1)
    return Self.height - Self.bottom - (Self.height - Self.bottom - Self.top) * share
  }

  private func rule(at y: Double, css: String) -> String {
    "<line class=\"\(css)\" x1=\"\(text(Self.left))\" x2=\"\(text(Self.width - Self.right))\" y1=\"\(text(y))\" y2=\"\(text(y))\"/>"
  }

  private func label(_ x: Double, _ y: Double, _ content: String, anchor: String) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" text-anchor=\"\(anchor)\">\(escaped(content))</text>"
  }

  private func text(_ value: Double) -> String { number(value, decimals: 1) }
}
