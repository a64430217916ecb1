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
  /// Share of the places that show the grid of most of them, 0…1.
  let share: Double

  private static let bits = 7
  private static let columns = 4
  private static let rows = 3
  /// Cycles a pixel: nearer to nothing lie the colours of the document itself.
  private static let lowest = 0.035

  /// A place's strongest one-sided line: cycles a pixel, and its power by the median of all at that distance.
  struct Line: Sendable {
    let frequency: Point
    let strength: Double
  }

  /// Nil where the document is too small for tiles.
  init?(in image: Image, quad: [Point], settings: Settings) {
    let side = 1 << SubpixelGrid.bits
    let across = (quad[0].distance(to: quad[1]) + quad[3].distance(to: quad[2])) / 2
    guard across >= settings[.copyScreenWidth], let map = PerspectiveMap(unitSquareTo: quad) else { return nil }
    let spectrum = Spectrum(bits: SubpixelGrid.bits)
    var lines: [Line?] = []
    for row in 0..<SubpixelGrid.rows {
      for column in 0..<SubpixelGrid.columns {
        let middle = map.apply(
          Point(
            x: (Double(column) + 0.5) / Double(SubpixelGrid.columns),
            y: (Double(row) + 0.5) / Double(SubpixelGrid.rows)))
        guard middle.x.isFinite, middle.y.isFinite, abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { continue }
        let (left, top) = (Int(middle.x) - side / 2, Int(middle.y) - side / 2)
        guard left >= 0, top >= 0, left + side <= image.width, top + side <= image.height else { continue }
        lines.append(SubpixelGrid.line(image, left: left, top: top, spectrum))
      }
    }
    guard lines.count >= 6 else { return nil }
    let strong = lines.compactMap(\.self).filter { $0.strength >= settings[.copyScreenPeak] }
    // The same grid everywhere, but for perspective.
    let agreeing = strong.map { line in
      strong.count { other in
        let distance = line.frequency.distance(to: other.frequency)
        return distance < 0.015 + 0.12 * hypot(line.frequency.x, line.frequency.y)
      }
    }.max() ?? 0
    share = Double(agreeing) / Double(lines.count)
  }

  static func line(_ image: Image, left: Int, top: Int, _ spectrum: Spectrum) -> Line? {
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
    return strongest(zip(real, imaginary).map { $0 * $0 + $1 * $1 }, side)
  }

  /// `power`: transposed.
  private static func strongest(_ power: [Float], _ side: Int) -> Line? {
    func signed(_ index: Int) -> Int { index < side / 2 ? index : index - side }
    let least = lowest * Double(side)
    var rings = [[Float]](repeating: [], count: side)
    for u in 0..<side {
      for v in 0..<side {
        let ring = Int(hypot(Double(signed(u)), Double(signed(v))) / 4)
        rings[ring].append(power[u * side + v])
      }
    }
    let medians = rings.map { $0.isEmpty ? Float(0) : max($0.sorted()[$0.count / 2], 1e-3) }
    var best: Line?
    for u in 0..<side {
      for v in 0..<side {
        let (fx, fy) = (Double(signed(u)), Double(signed(v)))
        let reach = hypot(fx, fy)
        guard reach >= least else { continue }
        let own = power[u * side + v]
        let strength = Double(own / medians[Int(reach / 4)])
        guard strength > best?.strength ?? 0 else { continue }
        let opposite = power[(side - u) % side * side + (side - v) % side]
        guard opposite < own * 0.25 else { continue }
        best = Line(frequency: Point(x: fx / Double(side), y: fy / Double(side)), strength: strength)
      }
    }
    return best
  }
}
