import BonafideMedia
import BonafideObservations
import Foundation

/// A document shown on a liquid crystal screen and photographed: a model, as no real recaptures of documents are free
/// to use. Stripes of red, green and blue with black between them, light that adds up, perspective, a lens that is a
/// little out of focus, a Bayer sensor with noise, and bilinear demosaicing.
struct ScreenRecapture {
  /// Of the screen.
  var pixelsPerInch: Double
  /// Width of the document on the screen, millimetres.
  var shownWidth = 120.0
  /// Width of the document in the photograph, pixels.
  var photographedWidth = 1200.0
  /// Standard deviation of the lens's blur, pixels of the sensor.
  var blur = 0.6
  /// Standard deviation, levels.
  var noise = 2.0
  var seed: UInt64 = 1

  /// The photograph, and the corners of the document in it.
  func photograph(_ document: Image) throws -> (image: Image, quad: [Point]) {
    var chance = Chance(seed: seed)
    func some(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &chance) }
    let (width, height) = (Int(photographedWidth * 1.16), Int(photographedWidth * 0.76))
    let aspect = document.size.height / document.size.width
    let w = photographedWidth
    let middle = Point(x: Double(width) / 2, y: Double(height) / 2)
    let turn = some(-5...5) * .pi / 180
    let tilt = w * 0.04
    let quad = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
      Point(
        x: middle.x + (x * cos(turn) - y * sin(turn) * aspect) * w + some(-tilt...tilt) / 2,
        y: middle.y + (x * sin(turn) + y * cos(turn) * aspect) * w + some(-tilt...tilt) / 2)
    }
    let columns = (shownWidth / 25.4 * pixelsPerInch).rounded()
    let lines = (columns * aspect).rounded()
    let shown = try document.resized(width: Int(columns), height: Int(lines))
    guard let map = PerspectiveMap(unitSquareTo: quad)?.inverse else {
      throw BonafideError(.internal, "corners that span nothing")
    }
    var light = shown.withPixels { pixels in
      exposed(width: width, height: height) { point in
        let place = map.apply(point)
        let (x, y) = (place.x * columns, place.y * lines)
        let (column, line) = (x.rounded(.down), y.rounded(.down))
        let (u, v) = (x - column, y - line)
        guard v > 0.06, v < 0.94 else { return .zero }
        let channel = min(Int(u * 3), 2)
        let inStripe = u * 3 - Double(channel)
        guard inStripe > 0.1, inStripe < 0.9 else { return .zero }
        // Beside the document the screen shows a grey page.
        var level = 90.0
        if column >= 0, line >= 0, column < columns, line < lines {
          level = Double(pixels[(Int(line) * Int(columns) + Int(column)) * 4 + channel])
        }
        var color = SIMD3<Float>.zero
        color[channel] = ScreenRecapture.linear[Int(min(max(level, 0), 255))]
        return color
      }
    }
    light = blurred(light, width: width, height: height)
    return (try developed(light, width: width, height: height, &chance), quad)
  }

  private static let linear = (0..<256).map { Float(pow(Double($0) / 255, 2.2)) }
  private static let samples = 5

  /// Means over the sensor's pixels.
  private func exposed(width: Int, height: Int, _ color: (Point) -> SIMD3<Float>) -> [SIMD3<Float>] {
    var light = [SIMD3<Float>](repeating: .zero, count: width * height)
    let n = ScreenRecapture.samples
    for y in 0..<height {
      for x in 0..<width {
        var sum = SIMD3<Float>.zero
        for i in 0..<n * n {
          let dx = (Double(i % n) + 0.5) / Double(n) - 0.5
          let dy = (Double(i / n) + 0.5) / Double(n) - 0.5
          sum += color(Point(x: Double(x) + dx, y: Double(y) + dy))
        }
        light[y * width + x] = sum / Float(n * n)
      }
    }
    return light
  }

  private func blurred(_ light: [SIMD3<Float>], width: Int, height: Int) -> [SIMD3<Float>] {
    let weights = (-3...3).map { Float(exp(-Double($0 * $0) / (2 * blur * blur))) }
    let total = weights.reduce(0, +)
    let kernel = weights.map { $0 / total }
    var across = light
    for y in 0..<height {
      for x in 3..<width - 3 {
        var sum = SIMD3<Float>.zero
        for step in 0..<7 { sum += light[y * width + x + step - 3] * kernel[step] }
        across[y * width + x] = sum
      }
    }
    var both = across
    for y in 3..<height - 3 {
      for x in 0..<width {
        var sum = SIMD3<Float>.zero
        for step in 0..<7 { sum += across[(y + step - 3) * width + x] * kernel[step] }
        both[y * width + x] = sum
      }
    }
    return both
  }

  /// Red at even columns of even rows, blue at odd ones of odd rows, green between; missing ones from their neighbours.
  private func developed(
    _ light: [SIMD3<Float>], width: Int, height: Int, _ chance: inout Chance
  ) throws -> Image {
    let brightest = light.map { $0.max() }.sorted()[light.count * 97 / 100]
    let gain = 0.9 / max(brightest, 1e-6)
    func channel(_ x: Int, _ y: Int) -> Int { (x + y) % 2 == 1 ? 1 : y % 2 == 0 ? 0 : 2 }
    var raw = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let level = pow(max(light[y * width + x][channel(x, y)] * gain, 0), 1 / 2.2) * 255
        let sum = (0..<4).reduce(Float(0)) { sum, _ in sum + Float.random(in: -0.5...0.5, using: &chance) }
        raw[y * width + x] = level + sum * 1.73 * Float(noise)
      }
    }
    return try Image(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          for wanted in 0..<3 {
            var (sum, count): (Float, Float) = (0, 0)
            for ny in max(0, y - 1)...min(height - 1, y + 1) {
              for nx in max(0, x - 1)...min(width - 1, x + 1) where channel(nx, ny) == wanted {
                let isOwn = nx == x && ny == y
                if isOwn { (sum, count) = (raw[ny * width + nx] * 1e6, 1e6) }
                if count < 1e5 {
                  sum += raw[ny * width + nx]
                  count += 1
                }
              }
            }
            pixels[(y * width + x) * 4 + wanted] = UInt8(min(max(sum / max(count, 1) + 0.5, 0), 255))
          }
          pixels[(y * width + x) * 4 + 3] = 255
        }
      }
    }
  }
}
