internal import BonafideMedia

/// A small square of a grey picture that is looked for in another one.
struct Tile {
  private let side: Int
  private let pixels: [Int32]
  private let sum: Int32
  /// Sum of squared differences from the mean.
  private let energy: Double

  /// Nil where it would lie outside of the picture.
  init?(_ grey: GreyImage, _ left: Int, _ top: Int, side: Int) {
    guard side >= 2, side <= 64, left >= 0, top >= 0, left + side <= grey.width, top + side <= grey.height,
      grey.pixels.count == grey.width * grey.height
    else { return nil }
    self.side = side
    var pixels: [Int32] = []
    pixels.reserveCapacity(side * side)
    for y in 0..<side { for x in 0..<side { pixels.append(Int32(grey.pixels[(top + y) * grey.width + left + x])) } }
    self.pixels = pixels
    sum = pixels.reduce(0, +)
    let squares = pixels.reduce(Int32(0)) { $0 + $1 * $1 }
    energy = Double(squares) - Double(sum) * Double(sum) / Double(side * side)
  }

  var deviation: Double { (max(0, energy) / Double(side * side)).squareRoot() }

  /// The lesser eigenvalue of the mean products of its gradients: small where there is nothing, or a straight edge.
  var lesserGradient: Double {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for y in 0..<(side - 1) {
      for x in 0..<(side - 1) {
        let at = y * side + x
        let dx = Double(pixels[at + 1] - pixels[at])
        let dy = Double(pixels[at + side] - pixels[at])
        xx += dx * dx
        xy += dx * dy
        yy += dy * dy
      }
    }
    let count = Double((side - 1) * (side - 1))
    let middle = (xx + yy) / 2
    let away = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    return (middle - away) / count
  }

  /// By how much it is shifted in another picture from the place given, to parts of a pixel; nil when it is not found
  /// within `radius`, or only with a lesser correlation. Looks at every second place first.
  func shift(in grey: GreyImage, _ left: Int, _ top: Int, radius: Int, least: Double) -> PlanePoint? {
    guard radius >= 1, radius <= 64, left >= radius, top >= radius, left + side + radius <= grey.width,
      top + side + radius <= grey.height, grey.pixels.count == grey.width * grey.height, energy > 0
    else { return nil }
    return grey.pixels.withUnsafeBufferPointer { other in
      pixels.withUnsafeBufferPointer { own in
        func correlation(_ dx: Int, _ dy: Int) -> Double {
          correlate(own, other, stride: grey.width, at: (top + dy) * grey.width + left + dx)
        }
        var best = (x: 0, y: 0, value: -Double.infinity)
        let even = radius - radius % 2
        for dy in stride(from: -even, through: even, by: 2) {
          for dx in stride(from: -even, through: even, by: 2) {
            let value = correlation(dx, dy)
            if value > best.value { best = (dx, dy, value) }
          }
        }
        let coarse = best
        for dy in max(-radius, coarse.y - 1)...min(radius, coarse.y + 1) {
          for dx in max(-radius, coarse.x - 1)...min(radius, coarse.x + 1) {
            let value = correlation(dx, dy)
            if value > best.value { best = (dx, dy, value) }
          }
        }
        guard best.value >= least else { return nil }
        var shift = PlanePoint(Double(best.x), Double(best.y))
        if abs(best.x) < radius {
          shift.x += Tile.peak(correlation(best.x - 1, best.y), best.value, correlation(best.x + 1, best.y))
        }
        if abs(best.y) < radius {
          shift.y += Tile.peak(correlation(best.x, best.y - 1), best.value, correlation(best.x, best.y + 1))
        }
        return shift
      }
    }
  }

  private func correlate(
    _ own: UnsafeBufferPointer<Int32>, _ other: UnsafeBufferPointer<UInt8>, stride: Int, at first: Int
  ) -> Double {
    var total: Int32 = 0
    var squares: Int32 = 0
    var products: Int32 = 0
    for y in 0..<side {
      let line = first &+ y &* stride
      for x in 0..<side {
        let value = Int32(other[line &+ x])
        total &+= value
        squares &+= value &* value
        products &+= value &* own[y &* side &+ x]
      }
    }
    let count = Double(side * side)
    let spread = Double(squares) - Double(total) * Double(total) / count
    guard spread > 1e-6 else { return -1 }
    return (Double(products) - Double(total) * Double(sum) / count) / (spread * energy).squareRoot()
  }

  /// Where between its neighbours the top of a parabola lies.
  private static func peak(_ before: Double, _ value: Double, _ after: Double) -> Double {
    let bend = before - 2 * value + after
    guard abs(bend) > 1e-9 else { return 0 }
    return min(max((before - after) / 2 / bend, -0.5), 0.5)
  }
}
