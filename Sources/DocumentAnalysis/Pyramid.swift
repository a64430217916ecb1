internal import BonafideMedia
internal import BonafideObservations

/// A picture and smaller copies of it, so that a line is sampled where its pixels are about as large as the strip's.
struct Pyramid {
  private let image: Image
  private var copies: [Int: Image] = [:]

  init(_ image: Image) {
    self.image = image
  }

  /// Blue, green and red, −1…1, of a line.
  mutating func strip(of region: TextRegions.Region, width: Int, height: Int) throws -> [Float] {
    let map = region.map(width: width, height: height)
    var factor = 1
    while factor < 64, region.height / Double(height) >= Double(2 * factor),
      min(image.width, image.height) >= 4 * factor
    {
      factor *= 2
    }
    let source = factor == 1 ? image : try copies[factor] ?? image.reduced(by: factor)
    if factor > 1 { copies[factor] = source }
    let share = 1 / Double(factor)
    let own = AffineMap(
      a: map.a * share, b: map.b * share, tx: (map.tx + 0.5) * share - 0.5,
      c: map.c * share, d: map.d * share, ty: (map.ty + 0.5) * share - 0.5)
    var pixels = [Float](repeating: 0, count: 3 * width * height)
    pixels.withUnsafeMutableBufferPointer {
      source.sample(
        into: $0, width: width, height: height, map: own, layout: .planarBGR, scale: 1 / 127.5, offset: -1,
        border: .replicate)
    }
    return pixels
  }
}
