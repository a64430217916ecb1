internal import BonafideMedia
internal import BonafideObservations

/// Whether colour is another inside of a side than outside: the border of a document is a step, the outline of
/// something drawn has the same on both sides.
struct BorderContrast: Sendable {
  private static let places = 20
  /// Pixels of the reduced picture from the side.
  private static let distances = [2.5, 3.5, 4.5]
  /// Levels that are a step in full.
  private static let full: Float = 18

  let picture: Image

  /// Mean over the sides that are not the picture's own borders, 0…1; 1 where there are none.
  func contrast(of quad: QuadCandidate) -> Double {
    var sum = 0.0
    var count = 0
    for index in 0..<4 where !quad.isFrame[index] {
      guard let value = contrast(from: quad.corners[index], to: quad.corners[(index + 1) % 4]) else { continue }
      sum += value
      count += 1
    }
    return count > 0 ? sum / Double(count) : 1
  }

  private func contrast(from: Point, to: Point) -> Double? {
    guard let line = ImageLine(from, to) else { return nil }
    var sum: Float = 0
    var count = 0
    for place in 0..<BorderContrast.places {
      let share = 0.08 + 0.84 * (Double(place) + 0.5) / Double(BorderContrast.places)
      let center = from + (to - from) * share
      guard let inside = mean(center, line.normal), let outside = mean(center, line.normal * -1) else { continue }
      let difference = inside - outside
      let step = max(abs(difference.x), abs(difference.y), abs(difference.z))
      sum += min(1, step / BorderContrast.full)
      count += 1
    }
    return count > 0 ? Double(sum) / Double(count) : nil
  }

  private func mean(_ center: Point, _ normal: Point) -> SIMD4<Float>? {
    var sum = SIMD4<Float>.zero
    for distance in BorderContrast.distances {
      let point = center + normal * distance
      guard point.x >= 0, point.y >= 0, point.x < Double(picture.width), point.y < Double(picture.height),
        let color = picture.color(x: Int(point.x), y: Int(point.y))
      else { return nil }
      sum += SIMD4(Float(color.red), Float(color.green), Float(color.blue), 0)
    }
    return sum * (1 / Float(BorderContrast.distances.count))
  }
}
