internal import BonafideObservations
internal import Foundation

/// A text line of a zone in a `ZoneView`: nearly level, straight.
struct ZoneLine: Sendable {
  /// Where the text begins and ends, pixels of the view.
  var left: Double
  var right: Double
  /// Height of the line's middle at x = 0, and its slope.
  var intercept: Double
  var slope: Double
  /// Height of a capital letter.
  var capital: Double
  /// How much the finder saw of it, in cells.
  var weight: Double
  /// Mean cosine of the reading direction: below 0 the line stands on its head.
  var uprightness: Double

  func y(at x: Double) -> Double { intercept + slope * x }

  /// The same line in the view turned by 180°.
  func turned(in view: ZoneView) -> ZoneLine {
    let edge = Double(ZoneView.width - 1)
    var line = self
    line.left = edge - right
    line.right = edge - left
    line.intercept = Double(view.height - 1) - intercept - slope * edge
    return line
  }

  func moved(down distance: Double) -> ZoneLine {
    var line = self
    line.intercept += distance
    line.weight = 0
    return line
  }
}

/// Tells the lines of a zone apart on the finder's maps of a view.
struct ZoneLines: Sendable {
  private static let most = 4

  private struct Cell {
    let x: Double
    let y: Double
    let weight: Double
    let size: Double
    let cosine: Double
  }

  /// Cells that the finder is sure of, and those that it is less sure of.
  private var sure: [Cell] = []
  private var faint: [Point] = []

  init(_ maps: ZoneMaps) {
    for row in 0..<maps.height {
      for column in 0..<maps.width {
        let index = maps.index(column: column, row: row)
        let line = maps.line[index]
        guard line > 0.15 else { continue }
        let point = Point(x: ZoneMaps.pixel(column), y: ZoneMaps.pixel(row))
        faint.append(point)
        guard line > 0.35 else { continue }
        sure.append(
          Cell(
            x: point.x, y: point.y, weight: Double(line), size: Double(maps.size[index]),
            cosine: Double(maps.cosine[index])))
      }
    }
  }

  /// The lines from top to bottom, at most four.
  func found() -> [ZoneLine] {
    guard sure.count >= 12 else { return [] }
    let capital = ZoneLines.capital(of: sure)
    guard capital.isFinite, capital > 0.5 else { return [] }
    var points = WeightedPoints()
    for cell in sure { points.append(Point(x: cell.x, y: cell.y), weight: cell.weight) }
    let coarse = points.sharpest(angles(around: 0, degrees: -24, 24, step: 2), bin: 3)
    let slope = tan(points.sharpest(angles(around: coarse, degrees: -2, 2, step: 0.5), bin: 2))
    var lines = peaks(slope: slope, capital: capital).compactMap { line(at: $0, slope: slope, capital: capital) }
    let longest = lines.map { $0.right - $0.left }.max() ?? 0
    lines.removeAll { $0.right - $0.left <= max(0.3 * longest, 40) }
    return lines.sorted { $0.weight > $1.weight }.prefix(ZoneLines.most)
      .sorted { $0.y(at: ZoneView.middle) < $1.y(at: ZoneView.middle) }
  }

  /// Heights, at the middle of the view, at which cells gather, the fullest first.
  private func peaks(slope: Double, capital: Double) -> [Double] {
    let heights = sure.map { $0.y - slope * ($0.x - ZoneView.middle) }
    guard let lowest = heights.min(), let highest = heights.max(), highest - lowest < 100_000 else { return [] }
    let margin = 2
    var profile = [Double](repeating: 0, count: Int(((highest - lowest) / 2).rounded()) + 1 + 2 * margin)
    for (height, cell) in zip(heights, sure) {
      profile[Int(((height - lowest) / 2).rounded()) + margin] += cell.weight
    }
    let smooth = profile.indices.map { index in
      profile[index] + 0.5
        * ((index > 0 ? profile[index - 1] : 0) + (index + 1 < profile.count ? profile[index + 1] : 0))
    }
    let least = 0.25 * (smooth.max() ?? 0)
    let tops = (1..<smooth.count - 1).filter {
      smooth[$0] >= smooth[$0 - 1] && smooth[$0] > smooth[$0 + 1] && smooth[$0] > least
    }
    var kept: [Int] = []
    for top in tops.sorted(by: { smooth[$0] > smooth[$1] })
    where kept.allSatisfy({ Double(abs($0 - top)) * 2 > 0.9 * capital }) {
      kept.append(top)
    }
    return kept.prefix(5).map { lowest + Double(($0 - margin) * 2) }
  }

  /// Fits a line to the cells around a height; three times, each with the cells that the last fit is nearest to.
  private func line(at height: Double, slope startSlope: Double, capital: Double) -> ZoneLine? {
    var height = height
    var slope = startSlope
    var own: [Cell] = []
    for tolerance in [0.55, 0.5, 0.5] {
      let near = sure.filter { abs($0.y - height - slope * ($0.x - ZoneView.middle)) < tolerance * capital }
      guard near.count >= 6 else { return nil }
      own = longestStretch(near, gap: 5 * capital)
      let total = own.reduce(0) { $0 + $1.weight }
      guard total > 0, let left = own.first?.x, let right = own.last?.x else { return nil }
      let x = own.reduce(0) { $0 + $1.x * $1.weight } / total
      let y = own.reduce(0) { $0 + $1.y * $1.weight } / total
      if right - left > 80 {
        let spread = own.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.x - x) }
        slope = own.reduce(0) { $0 + $1.weight * ($1.x - x) * ($1.y - y) } / spread
      }
      height = y - slope * (x - ZoneView.middle)
    }
    guard let first = own.first?.x, let last = own.last?.x else { return nil }
    var left = first
    var right = last
    for point in faint
    where abs(point.y - height - slope * (point.x - ZoneView.middle)) < 0.5 * capital
      && point.x > first - 2.5 * capital && point.x < last + 2.5 * capital
    {
      left = min(left, point.x)
      right = max(right, point.x)
    }
    let total = own.reduce(0) { $0 + $1.weight }
    return ZoneLine(
      left: left - 2, right: right + 2, intercept: height - slope * ZoneView.middle, slope: slope,
      capital: ZoneLines.capital(of: own), weight: total,
      uprightness: own.reduce(0) { $0 + $1.cosine * $1.weight } / total)
  }

  /// Of cells with wide gaps between them the stretch that weighs most, from left to right.
  private func longestStretch(_ cells: [Cell], gap: Double) -> [Cell] {
    var best: (weight: Double, cells: [Cell]) = (-1, [])
    var current: [Cell] = []
    var weight = 0.0
    for cell in cells.sorted(by: { $0.x < $1.x }) {
      if let last = current.last, cell.x - last.x > gap {
        if weight > best.weight { best = (weight, current) }
        current = []
        weight = 0
      }
      current.append(cell)
      weight += cell.weight
    }
    return weight > best.weight ? current : best.cells
  }

  private static func capital(of cells: [Cell]) -> Double {
    let total = cells.reduce(0) { $0 + $1.weight }
    return ZoneMaps.height(ofSize: cells.reduce(0) { $0 + $1.size * $1.weight } / total)
  }
}
