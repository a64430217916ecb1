/// A value on its scale with the limit as a tick. The text beside it says the same, so it is hidden from readers.
struct ScaleBar {
  let value: Double?
  let limit: Double?
  let range: ClosedRange<Double>

  private static let width = 200.0

  var markup: Markup {
    guard let value, value.isFinite, range.upperBound > range.lowerBound else { return "" }
    let number = ReportNumber.coordinate
    let end = place(value)
    let tick: Markup
    if let limit, limit.isFinite {
      let x = number(place(limit))
      tick = "<line class=\"tick\" x1=\"\(x)\" y1=\"0\" x2=\"\(x)\" y2=\"12\" />"
    } else {
      tick = ""
    }
    return """
      <svg class="bar" viewBox="-2 0 204 12" aria-hidden="true"><rect class="track" x="0" y="3" width="200" \
      height="6" rx="3" /><rect class="fill" x="0" y="3" width="\(number(end))" height="6" rx="3" />\(tick)</svg>
      """
  }

  private func place(_ value: Double) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(share, 0), 1) * ScaleBar.width
  }
}
