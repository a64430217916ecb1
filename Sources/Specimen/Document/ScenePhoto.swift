internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A flat sheet somewhere in a photograph.
struct SceneSheet {
  let image: Image
  /// From the photograph to the sheet's pixels.
  let map: PerspectiveMap
  /// The sheet's pixels of a millimetre, and the photograph's.
  let unit: Double
  let pixelsPerMillimetre: Double
  /// Radius of the corners, millimetres.
  let corner: Double

  /// How far outside of the sheet's edge a point of its own pixels lies, millimetres; negative inside.
  func distance(_ point: Point) -> Double {
    let halfWidth = Double(image.width) / 2
    let halfHeight = Double(image.height) / 2
    let x = abs(point.x + 0.5 - halfWidth) - halfWidth + corner * unit
    let y = abs(point.y + 0.5 - halfHeight) - halfHeight + corner * unit
    let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
    return (outside + min(max(x, y), 0)) / unit - corner
  }
}

/// A thumb over the left or right edge.
struct SceneFinger {
  let tip: Point
  let root: Point
  let radius: Double
  let skin: SIMD4<Float>
  /// Of what lies in the picture.
  let box: Rect

  /// Reaches a few millimetres in, above the middle, so that it may touch a field's beginning but no zone.
  init(on quad: [Point], pixelsPerMillimetre: Double, _ random: inout SpecimenRandom) {
    let isLeft = random.chance(0.5)
    let (top, bottom) = isLeft ? (quad[0], quad[3]) : (quad[1], quad[2])
    let along = random.uniform(0.2...0.42)
    let edge = Point(x: top.x + (bottom.x - top.x) * along, y: top.y + (bottom.y - top.y) * along)
    radius = pixelsPerMillimetre * random.uniform(6...8)
    let reach = pixelsPerMillimetre * random.uniform(1.5...3.5)
    let inwards = isLeft ? 1.0 : -1.0
    tip = Point(x: edge.x + inwards * (reach - radius), y: edge.y)
    root = Point(x: edge.x - inwards * 900, y: edge.y + random.uniform(150...500))
    let light = random.uniform(0.45...1)
    skin = SIMD4(Float(228 * light), Float(178 * light * random.uniform(0.94...1.02)), Float(150 * light), 255)
    let width = Double(SpecimenScene.width)
    let start = isLeft ? 0 : max(0, tip.x - radius)
    let end = isLeft ? min(width, tip.x + radius) : width
    let height = Double(SpecimenScene.height)
    box = Rect(
      x: start, y: max(0, tip.y - radius), width: max(0, end - start), height: max(0, height - max(0, tip.y - radius)))
  }

  /// Distance from the bone of the finger.
  func distance(_ x: Double, _ y: Double) -> Double {
    let along = SIMD2(root.x - tip.x, root.y - tip.y)
    let from = SIMD2(x - tip.x, y - tip.y)
    let share = min(max((from * along).sum() / (along * along).sum(), 0), 1)
    let rest = from - along * share
    return (rest * rest).sum().squareRoot()
  }
}

/// A lamp mirrored by the lamination.
struct SceneGlare {
  let center: Point
  let radii: SIMD2<Double>
  let turn: Double
  let strength: Double

  init(on map: PerspectiveMap, size: Size, pixelsPerMillimetre: Double, _ random: inout SpecimenRandom) {
    center = map.apply(
      Point(x: size.width * random.uniform(0.1...0.9), y: size.height * random.uniform(0.1...0.9)))
    radii = SIMD2(random.uniform(7...14), random.uniform(4...7)) * pixelsPerMillimetre
    turn = random.uniform(0...(.pi))
    strength = random.uniform(40...130)
  }

  /// Out to two deviations.
  var box: Rect {
    let (c, s) = (cos(turn), sin(turn))
    let width = 2 * (radii.x * radii.x * c * c + radii.y * radii.y * s * s).squareRoot()
    let height = 2 * (radii.x * radii.x * s * s + radii.y * radii.y * c * c).squareRoot()
    return Rect(x: center.x - width, y: center.y - height, width: 2 * width, height: 2 * height)
  }

  func level(_ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (x - center.x, y - center.y)
    let (c, s) = (cos(turn), sin(turn))
    let (u, v) = ((dx * c + dy * s) / radii.x, (dy * c - dx * s) / radii.y)
    let square = u * u + v * v
    return square > 18 ? 0 : strength * exp(-square / 2)
  }
}

/// A photograph in the making: levels 0…255 as floats.
struct ScenePhoto {
  let width: Int
  let height: Int
  private var colors: [SIMD4<Float>]

  init(_ background: Image) {
    width = background.width
    height = background.height
    let count = background.width * background.height
    colors = background.withPixels { pixels in
      (0..<count).map { (index: Int) -> SIMD4<Float> in
        let at = index * 4
        return SIMD4<Float>(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 255)
      }
    }
  }

  /// Four samples a pixel, so that small type does not turn into moiré.
  mutating func lay(_ sheet: SceneSheet, shadow: Double) {
    let reach = 5.0
    sheet.image.withPixels { pixels in
      let sampler = Sampler(pixels: pixels, width: sheet.image.width, height: sheet.image.height)
      for y in 0..<height {
        for x in 0..<width {
          let at = y * width + x
          let middle = sheet.map.apply(Point(x: Double(x), y: Double(y)))
          let distance = sheet.distance(middle)
          guard distance < reach + 3 else { continue }
          let cover = min(max(0.5 - distance * sheet.pixelsPerMillimetre, 0), 1)
          if cover < 1 {
            // The light comes from the upper left.
            let shaded = sheet.distance(Point(x: middle.x - 1.2 * sheet.unit, y: middle.y - 1.6 * sheet.unit))
            let depth = min(max(1 - shaded / reach, 0), 1)
            colors[at] *= Float(1 - shadow * depth * depth)
          }
          guard cover > 0 else { continue }
          var color = SIMD4<Float>.zero
          for (dx, dy) in [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)] {
            let place = sheet.map.apply(Point(x: Double(x) + dx, y: Double(y) + dy))
            color += sampler.color(place.x, place.y)
          }
          colors[at] += (color / 4 - colors[at]) * Float(cover)
        }
      }
    }
  }

  mutating func lay(_ finger: SceneFinger) {
    for y in 0..<height {
      for x in 0..<width {
        let distance = finger.distance(Double(x), Double(y))
        guard distance < finger.radius * 1.3 else { continue }
        let at = y * width + x
        let cover = Float(min(max(finger.radius - distance + 0.5, 0), 1))
        if cover < 1 {
          let shade = max(0, 1 - (distance - finger.radius) / (0.3 * finger.radius))
          colors[at] *= Float(1 - 0.35 * shade * shade)
        }
        // Round: darker towards its outline.
        let round = Float(1 - 0.4 * pow(min(distance / finger.radius, 1), 4))
        colors[at] += (finger.skin * round - colors[at]) * cover
      }
    }
  }

  /// Uneven, tinted light, and perhaps the shadow of whoever holds the camera.
  mutating func light(_ random: inout SpecimenRandom) {
    let base = random.uniform(0.8...1.02)
    let across = random.uniform(-0.22...0.22)
    let down = random.uniform(-0.22...0.22)
    let warmth = Float(random.uniform(-0.05...0.06))
    let tint = SIMD4<Float>(1 + warmth, 1, 1 - warmth, 1)
    let angle = random.uniform(0...(2 * .pi))
    let normal = (cos(angle), sin(angle))
    let dark = random.chance(0.5) ? random.uniform(0.1...0.3) : 0
    let offset = random.uniform(-300...500)
    let softness = random.uniform(60...200)
    for y in 0..<height {
      for x in 0..<width {
        let u = Double(x) / Double(width) - 0.5
        let v = Double(y) / Double(height) - 0.5
        var level = base * (1 + across * u * 2 + down * v * 2)
        if dark > 0 {
          let beyond = (u * Double(width) * normal.0 + v * Double(height) * normal.1 - offset) / softness
          level *= 1 - dark / (1 + exp(-beyond * 4))
        }
        colors[y * width + x] *= tint * Float(level)
      }
    }
  }

  mutating func add(_ glare: SceneGlare) {
    for y in 0..<height {
      for x in 0..<width {
        let level = glare.level(Double(x), Double(y))
        if level > 0 { colors[y * width + x] += SIMD4(repeating: Float(level)) }
      }
    }
  }

  /// Gaussian of that standard deviation, in pixels.
  mutating func blur(_ deviation: Double) {
    let radius = max(1, Int((deviation * 3).rounded(.up)))
    let weights = (0...radius).map { Float(exp(-Double($0 * $0) / (2 * deviation * deviation))) }
    let sum = weights.dropFirst().reduce(weights[0]) { $0 + 2 * $1 }
    let kernel = weights.map { $0 / sum }
    colors = ScenePhoto.blurred(colors, lines: height, lineStep: width, count: width, step: 1, kernel)
    colors = ScenePhoto.blurred(colors, lines: width, lineStep: 1, count: height, step: width, kernel)
  }

  private static func blurred(
    _ colors: [SIMD4<Float>], lines: Int, lineStep: Int, count: Int, step: Int, _ kernel: [Float]
  ) -> [SIMD4<Float>] {
    colors.withUnsafeBufferPointer { source in
      [SIMD4<Float>](unsafeUninitializedCapacity: colors.count) { target, written in
        for line in 0..<lines {
          let start = line * lineStep
          for place in 0..<count {
            var sum = source[start + place * step] * kernel[0]
            for offset in 1..<kernel.count {
              let before = source[start + max(place - offset, 0) * step]
              let after = source[start + min(place + offset, count - 1) * step]
              sum += (before + after) * kernel[offset]
            }
            target[start + place * step] = sum
          }
        }
        written = colors.count
      }
    }
  }

  /// The picture with a camera's noise of that deviation.
  func image(noise: Double, _ random: inout SpecimenRandom) throws -> Image {
    let table = (0..<16_384).map { _ in Float(random.normal() * noise) }
    return try Image(width: width, height: height) { pixels in
      var at = 0
      for index in colors.indices {
        if index % 251 == 0 { at = Int(truncatingIfNeeded: random.next() & 16_383) }
        for channel in 0..<3 {
          let value = colors[index][channel] + table[(at + channel * 131) & 16_383]
          pixels[index * 4 + channel] = UInt8(min(max(value + 0.5, 0), 255))
        }
        pixels[index * 4 + 3] = 255
        at += 1
      }
    }
  }
}
