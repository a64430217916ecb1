/// Curves made fit for drawing.
package enum CurveThinning {
  /// As many as are still told apart on a page's width.
  package static let pointLimit = 600
  /// Larger magnitudes are no measurement of anything in a report, and would overflow a scale.
  static let valueLimit = 1e6

  /// Runs of neighbouring points in the order of time, split where a value is missing or not a number. All runs
  /// together have at most `pointLimit` points. Of a dense curve each slice keeps its lowest and its highest
  /// value, so that no peak is lost.
  package static func runs(_ points: [CurvePoint]) -> [[PlotPoint]] {
    var runs: [[PlotPoint]] = []
    var run: [PlotPoint] = []
    func close() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    for slice in slices(inOrder(points)) {
      let measured = slice.compactMap(PlotPoint.init)
      if slice.count <= 1 || measured.count <= 2 {
        for point in slice {
          if let point = PlotPoint(point) { run.append(point) } else { close() }
        }
        continue
      }
      if PlotPoint(slice[slice.startIndex]) == nil { close() }
      run += extremes(measured)
      if measured.count < slice.count { close() }
    }
    close()
    return runs
  }

  private static func inOrder(_ points: [CurvePoint]) -> [CurvePoint] {
    let timed = points.filter { isDrawable($0.time) }
    let isOrdered = zip(timed, timed.dropFirst()).allSatisfy { $0.time <= $1.time }
    return isOrdered ? timed : timed.sorted { $0.time < $1.time }
  }

  /// Single points while there are few, else as many slices as leave two points each.
  private static func slices(_ points: [CurvePoint]) -> [ArraySlice<CurvePoint>] {
    let count = points.count <= pointLimit ? points.count : pointLimit / 2
    return (0..<count).map { points[($0 * points.count / count)..<(($0 + 1) * points.count / count)] }
  }

  private static func extremes(_ points: [PlotPoint]) -> [PlotPoint] {
    guard var low = points.first else { return [] }
    var high = low
    for point in points {
      if point.value < low.value { low = point }
      if point.value > high.value { high = point }
    }
    if low == high { return [low] }
    return low.time <= high.time ? [low, high] : [high, low]
  }

  static func isDrawable(_ value: Double) -> Bool { value.isFinite && abs(value) <= valueLimit }
}

/// A point that can be drawn: both numbers are finite.
package struct PlotPoint: Hashable {
  package let time: Double
  package let value: Double

  init?(_ point: CurvePoint) {
    guard let value = point.value, CurveThinning.isDrawable(value), CurveThinning.isDrawable(point.time) else {
      return nil
    }
    time = point.time
    self.value = value
  }
}
