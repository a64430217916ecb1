internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A picture in floats, levels 0…255.
struct FilmPicture: Sendable {
  let width: Int
  let height: Int
  var pixels: [SIMD4<Float>]

  init(_ image: Image) {
    width = image.width
    height = image.height
    let count = image.width * image.height
    pixels = image.withPixels { source in
      (0..<count).map { (index: Int) -> SIMD4<Float> in
        SIMD4(Float(source[index * 4]), Float(source[index * 4 + 1]), Float(source[index * 4 + 2]), 255)
      }
    }
  }
}

/// One frame of a film: a card over a table, what lies on it, and light.
struct FilmStage {
  let table: FilmPicture
  let card: FilmPicture
  /// Where the card's corners are while the shutter is open.
  let corners: [[Point]]
  let cover: FilmCover
  let glares: [FilmGlare]
  let gain: Float

  private static let radius = 3.2

  func image(noise: Double, _ random: inout SpecimenRandom) throws -> Image {
    let maps = corners.compactMap { quad -> PerspectiveMap? in
      let size = SheetFormat.card.size
      let flat = [
        Point(x: 0, y: 0), Point(x: size.width, y: 0), Point(x: size.width, y: size.height),
        Point(x: 0, y: size.height),
      ]
      return PerspectiveMap(from: quad, to: flat)
    }
    guard let main = maps.first else { throw BonafideError(.internal, "a specimen is seen edge-on") }
    let grain = (0..<8192).map { _ in Float(random.normal() * noise) }
    let unit = Double(card.width) / SheetFormat.card.size.width
    return try Image(width: table.width, height: table.height) { target in
      card.pixels.withUnsafeBufferPointer { source in
        var at = 0
        for y in 0..<table.height {
          at = Int(truncatingIfNeeded: random.next() & 8191)
          for x in 0..<table.width {
            let index = y * table.width + x
            let pixel = Point(x: Double(x), y: Double(y))
            let place = main.apply(pixel)
            var color = table.pixels[index]
            let distance = FilmStage.distance(place)
            if distance < 3 {
              let shade = min(max(1 - distance / 3, 0), 1)
              color *= Float(1 - 0.3 * shade * shade)
            }
            if distance < 1 {
              let edge = Float(min(max(0.5 - distance * 7, 0), 1))
              var sum = SIMD4<Float>.zero
              for (number, map) in maps.enumerated() {
                let own = number == 0 ? place : map.apply(pixel)
                sum += sample(source, own.x * unit - 0.5, own.y * unit - 0.5)
              }
              color += (sum / Float(maps.count) - color) * edge
            }
            color = cover.blend(place.x, place.y, color) * gain
            for glare in glares { color += SIMD4(repeating: glare.level(place)) }
            at = (at + 1) & 8191
            for channel in 0..<3 {
              let value = color[channel] + grain[(at + channel * 131) & 8191]
              target[index * 4 + channel] = UInt8(min(max(value + 0.5, 0), 255))
            }
            target[index * 4 + 3] = 255
          }
        }
      }
    }
  }

  /// How far outside of the card, millimetres; negative inside.
  private static func distance(_ place: Point) -> Double {
    let size = SheetFormat.card.size
    let x = abs(place.x - size.width / 2) - size.width / 2 + radius
    let y = abs(place.y - size.height / 2) - size.height / 2 + radius
    return hypot(max(x, 0), max(y, 0)) + min(max(x, y), 0) - radius
  }

  private func sample(_ source: UnsafeBufferPointer<SIMD4<Float>>, _ x: Double, _ y: Double) -> SIMD4<Float> {
    let px = min(max(x, 0), Double(card.width) - 1.001)
    let py = min(max(y, 0), Double(card.height) - 1.001)
    let (left, top) = (Int(px), Int(py))
    let (u, v) = (Float(px - Double(left)), Float(py - Double(top)))
    let start = top * card.width + left
    let upper = source[start] + (source[start + 1] - source[start]) * u
    let lower = source[start + card.width] + (source[start + card.width + 1] - source[start + card.width]) * u
    return upper + (lower - upper) * v
  }
}

/// A lamp mirrored by what is on the card; place and size in millimetres of the card.
struct FilmGlare {
  let center: Point
  let radius: Double
  let strength: Double
  /// Nothing shines outside of it.
  var within: (center: Point, radius: Double)?

  func level(_ place: Point) -> Float {
    let (dx, dy) = ((place.x - center.x) / radius, (place.y - center.y) / radius)
    let square = dx * dx + dy * dy
    guard square < 9 else { return 0 }
    if let within, place.distance(to: within.center) > within.radius { return 0 }
    let size = SheetFormat.card.size
    guard (0...size.width).contains(place.x), (0...size.height).contains(place.y) else { return 0 }
    return Float(strength * exp(-square / 2))
  }
}
