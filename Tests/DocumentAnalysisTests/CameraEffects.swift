import BonafideMedia
import BonafideObservations
import Foundation

extension Image {
  /// As a camera may see a flattened card: corners off by half a percent, tinted and uneven light, perhaps a lamp's
  /// mirror image, blur and noise; the same from the same seed.
  func seenByCamera(seed: UInt64) throws -> Image {
    var chance = Chance(seed: seed &+ 0xCA5E)
    func some(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &chance) }
    let (right, bottom) = (Double(width - 1), Double(height - 1))
    let off = size.width * 0.005
    let quad = [(0, 0), (right, 0), (right, bottom), (0, bottom)].map { x, y in
      Point(x: x + some(-off...off), y: y + some(-off...off))
    }
    guard let map = PerspectiveMap(width: width, height: height, onto: quad) else {
      throw BonafideError(.internal, "corners that span nothing")
    }
    let warmth = some(-0.12...0.12)
    let tint = SIMD3(1 + warmth, 1, 1 - warmth) * some(0.7...1.02)
    let slope = SIMD2(some(-0.25...0.25), some(-0.25...0.25))
    let glare = some(0...1) < 0.5 ? some(30...110) : 0
    let lamp = Point(x: some(0...right), y: some(0...bottom))
    let noise = some(1...4)
    let seen = try warped(width: width, height: height, map: map)
    let lit = try Image(width: width, height: height) { pixels in
      seen.withPixels { source in
        for y in 0..<height {
          for x in 0..<width {
            let at = (y * width + x) * 4
            let light = 1 + slope.x * (Double(x) / right - 0.5) + slope.y * (Double(y) / bottom - 0.5)
            let reach = Point(x: Double(x), y: Double(y)).distance(to: lamp) / (size.width * 0.1)
            let mirrored = glare > 0 ? glare * exp(-reach * reach / 2) : 0
            for channel in 0..<3 {
              let level = Double(source[at + channel]) * tint[channel] * light + mirrored
              pixels[at + channel] = UInt8(min(max(level, 0), 255))
            }
            pixels[at + 3] = 255
          }
        }
      }
    }
    let blurred = try lit.softened(deviation: some(0.3...1))
    return try Image(width: width, height: height) { pixels in
      blurred.withPixels { source in
        for at in pixels.indices {
          let sum = (0..<4).reduce(0.0) { sum, _ in sum + Double.random(in: -0.5...0.5, using: &chance) }
          pixels[at] = UInt8(min(max(Double(source[at]) + sum * 1.73 * noise + 0.5, 0), 255))
        }
      }
    }
  }

  /// Gaussian of that standard deviation, up to one pixel.
  private func softened(deviation: Double) throws -> Image {
    let weights = (-3...3).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let total = weights.reduce(0, +)
    func pass(_ image: Image, step: Int) throws -> Image {
      try image.withPixels { source in
        try Image(width: width, height: height) { pixels in
          for at in pixels.indices {
            var sum = 0.0
            for offset in -3...3 {
              let place = at + offset * step
              sum += Double(source[source.indices.contains(place) ? place : at]) * weights[offset + 3]
            }
            pixels[at] = UInt8(min(sum / total + 0.5, 255))
          }
        }
      }
    }
    return try pass(pass(self, step: 4), step: width * 4)
  }

  /// Parts painted over with what surrounds them, from border to border, with a little noise.
  func paintedOver(_ parts: [Rect]) throws -> Image {
    var chance = Chance(seed: 77)
    var pixels = withPixels(Array.init)
    func around(_ x: Int, _ y: Int, _ channel: Int, along: (Int, Int)) -> Double {
      let levels = (-6...6).map { step in
        let px = min(max(x + along.0 * step, 0), width - 1)
        let py = min(max(y + along.1 * step, 0), height - 1)
        return pixels[(py * width + px) * 4 + channel]
      }.sorted()
      // Paper rather than what is printed on it.
      return Double(levels[8])
    }
    for part in parts {
      let (left, top) = (max(2, Int(part.x)), max(2, Int(part.y)))
      let (right, bottom) = (min(width - 3, Int(part.maxX)), min(height - 3, Int(part.maxY)))
      guard right > left + 1, bottom > top + 1 else { continue }
      for channel in 0..<3 {
        let rows = (top...bottom).map { y in
          (around(left, y, channel, along: (0, 1)), around(right, y, channel, along: (0, 1)))
        }
        let columns = (left...right).map { x in
          (around(x, top, channel, along: (1, 0)), around(x, bottom, channel, along: (1, 0)))
        }
        for y in top...bottom {
          for x in left...right {
            let u = Double(x - left) / Double(right - left)
            let v = Double(y - top) / Double(bottom - top)
            let across = rows[y - top].0 * (1 - u) + rows[y - top].1 * u
            let down = columns[x - left].0 * (1 - v) + columns[x - left].1 * v
            let (wx, wy) = (1 / (min(u, 1 - u) + 0.02), 1 / (min(v, 1 - v) + 0.02))
            let level = (across * wx + down * wy) / (wx + wy) + Double.random(in: -4...4, using: &chance)
            pixels[(y * width + x) * 4 + channel] = UInt8(min(max(level, 0), 255))
          }
        }
      }
    }
    return try Image(width: width, height: height) { target in
      for at in target.indices { target[at] = pixels[at] }
    }
  }

  /// Luma in all channels.
  func withoutColors() throws -> Image {
    try withPixels { source in
      try Image(width: width, height: height) { pixels in
        for at in stride(from: 0, to: source.count, by: 4) {
          let light = 299 * Int(source[at]) + 587 * Int(source[at + 1]) + 114 * Int(source[at + 2])
          for channel in 0..<3 { pixels[at + channel] = UInt8(light / 1000) }
          pixels[at + 3] = 255
        }
      }
    }
  }
}
