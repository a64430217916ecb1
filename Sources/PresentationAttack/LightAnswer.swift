internal import BonafideObservations

/// Colours that the screen in front of the person showed.
package struct LightChallenge: Sendable, Hashable {
  package struct Flash: Sendable, Hashable {
    /// Seconds since the first frame, from when on.
    package var time: Double
    /// Red, green and blue, 0…1 each.
    package var color: SIMD3<Double>

    package init(time: Double, color: SIMD3<Double>) {
      self.time = time
      self.color = color
    }
  }

  package static let maximumFlashes = 64
  package let flashes: [Flash]

  /// Nil of none or too many, of times that do not rise, and of colours out of range.
  package init?(_ flashes: [Flash]) {
    guard (2...LightChallenge.maximumFlashes).contains(flashes.count),
      zip(flashes, flashes.dropFirst()).allSatisfy({ $0.time < $1.time }),
      flashes.allSatisfy({ $0.time.isFinite && $0.color.min() >= 0 && $0.color.max() <= 1 })
    else { return nil }
    self.flashes = flashes
  }

  /// What the screen showed; black before the first.
  func color(at time: Double) -> SIMD3<Double> { flashes.last { $0.time <= time }?.color ?? .zero }
}

/// Whether the face answers the light of the screen: the same colours, soon after, and more than what is behind it.
struct LightAnswer: Sendable {
  static let cueName = "light"
  private static let delays = (0...12).map { Double($0) * 0.05 }
  private static let leastSamples = 20

  private let best: (delay: Double, agreement: Double, gain: Double, besides: Double?)?
  private let answer: [CueEvidence.Point]

  init(_ samples: [FaceColor.Sample], to challenge: LightChallenge, settings: Settings) {
    let times = samples.map(\.time)
    let skin = LightAnswer.changes(samples.map(\.skin))
    answer = zip(times, skin).map { CueEvidence.Point(time: $0, value: ($1.x + $1.y + $1.z) / 3) }
    guard samples.count >= LightAnswer.leastSamples else {
      best = nil
      return
    }
    let behind = samples.allSatisfy { $0.beside != nil } ? LightAnswer.changes(samples.compactMap(\.beside)) : nil
    var best: (delay: Double, agreement: Double, gain: Double, besides: Double?)?
    for delay in LightAnswer.delays {
      let shown = LightAnswer.changes(times.map { challenge.color(at: $0 - delay) * 255 })
      guard let face = LightAnswer.fit(shown, skin), face.agreement > (best?.agreement ?? -2) else { continue }
      best = (delay, face.agreement, face.gain, behind.flatMap { LightAnswer.fit(shown, $0)?.gain })
    }
    self.best = best
  }

  /// Correlation of the skin's colours with those shown, at the delay that fits best; 0 where the background answers as
  /// much as the face, since light falls off with distance.
  var reading: CueReading {
    guard let best else { return CueReading(LightAnswer.cueName, nil, "the screen's colours were not seen on a face") }
    let flat = best.besides.map { $0 >= best.gain } ?? false
    return CueReading(
      LightAnswer.cueName, flat ? 0 : max(0, best.agreement),
      "the face follows the screen's colours by \(percent(max(0, best.agreement))), \(Int(best.delay * 1000)) ms later"
        + (flat ? ", but no more than what is behind it" : ""))
  }

  var evidence: CueEvidence {
    CueEvidence(cue: LightAnswer.cueName, label: "change of the skin's light, in codes of 255", points: answer)
  }

  /// Without the mean and without what all colours do slowly.
  private static func changes(_ colors: [SIMD3<Double>]) -> [SIMD3<Double>] {
    guard !colors.isEmpty else { return [] }
    let mean = colors.reduce(.zero, +) / Double(colors.count)
    return colors.map { $0 - mean }
  }

  /// How far `answer` is a multiple of `shown`, over all three colours.
  private static func fit(_ shown: [SIMD3<Double>], _ answer: [SIMD3<Double>]) -> (agreement: Double, gain: Double)? {
    var both = 0.0
    var first = 0.0
    var second = 0.0
    for (x, y) in zip(shown, answer) {
      both += (x * y).sum()
      first += (x * x).sum()
      second += (y * y).sum()
    }
    guard first > 1e-6, second > 1e-6 else { return nil }
    return (both / (first * second).squareRoot(), both / first)
  }
}
