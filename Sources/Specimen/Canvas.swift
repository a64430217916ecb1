internal import BonafideMedia
internal import Foundation

/// A picture in the making: colours 0…255 as floats, and a depth for each pixel.
struct Canvas {
  let width: Int
  let height: Int
  private var colors: [SIMD4<Float>]
  private var depths: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    colors = [SIMD4<Float>](repeating: .zero, count: width * height)
    depths = [Float](repeating: -.greatestFiniteMagnitude, count: width * height)
  }

  /// Draws a picture through the inverse of a homography: `map` leads from canvas to picture pixels, as rows of 3 × 3.
  /// Pixels that fall outside of the picture are left alone, unless `edges` repeats it.
  mutating func draw(_ image: Image, map: [Double], edges: CanvasEdges = .left) {
    precondition(map.count == 9)
    image.withPixels { pixels in
      let sampler = Sampler(pixels: pixels, width: image.width, height: image.height)
      for y in 0..<height {
        for x in 0..<width {
          let (px, py) = (Double(x), Double(y))
          let depth = map[6] * px + map[7] * py + map[8]
          guard abs(depth) > 1e-9 else { continue }
          let sx = (map[0] * px + map[1] * py + map[2]) / depth
          let sy = (map[3] * px + map[4] * py + map[5]) / depth
          let inside = sx >= 0 && sy >= 0 && sx <= Double(image.width - 1) && sy <= Double(image.height - 1)
          if inside || edges == .repeated { colors[y * width + x] = sampler.color(sx, sy) }
        }
      }
    }
  }

  /// Draws triangles with the photograph on them, nearer ones over farther ones.
  mutating func draw(_ photo: Image, texture: [SIMD2<Double>], at places: [SIMD3<Double>], triangles: [SIMD3<Int>]) {
    for index in depths.indices { depths[index] = -.greatestFiniteMagnitude }
    photo.withPixels { pixels in
      let sampler = Sampler(pixels: pixels, width: photo.width, height: photo.height)
      for triangle in triangles { fill(triangle, texture, places, sampler) }
    }
  }

  private mutating func fill(
    _ triangle: SIMD3<Int>, _ texture: [SIMD2<Double>], _ places: [SIMD3<Double>], _ sampler: Sampler
  ) {
    let (a, b, c) = (places[triangle.x], places[triangle.y], places[triangle.z])
    let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    guard abs(area) > 1e-9, area.isFinite else { return }
    let left = max(0, Int(min(a.x, b.x, c.x)))
    let right = min(width - 1, Int(max(a.x, b.x, c.x)) + 1)
    let top = max(0, Int(min(a.y, b.y, c.y)))
    let bottom = min(height - 1, Int(max(a.y, b.y, c.y)) + 1)
    guard left <= right, top <= bottom else { return }
    let (ta, tb, tc) = (texture[triangle.x], texture[triangle.y], texture[triangle.z])
    for y in top...bottom {
      for x in left...right {
        let p = SIMD2(Double(x), Double(y))
        let u = ((b.x - p.x) * (c.y - p.y) - (b.y - p.y) * (c.x - p.x)) / area
        let v = ((c.x - p.x) * (a.y - p.y) - (c.y - p.y) * (a.x - p.x)) / area
        let w = 1 - u - v
        // A little over the edge, so that neighbours leave no gap.
        guard u >= -1e-3, v >= -1e-3, w >= -1e-3 else { continue }
        let depth = Float(u * a.z + v * b.z + w * c.z)
        let at = y * width + x
        guard depth >= depths[at] else { continue }
        depths[at] = depth
        let source = ta * u + tb * v + tc * w
        colors[at] = sampler.color(source.x, source.y)
      }
    }
  }

  /// Multiplies red, green and blue, everywhere.
  mutating func tint(_ factors: SIMD3<Float>) {
    let wide = SIMD4(factors, 1)
    for index in colors.indices { colors[index] *= wide }
  }

  /// Gives each pixel the colour that `color` makes of its own.
  mutating func paint(_ color: (_ before: SIMD4<Float>, _ x: Int, _ y: Int) -> SIMD4<Float>) {
    for y in 0..<height {
      for x in 0..<width { colors[y * width + x] = color(colors[y * width + x], x, y) }
    }
  }

  /// The picture with a camera's noise of that deviation.
  func image(noise: Double, _ random: inout SpecimenRandom) throws -> Image {
    var table = [Float](repeating: 0, count: 8192)
    for index in table.indices { table[index] = Float(random.normal() * noise) }
    var at = 0
    return try Image(width: width, height: height) { pixels in
      for index in colors.indices {
        if index % 257 == 0 { at = Int(truncatingIfNeeded: random.next() & 4095) }
        let color = colors[index]
        for channel in 0..<3 {
          let value = color[channel] + (noise > 0 ? table[(at + channel * 131) & 8191] : 0)
          pixels[index * 4 + channel] = UInt8(min(max(value + 0.5, 0), 255))
        }
        pixels[index * 4 + 3] = 255
        at += 1
      }
    }
  }
}

/// What is drawn beyond a picture's edges.
enum CanvasEdges { case left, repeated }

/// Bilinear colours of a picture, edges repeated.
struct Sampler {
  let pixels: UnsafeBufferPointer<UInt8>
  let width: Int
  let height: Int

  func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
    let cx = min(max(x, 0), Double(width - 1))
    let cy = min(max(y, 0), Double(height - 1))
    let ix = min(Int(cx), max(0, width - 2))
    let iy = min(Int(cy), max(0, height - 2))
    let fx = Float(cx - Double(ix))
    let fy = Float(cy - Double(iy))
    let dx = width > 1 ? 4 : 0
    let dy = height > 1 ? width * 4 : 0
    let at = (iy * width + ix) * 4
    let top = pixel(at) + (pixel(at + dx) - pixel(at)) * fx
    let bottom = pixel(at + dy) + (pixel(at + dx + dy) - pixel(at + dy)) * fx
    return top + (bottom - top) * fy
  }

  private func pixel(_ at: Int) -> SIMD4<Float> {
    SIMD4(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 255)
  }
}
