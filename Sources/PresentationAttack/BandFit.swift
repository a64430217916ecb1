internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Waves that run over a grid of light at an even pace, along its columns or rows.
///
/// For each frequency and number of bands the wave's amplitude is fitted in every column apart, cells that move little
/// counting more. The strength says how far the columns' amplitudes agree with each other: what moves in the picture is in
/// some columns only.
struct BandFit {
  struct Match: Sendable {
    /// Like the F statistic of an amplitude that all columns share.
    var strength: Double
    /// Of the logarithm of light.
    var amplitude: Double
    /// Bands that pass a place in a second.
    var frequency: Double
    /// On the picture's height or width.
    var bands: Double
    var alongRows: Bool
  }

  private static let side = LightGrid.side
  private static let cells = LightGrid.cells
  /// Change of a cell's light between frames that halves its weight.
  private static let steady: Float = 0.015
  private static let lowestFrequency = 0.3
  private static let highestFrequency = 12.0
  private static let frequencyStep = 0.2
  private static let bandCounts = stride(from: 1.5, through: 8, by: 0.5)

  private let times: [Double]
  /// Changes of light, frame after frame, without what all cells do.
  private let changes: [Float]
  private let weights: [Float]

  init(times: [Double], grids: [Float]) {
    let cells = BandFit.cells
    let count = min(times.count, grids.count / cells)
    self.times = Array(times.prefix(count))
    var changes = Array(grids.prefix(count * cells))
    var weights = [Float](repeating: 0, count: cells)
    for cell in 0..<cells {
      var sum: Float = 0
      for frame in 0..<count { sum += changes[frame * cells + cell] }
      let mean = sum / Float(max(1, count))
      var squares: Float = 0
      var steps: Float = 0
      var last = changes.isEmpty ? 0 : changes[cell] - mean
      for frame in 0..<count {
        let value = changes[frame * cells + cell] - mean
        changes[frame * cells + cell] = value
        squares += value * value
        steps += abs(value - last)
        last = value
      }
      let unrest = (squares / Float(max(1, count))).squareRoot() + steps / Float(max(1, count - 1))
      weights[cell] = 1 / (BandFit.steady * BandFit.steady + unrest * unrest)
    }
    let total = weights.reduce(0, +)
    for frame in 0..<count {
      var sum: Float = 0
      for cell in 0..<cells { sum += changes[frame * cells + cell] * weights[cell] }
      for cell in 0..<cells { changes[frame * cells + cell] -= sum / total }
    }
    self.changes = changes
    self.weights = weights
  }

  /// The wave that columns or rows agree on best; strength 0 where none is clear. Nil of too few frames.
  func strongest(_ settings: Settings) -> Match? {
    guard let first = times.first, let last = times.last, times.count >= 3, last > first else { return nil }
    let rate = Double(times.count - 1) / (last - first)
    var best = Match(strength: 0, amplitude: 0, frequency: 0, bands: 0, alongRows: false)
    let highest = min(BandFit.highestFrequency, 0.45 * rate)
    for frequency in stride(from: BandFit.lowestFrequency, to: highest, by: BandFit.frequencyStep) {
      let wave = changes(at: frequency)
      for alongRows in [false, true] {
        for bands in BandFit.bandCounts {
          let up = agreement(wave, bands: bands, alongRows: alongRows)
          let down = agreement(wave, bands: -bands, alongRows: alongRows)
          for (one, other) in [(up, down), (down, up)] {
            guard one.strength > best.strength, one.amplitude >= settings[.bandDepth],
              one.amplitude >= other.amplitude * settings[.bandOneWay]
            else { continue }
            best = Match(
              strength: one.strength, amplitude: one.amplitude, frequency: frequency, bands: bands,
              alongRows: alongRows)
          }
        }
      }
    }
    return best
  }

  /// Of each cell, the complex amplitude of its change at a frequency.
  private func changes(at frequency: Double) -> (real: [Float], imaginary: [Float]) {
    let cells = BandFit.cells
    var real = [Float](repeating: 0, count: cells)
    var imaginary = real
    let count = times.count
    let windows = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * (Double($0) + 1) / Double(count + 1)) }
    let share = 2 / max(windows.reduce(0, +), 1e-9)
    changes.withUnsafeBufferPointer { changes in
      real.withUnsafeMutableBufferPointer { real in
        imaginary.withUnsafeMutableBufferPointer { imaginary in
          for frame in 0..<count {
            let angle = 2 * .pi * frequency * (times[frame] - times[0])
            let (c, s) = (Float(cos(angle) * windows[frame] * share), Float(-sin(angle) * windows[frame] * share))
            for cell in 0..<cells {
              let value = changes[frame * cells + cell]
              real[cell] += value * c
              imaginary[cell] += value * s
            }
          }
        }
      }
    }
    return (real, imaginary)
  }

  private func agreement(
    _ wave: (real: [Float], imaginary: [Float]), bands: Double, alongRows: Bool
  ) -> (strength: Double, amplitude: Double) {
    let side = BandFit.side
    var real = [Float](repeating: 0, count: side)
    var imaginary = real
    var total = real
    for along in 0..<side {
      let angle = 2 * Double.pi * bands * (Double(along) + 0.5) / Double(side)
      let (c, s) = (Float(cos(angle)), Float(sin(angle)))
      for across in 0..<side {
        let cell = alongRows ? across * side + along : along * side + across
        let weight = weights[cell]
        real[across] += weight * (wave.real[cell] * c - wave.imaginary[cell] * s)
        imaginary[across] += weight * (wave.real[cell] * s + wave.imaginary[cell] * c)
        total[across] += weight
      }
    }
    let sum = total.reduce(0, +)
    let mean = SIMD2(real.reduce(0, +), imaginary.reduce(0, +)) / sum
    var spread: Float = 0
    for across in 0..<side {
      let away = SIMD2(real[across], imaginary[across]) / total[across] - mean
      spread += total[across] * (away * away).sum()
    }
    let effective = sum * sum / total.reduce(0) { $0 + $1 * $1 }
    let power = (mean * mean).sum()
    return (Double(effective * power / (spread / sum + 1e-9)), Double(power.squareRoot()))
  }

  /// Light over time: a column of pixels a frame; what all columns (or rows) of the grid share, cells that move little
  /// counting more.
  func picture(of match: Match) -> Image? {
    let side = BandFit.side
    let cells = BandFit.cells
    let (wide, high) = (4, 6)
    let range = Float(max(match.amplitude * 2, 0.005))
    let lines: [[UInt8]] = times.indices.map { frame in
      (0..<side).map { along in
        var sum: Float = 0
        var total: Float = 0
        for across in 0..<side {
          let cell = match.alongRows ? across * side + along : along * side + across
          sum += changes[frame * cells + cell] * weights[cell]
          total += weights[cell]
        }
        return UInt8(min(max(128 + 127 * sum / total / range, 0), 255))
      }
    }
    return try? Image(width: lines.count * wide, height: side * high) { pixels in
      for y in 0..<(side * high) {
        for x in 0..<(lines.count * wide) {
          let value = lines[x / wide][y / high]
          let at = (y * lines.count * wide + x) * 4
          for channel in 0..<3 { pixels[at + channel] = value }
          pixels[at + 3] = 255
        }
      }
    }
  }
}
