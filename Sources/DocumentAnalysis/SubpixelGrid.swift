internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The grid of a screen's red, green and blue stripes, or the moiré that it makes with a sensor.
///
/// Along the stripes' normal the three colours come a third of a period after one another. With a third of a turn
/// between them in the complex plane, z = R + ωG + ω²B, everything grey vanishes, colours of print (in step with each
/// other) are the same at a frequency and at its opposite, and stripes are on one side only. That holds for their
/// aliases too.
struct SubpixelGrid: Sendable {
  /// Of the places' strongest lines the median strength; about 30 in noise.
  let strength: Double

  private static let bits = 7
  private static let columns = 4
  private static let rows = 3
  /// Cycles a pixel: nearer to nothing lie the colours of the document itself.
  private static let lowest = 0.035
  /// Along an axis beyond it a frequency and its opposite are next to each other, and edges with a colour fringe look
  /// one-sided.
  private static let highest = 0.47
  private static let leastTiles = 6

  /// Nil where the document is too small for tiles.
  init?(in image: Image, quad: [Point], settings: Settings) {
    let side = 1 << SubpixelGrid.bits
    let across = (quad[0].distance(to: quad[1]) + quad[3].distance(to: quad[2])) / 2
    guard across >= settings[.copyScreenWidth], let map = PerspectiveMap(unitSquareTo: quad) else { return nil }
    let spectrum = Spectrum(bits: SubpixelGrid.bits)
    let rings = SpectrumRings(side: side, lowest: SubpixelGrid.lowest, highest: SubpixelGrid.highest)
    var strengths: [Double] = []
    for row in 0..<SubpixelGrid.rows {
      for column in 0..<SubpixelGrid.columns {
        let middle = map.apply(
          Point(
            x: (Double(column) + 0.5) / Double(SubpixelGrid.columns),
            y: (Double(row) + 0.5) / Double(SubpixelGrid.rows)))
        guard middle.x.isFinite, middle.y.isFinite, abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { continue }
        let (left, top) = (Int(middle.x) - side / 2, Int(middle.y) - side / 2)
        guard left >= 0, top >= 0, left + side <= image.width, top + side <= image.height else { continue }
        strengths.append(rings.strongest(SubpixelGrid.power(image, left: left, top: top, spectrum)))
      }
    }
    guard strengths.count >= SubpixelGrid.leastTiles else { return nil }
    strength = strengths.median
  }

  /// Of a tile, transposed.
  private static func power(_ image: Image, left: Int, top: Int, _ spectrum: Spectrum) -> [Float] {
    let side = spectrum.side
    var real = [Float](repeating: 0, count: side * side)
    var imaginary = real
    let window = (0..<side).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(side))) }
    let root = Float(3).squareRoot() / 2
    image.withPixels { pixels in
      var mean = SIMD2<Float>.zero
      for y in 0..<side {
        for x in 0..<side {
          let at = ((top + y) * image.width + left + x) * 4
          let (r, g, b) = (Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]))
          real[y * side + x] = r - (g + b) / 2
          imaginary[y * side + x] = (g - b) * root
          mean += SIMD2(real[y * side + x], imaginary[y * side + x])
        }
      }
      mean /= Float(side * side)
      for y in 0..<side {
        for x in 0..<side {
          let weight = window[x] * window[y]
          real[y * side + x] = (real[y * side + x] - mean.x) * weight
          imaginary[y * side + x] = (imaginary[y * side + x] - mean.y) * weight
        }
      }
    }
    spectrum.transform(&real, &imaginary)
    return zip(real, imaginary).map { $0 * $0 + $1 * $1 }
  }
}

/// Which cells of a spectrum are as far from its middle as each other.
private struct SpectrumRings {
  private static let ringWidth = 4.0

  private let side: Int
  /// Every third cell's place suffices for a median.
  private var samples: [[Int]]
  /// Cells that are looked at: theirs, their opposites' places, and their rings.
  private var cells: [(own: Int, opposite: Int, ring: Int)] = []

  /// `lowest`, `highest`: cycles a pixel, from the middle and along either axis.
  init(side: Int, lowest: Double, highest: Double) {
    self.side = side
    samples = Array(repeating: [], count: side)
    func signed(_ index: Int) -> Int { index < side / 2 ? index : index - side }
    let (least, most) = (lowest * Double(side), Int(highest * Double(side)))
    for u in 0..<side {
      for v in 0..<side {
        let reach = hypot(Double(signed(u)), Double(signed(v)))
        let ring = Int(reach / SpectrumRings.ringWidth)
        let own = u * side + v
        if own % 3 == 0 { samples[ring].append(own) }
        guard reach >= least, abs(signed(u)) <= most, abs(signed(v)) <= most else { continue }
        cells.append((own, (side - u) % side * side + (side - v) % side, ring))
      }
    }
  }

  /// The strongest one-sided line: its power by the median of all as far from the middle; 0 of none.
  func strongest(_ power: [Float]) -> Double {
    guard power.count == side * side else { return 0 }
    let shares = samples.map { places in
      let values = places.map { power[$0] }.sorted()
      return values.isEmpty ? 1 : 1 / max(values[values.count / 2], 1e-3)
    }
    var best: Float = 0
    for (own, opposite, ring) in cells {
      let strength = power[own] * shares[ring]
      if strength > best, power[opposite] < power[own] * 0.25 { best = strength }
    }
    return Double(best)
  }
}
