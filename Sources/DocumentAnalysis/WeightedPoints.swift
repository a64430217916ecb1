internal import BonafideObservations
internal import Foundation

/// Cells of a map as points of the picture, each with a weight.
struct WeightedPoints: Sendable {
  private(set) var points: [Point] = []
  private(set) var weights: [Double] = []

  var count: Int { points.count }
  var totalWeight: Double { weights.reduce(0, +) }

  mutating func append(_ point: Point, weight: Double) {
    points.append(point)
    weights.append(weight)
  }

  mutating func append(_ other: WeightedPoints) {
    points += other.points
    weights += other.weights
  }

  /// Of some angles the one along which the points fall into the sharpest profile: lines of text lie in that direction.
  ///
  /// Angles are in radians, clockwise on the screen; `bin` in pixels.
  func sharpest(_ angles: [Double], bin: Double) -> Double {
    var best = (value: -1.0, angle: angles.first ?? 0)
    var places = [Double](repeating: 0, count: count)
    for angle in angles {
      let cosine = cos(angle)
      let sine = sin(angle)
      for index in points.indices { places[index] = points[index].y * cosine - points[index].x * sine }
      guard let low = places.min(), let high = places.max(), (high - low) / bin < 100_000 else { continue }
      var profile = [Double](repeating: 0, count: Int((high - low) / bin) + 1)
      for index in places.indices { profile[Int((places[index] - low) / bin)] += weights[index] }
      let value = profile.reduce(0) { $0 + $1 * $1 }
      if value > best.value { best = (value, angle) }
    }
    return best.angle
  }

  /// The range along a direction that holds the weight but for the share `cut` at either end.
  func span(along direction: Point, cut: Double) -> ClosedRange<Double>? {
    let places = points.map { $0.x * direction.x + $0.y * direction.y }
    let order = places.indices.sorted { places[$0] < places[$1] }
    let total = totalWeight
    guard let firstIndex = order.first, let lastIndex = order.last, total > 0 else { return nil }
    var low = places[firstIndex]
    var high = places[lastIndex]
    var sum = 0.0
    var foundLow = false
    for index in order {
      sum += weights[index] / total
      if !foundLow, sum >= cut {
        low = places[index]
        foundLow = true
      }
      if sum >= 1 - cut {
        high = places[index]
        break
      }
    }
    return low...max(low, high)
  }
}

extension Point {
  init(angle: Double) { self.init(x: cos(angle), y: sin(angle)) }

  /// Turned by a quarter clockwise on the screen: from along a line to down from it.
  var normal: Point { Point(x: -y, y: x) }

  func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
  static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }
}

/// Angles in degrees from `from` up to and with `to`, as radians, around a middle in radians.
func angles(around middle: Double, degrees from: Double, _ to: Double, step: Double) -> [Double] {
  stride(from: from, through: to + step / 10, by: step).map { middle + $0 * .pi / 180 }
}
