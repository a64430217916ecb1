internal import Foundation

/// Maps values to places along an axis, with round numbers for its labels.
package struct AxisScale: Hashable {
  let low: Double
  let high: Double
  /// Places of `low` and `high` in the drawing.
  let start: Double
  let end: Double
  let step: Double

  /// The values may be none, one or all the same; what cannot be drawn is left out.
  package init(covering values: [Double], from start: Double, to end: Double, steps: Double) {
    let drawable = values.filter(CurveThinning.isDrawable)
    let least = drawable.min() ?? 0
    let most = max(drawable.max() ?? 1, least + 1e-3)
    step = AxisScale.roundStep((most - least) / steps)
    low = (least / step).rounded(.down) * step
    high = max((most / step).rounded(.up) * step, low + step)
    self.start = start
    self.end = end
  }

  /// Values outside go to the nearest end.
  func place(_ value: Double) -> Double {
    let share = (value - low) / (high - low)
    return start + (share.isFinite ? min(max(share, 0), 1) : 0) * (end - start)
  }

  /// The labelled values.
  package var ticks: [Double] {
    let count = Int(((high - low) / step).rounded())
    return (0...min(max(count, 1), 20)).map { low + Double($0) * step }
  }

  func label(_ value: Double) -> String {
    let decimals = step >= 1 ? 0 : min(4, Int((-log10(step)).rounded(.up)))
    return ReportNumber.text(value, decimals: decimals)
  }

  /// 1, 2 or 5 times a power of ten.
  private static func roundStep(_ raw: Double) -> Double {
    let power = pow(10, log10(raw).rounded(.down))
    let lead = raw / power
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power
  }
}
