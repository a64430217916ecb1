import BonafideMedia
import BonafideObservations

/// The same chance in every run (SplitMix64), so that a failure comes back.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64 = 0x5EED) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A card on a table, drawn with known corners.
struct DrawnCard {
  var width = 1200
  var height = 900
  var corners = [
    Point(x: 251.3, y: 212.8), Point(x: 942.6, y: 158.4), Point(x: 987.2, y: 604.9), Point(x: 233.7, y: 641.1),
  ]
  var paper = SIMD3<Double>(205, 210, 200)
  var table = SIMD3<Double>(96, 80, 64)
  /// Standard deviation, levels.
  var noise = 2.0
  /// How much darker the table is beside the card's lower right, 0…1.
  var shadow = 0.0
  /// A disc of skin colour over the left side: centre and radius.
  var finger: (center: Point, radius: Double)?
  /// Beside the first, for pictures of two.
  var second: [Point]?

  /// Each pixel is the mean of 4 × 4 samples, as a sensor would see it.
  func image() throws -> Image {
    var chance = Chance()
    return try Image(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          var color = SIMD3<Double>.zero
          let isEdge = DrawnCard.isNearSide(Double(x), Double(y), corners + (second ?? []))
          let steps = isEdge ? 4 : 1
          for row in 0..<steps {
            for column in 0..<steps {
              let offset = { (index: Int) in (Double(index) + 0.5) / Double(steps) - 0.5 }
              color += self.color(at: Point(x: Double(x) + offset(column), y: Double(y) + offset(row)))
            }
          }
          color /= Double(steps * steps)
          let at = (y * width + x) * 4
          for channel in 0..<3 {
            // Sum of four even ones: nearly normal, deviation 1/√3.
            let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &chance) }
            pixels[at + channel] = UInt8(min(max(color[channel] + noise * sum * 1.73 + 0.5, 0), 255))
          }
          pixels[at + 3] = 255
        }
      }
    }
  }

  /// A picture of a document, laid on a grainy table.
  static func scene(of picture: Image, corners: [Point], width: Int, height: Int) throws -> Image {
    guard let map = PerspectiveMap(width: picture.width, height: picture.height, onto: corners)?.inverse else {
      throw BonafideError(.internal, "corners that span nothing")
    }
    let factor = max(1, Int(Double(picture.width) / corners[0].distance(to: corners[1])))
    let small = try picture.reduced(by: factor)
    let shrink = 1 / Double(factor)
    let shrunk = PerspectiveMap(
      AffineMap(a: shrink, b: 0, tx: shrink / 2 - 0.5, c: 0, d: shrink, ty: shrink / 2 - 0.5))
    let document = try small.warped(width: width, height: height, map: shrunk.after(map))
    var chance = Chance()
    return try Image(width: width, height: height) { pixels in
      document.withPixels { source in
        for y in 0..<height {
          for x in 0..<width {
            let at = (y * width + x) * 4
            // The share of the pixel that the document covers, near enough.
            let share = min(max(depth(Point(x: Double(x), y: Double(y)), corners) + 0.5, 0), 1)
            let grain = Double.random(in: -12...12, using: &chance)
            for (channel, table) in [92.0, 108, 60].enumerated() {
              pixels[at + channel] = UInt8(share * Double(source[at + channel]) + (1 - share) * (table + grain))
            }
            pixels[at + 3] = 255
          }
        }
      }
    }
  }

  private func color(at point: Point) -> SIMD3<Double> {
    if let finger, finger.center.distance(to: point) < finger.radius { return SIMD3(200, 150, 125) }
    for quad in [corners, second ?? []] where quad.count == 4 {
      guard DrawnCard.isInside(point, quad) else { continue }
      guard let place = PerspectiveMap(unitSquareTo: quad)?.inverse?.apply(point) else { continue }
      // A picture and lines of text, so that it is not the only thing with edges.
      if place.x > 0.06, place.x < 0.3, place.y > 0.2, place.y < 0.65 { return SIMD3(120, 100, 90) }
      let row = (place.y * 24).rounded(.down)
      let column = (place.x * 60).rounded(.down)
      if place.x > 0.36, place.x < 0.92, place.y > 0.15, place.y < 0.9, row.truncatingRemainder(dividingBy: 2) == 0,
        (row * 7 + column * 3).truncatingRemainder(dividingBy: 5) < 3
      {
        return SIMD3(40, 40, 60)
      }
      return paper
    }
    guard shadow > 0 else { return table }
    // Fades over 40 pixels, from a card that is moved by 10.
    let moved = Point(x: point.x - 10, y: point.y - 10)
    let depth = DrawnCard.depth(moved, corners)
    return table * (1 - shadow * min(max((depth + 20) / 40, 0), 1))
  }

  /// How far inside the nearest side, pixels; negative outside.
  private static func depth(_ point: Point, _ quad: [Point]) -> Double {
    (0..<4).map { index in
      let (a, b) = (quad[index], quad[(index + 1) % 4])
      return ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) / a.distance(to: b)
    }.min() ?? 0
  }

  private static func isInside(_ point: Point, _ quad: [Point]) -> Bool { depth(point, quad) > 0 }

  private static func isNearSide(_ x: Double, _ y: Double, _ corners: [Point]) -> Bool {
    stride(from: 0, to: corners.count, by: 4).contains { start in
      abs(depth(Point(x: x, y: y), Array(corners[start..<start + 4]))) < 1.5
    }
  }
}
