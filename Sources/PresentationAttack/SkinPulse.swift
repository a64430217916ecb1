internal import BonafideObservations
internal import Foundation

/// Remote photoplethysmography: the blood's pulse in the colour of the skin, after POS (Wang, den Brinker, Stuijk and
/// de Haan 2017, "Algorithmic Principles of Remote PPG").
struct SkinPulse: Sendable {
  static let cueName = "pulse"
  /// Samples a second that the signal is brought to, and seconds of POS's window.
  private static let rate = 20.0
  private static let window = 1.6
  /// Beats a second of people.
  private static let slowest = 0.7
  private static let fastest = 3.0

  private let signal: [Double]
  private let start: Double
  private let best: (frequency: Double, ratio: Double)?

  init(_ samples: [FaceColor.Sample], settings: Settings) {
    let colors = SkinPulse.even(samples.map(\.time), samples.map(\.skin))
    start = samples.first?.time ?? 0
    let signal = Double(colors.count) >= settings[.pulseSeconds] * SkinPulse.rate ? SkinPulse.pulse(colors) : []
    self.signal = signal
    best = SkinPulse.strongest(signal)
  }

  /// Power at the pulse and twice it, by all other power between 0.7 and 3 beats a second, in decibels.
  var reading: CueReading {
    guard let best else { return CueReading(SkinPulse.cueName, nil, "the face is not seen long enough") }
    return CueReading(
      SkinPulse.cueName, best.ratio,
      "the skin's colour may pulse \(Int(best.frequency * 60)) times a minute, "
        + "\(Double(Int(best.ratio * 10)) / 10) dB above the rest")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: SkinPulse.cueName, label: "change of the skin's colour that blood makes",
      points: signal.enumerated().map {
        CueEvidence.Point(time: start + Double($0.offset) / SkinPulse.rate, value: $0.element)
      })
  }

  /// Colours at even times, between those that were measured.
  private static func even(_ times: [Double], _ colors: [SIMD3<Double>]) -> [SIMD3<Double>] {
    guard let first = times.first, let last = times.last, times.count >= 2, last > first, last - first < 600 else {
      return []
    }
    var result: [SIMD3<Double>] = []
    var next = 1
    for step in 0...Int((last - first) * rate) {
      let time = first + Double(step) / rate
      while next < times.count - 1, times[next] < time { next += 1 }
      let span = max(times[next] - times[next - 1], 1e-6)
      let share = min(max((time - times[next - 1]) / span, 0), 1)
      result.append(colors[next - 1] + (colors[next] - colors[next - 1]) * share)
    }
    return result
  }

  private static func pulse(_ colors: [SIMD3<Double>]) -> [Double] {
    let length = Int(window * rate)
    guard colors.count > length else { return [] }
    var signal = [Double](repeating: 0, count: colors.count)
    for start in 0...(colors.count - length) {
      let part = colors[start..<(start + length)]
      let mean = part.reduce(.zero, +) / Double(length)
      guard mean.min() > 1 else { continue }
      let even = part.map { $0 / mean }
      let first = even.map { $0.y - $0.z }
      let second = even.map { -2 * $0.x + $0.y + $0.z }
      let weight = deviation(first) / max(deviation(second), 1e-9)
      let sum = zip(first, second).map { $0 + weight * $1 }
      let middle = sum.reduce(0, +) / Double(length)
      for index in sum.indices { signal[start + index] += sum[index] - middle }
    }
    return signal
  }

  private static func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(max(1, values.count))
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count))).squareRoot()
  }

  private static func strongest(_ signal: [Double]) -> (frequency: Double, ratio: Double)? {
    guard !signal.isEmpty else { return nil }
    let frequencies = Array(stride(from: slowest, through: fastest, by: 1 / 60))
    let powers = frequencies.map { power(signal, at: $0) }
    guard let top = powers.indices.max(by: { powers[$0] < powers[$1] }) else { return nil }
    var inside = 0.0
    var outside = 0.0
    for (frequency, power) in zip(frequencies, powers) {
      let near = abs(frequency - frequencies[top]) < 0.15 || abs(frequency - 2 * frequencies[top]) < 0.15
      if near { inside += power } else { outside += power }
    }
    guard inside > 0 else { return nil }
    return (frequencies[top], 10 * log10(inside / max(outside, 1e-12)))
  }

  private static func power(_ signal: [Double], at frequency: Double) -> Double {
    var real = 0.0
    var imaginary = 0.0
    for (index, value) in signal.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(max(1, signal.count - 1)))
      let angle = 2 * .pi * frequency * Double(index) / rate
      real += value * window * cos(angle)
      imaginary += value * window * sin(angle)
    }
    return real * real + imaginary * imaginary
  }
}
