internal import Foundation

/// Lines in the spectrum of a tile that a screen's rows and stripes make, or the moiré of them with a sensor.
///
/// In colour: along the stripes' normal the three colours come a third of a period after one another. With a third of a turn
/// between them in the complex plane, z = R + ωG + ω²B, everything grey vanishes, colours of print (in step with each
/// other) are the same at a frequency and at its opposite, and stripes are on one side only. That holds for their
/// aliases too. Video with colours at half size loses most of it, and its blocks look one-sided.
///
/// In luma: a fine line anywhere but along the axes, where edges and the blocks of a video lie.
package struct StripeLines: Sendable {
  package enum Signal: Sendable { case color, luma }

  private let signal: Signal
  private let spectrum: Spectrum
  private let rings: SpectrumRings
  private let window: [Float]

  package var side: Int { spectrum.side }

  /// - `bits`: logarithm of the tile's side.
  /// - `lowest`, `highest`: cycles a pixel that are looked at, from the middle and along either axis.
  package init(_ signal: Signal, bits: Int, lowest: Double, highest: Double) {
    let spectrum = Spectrum(bits: bits)
    self.signal = signal
    let side = spectrum.side
    self.spectrum = spectrum
    rings = SpectrumRings(signal, side: side, lowest: lowest, highest: highest)
    window = (0..<side).map { Float(0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(side))) }
  }

  /// The strongest line of a tile, in colour a one-sided one: its power by the median of all as far from the middle,
  /// 10 to 30 in noise.
  /// Nil where the tile is not all within the picture.
  package func strongest(in image: Image, left: Int, top: Int) -> Double? {
    guard left >= 0, top >= 0, left <= image.width - side, top <= image.height - side else { return nil }
    return rings.strongest(power(image, left: left, top: top))
  }

  /// The logarithm of a tile's spectrum, its middle in the middle, for people to look at.
  package func picture(of image: Image, left: Int, top: Int) -> Image? {
    guard left >= 0, top >= 0, left <= image.width - side, top <= image.height - side else { return nil }
    let power = power(image, left: left, top: top)
    let side = side
    return try? Image(width: side, height: side) { pixels in
      for y in 0..<side {
        for x in 0..<side {
          // It lies transposed.
          let own = power[(x + side / 2) % side * side + (y + side / 2) % side]
          let value = UInt8(min(max(18 * log(max(own, 1)), 0), 255))
          let at = (y * side + x) * 4
          for channel in 0..<3 { pixels[at + channel] = value }
          pixels[at + 3] = 255
        }
      }
    }
  }

  /// Of a tile, transposed.
  private func power(_ image: Image, left: Int, top: Int) -> [Float] {
    let side = spectrum.side
    var real = [Float](repeating: 0, count: side * side)
    var imaginary = real
    let root = Float(3).squareRoot() / 2
    image.withPixels { pixels in
      var mean = SIMD2<Float>.zero
      for y in 0..<side {
        for x in 0..<side {
          let at = ((top + y) * image.width + left + x) * 4
          let (r, g, b) = (Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]))
          switch signal {
          case .color:
            real[y * side + x] = r - (g + b) / 2
            imaginary[y * side + x] = (g - b) * root
          case .luma: real[y * side + x] = 0.299 * r + 0.587 * g + 0.114 * b
          }
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
  /// Cells beside an axis that hold its edges, in luma.
  private static let axis = 2
  /// Power below what rounding to whole codes makes.
  private static let floor: Float = 30

  private let signal: StripeLines.Signal
  private let side: Int
  /// Every third cell's place suffices for a median.
  private var samples: [[Int]]
  /// Cells that are looked at: theirs, their opposites' places, and their rings.
  private var cells: [(own: Int, opposite: Int, ring: Int)] = []

  /// `lowest`, `highest`: cycles a pixel, from the middle and along either axis.
  init(_ signal: StripeLines.Signal, side: Int, lowest: Double, highest: Double) {
    self.signal = signal
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
        if signal == .luma, min(abs(signed(u)), abs(signed(v))) <= SpectrumRings.axis { continue }
        cells.append((own, (side - u) % side * side + (side - v) % side, ring))
      }
    }
  }

  /// The strongest line: its power by the median of all as far from the middle; 0 of none.
  func strongest(_ power: [Float]) -> Double {
    guard power.count == side * side else { return 0 }
    let least = signal == .luma ? SpectrumRings.floor : 1e-3
    let shares = samples.map { places in
      let values = places.map { power[$0] }.sorted()
      return values.isEmpty ? 1 : 1 / max(values[values.count / 2], least)
    }
    var best: Float = 0
    for (own, opposite, ring) in cells {
      let strength = power[own] * shares[ring]
      if strength > best, signal == .luma || power[opposite] < power[own] * 0.25 { best = strength }
    }
    return Double(best)
  }
}
