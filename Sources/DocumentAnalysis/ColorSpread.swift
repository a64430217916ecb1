internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// How far the colours of a document spread around the one that light gives to everything grey.
struct ColorSpread: Sendable {
  /// Distance by the luma of the lightest parts that one in twenty places exceeds, after what light explains is taken
  /// away.
  let value: Double
  /// The document is without colours, and so is all around it: the camera may see none.
  let isColorlessPicture: Bool

  private static let columns = 96
  private static let rows = 60
  /// Samples a place, either way.
  private static let samples = 6
  /// Levels of luma between which colour can be told.
  private static let levels: ClosedRange<Double> = 40...235
  /// Above it a channel may be cut off in some of the pixels, which changes the colour of what is grey.
  private static let brightest = 235.0
  /// Places that are needed.
  private static let least = 600

  /// Nil where too little of the document is lit well enough.
  init?(of image: Image, quad: [Point]) {
    guard let map = PerspectiveMap(unitSquareTo: quad) else { return nil }
    let inside = ColorSpread.places(image, from: 0.02, to: 0.98) { map.apply($0) }
    guard inside.count >= ColorSpread.least else { return nil }
    value = ColorSpread.spread(inside)
    let (width, height) = (Double(image.width - 1), Double(image.height - 1))
    let back = map.inverse
    let outside = ColorSpread.places(image, from: 0, to: 1) { place in
      let point = Point(x: place.x * width, y: place.y * height)
      guard let own = back?.apply(point), own.x < -0.02 || own.x > 1.02 || own.y < -0.02 || own.y > 1.02 else {
        return nil
      }
      return point
    }
    // Less than half a level: all channels are the same.
    let isEven = { (places: [ColorPlace]) in places.allSatisfy { hypot($0.red, $0.blue) < 0.5 } }
    isColorlessPicture = outside.count >= ColorSpread.least && isEven(outside) && isEven(inside)
  }

  /// How far red and blue are above green, levels.
  private struct ColorPlace {
    let x: Double
    let y: Double
    let luma: Double
    let red: Double
    let blue: Double
  }

  private static func places(
    _ image: Image, from: Double, to: Double, _ map: (Point) -> Point?
  ) -> [ColorPlace] {
    var found: [ColorPlace] = []
    found.reserveCapacity(columns * rows)
    let step = (to - from) / Double(columns)
    let down = (to - from) / Double(rows)
    image.withPixels { pixels in
      for row in 0..<rows {
        for column in 0..<columns {
          var sum = SIMD3<Double>.zero
          var count = 0.0
          for i in 0..<samples * samples {
            let x = from + (Double(column) + (Double(i % samples) + 0.5) / Double(samples)) * step
            let y = from + (Double(row) + (Double(i / samples) + 0.5) / Double(samples)) * down
            guard let point = map(Point(x: x, y: y)), point.x > -1e6, point.x < 1e6, point.y > -1e6, point.y < 1e6
            else { continue }
            let (px, py) = (Int(point.x.rounded()), Int(point.y.rounded()))
            guard px >= 0, py >= 0, px < image.width, py < image.height else { continue }
            let at = (py * image.width + px) * 4
            sum += SIMD3(Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]))
            count += 1
          }
          guard count >= Double(samples * samples) / 2 else { continue }
          let mean = sum / count
          let luma = 0.299 * mean.x + 0.587 * mean.y + 0.114 * mean.z
          guard levels.contains(luma), mean.max() < brightest else { continue }
          found.append(
            ColorPlace(
              x: Double(column) / Double(columns) - 0.5, y: Double(row) / Double(rows) - 0.5, luma: luma,
              red: mean.x - mean.y, blue: mean.z - mean.y))
        }
      }
    }
    return found
  }

  /// What a cast that changes evenly over the document and with the level does not explain.
  private static func spread(_ places: [ColorPlace]) -> Double {
    let lumas = places.map(\.luma).sorted()
    let light = max(lumas[lumas.count * 9 / 10], 1)
    let causes = places.map { place in
      let level = place.luma / light
      return SIMD8(1, place.x, place.y, level, level * place.x, level * place.y, 0, 0)
    }
    let red = EvenCast(causes, places.map { $0.red / light })
    let blue = EvenCast(causes, places.map { $0.blue / light })
    let rest = zip(places, causes).map { place, cause in
      hypot(place.red / light - red.value(cause), place.blue / light - blue.value(cause))
    }.sorted()
    return rest[min(rest.count - 1, rest.count * 19 / 20)]
  }
}

/// What explains values linearly, by least squares.
private struct EvenCast {
  private static let count = 8

  private var weights = SIMD8<Double>.zero

  init(_ causes: [SIMD8<Double>], _ values: [Double]) {
    let count = EvenCast.count
    var rows = [SIMD8<Double>](repeating: .zero, count: count)
    var right = SIMD8<Double>.zero
    for (cause, value) in zip(causes, values) {
      for index in 0..<count { rows[index] += cause * cause[index] }
      right += cause * value
    }
    // Gauss with pivots; a little is added so that what does not vary explains nothing.
    for index in 0..<count { rows[index][index] += 1e-6 * Double(values.count) }
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-12
      else { return }
      rows.swapAt(column, pivot)
      (right[column], right[pivot]) = (right[pivot], right[column])
      for row in 0..<count where row != column {
        let share = rows[row][column] / rows[column][column]
        rows[row] -= rows[column] * share
        right[row] -= right[column] * share
      }
    }
    for index in 0..<count { weights[index] = right[index] / rows[index][index] }
  }

  func value(_ cause: SIMD8<Double>) -> Double { (cause * weights).sum() }
}
