internal import BonafideObservations

/// What the motion of the face says: whether it moves as a solid head, as a flat picture, or not at all.
struct MotionCues: Sendable {
  static let planarityName = "planarity"
  static let stillnessName = "stillness"
  static let names: Set<String> = [planarityName, stillnessName]

  private let pairs: [ShapeChange]
  private let history: ShapeHistory
  /// Median change of shape between the moments that differ most, by the eye distance.
  private let change: Double?

  init(_ history: ShapeHistory) {
    self.history = history
    pairs = history.mostDifferentPairs()
    change = median(pairs.map(\.size))
  }

  /// The share of the change of shape that a flat picture would not explain.
  func planarity(_ settings: Settings) -> CueReading {
    guard let change, change >= settings[.planarityMotion], let share = median(pairs.compactMap(\.solidShare)) else {
      return CueReading(
        MotionCues.planarityName, nil, "the head turns too little to tell a solid face from a flat one")
    }
    return CueReading(
      MotionCues.planarityName, share,
      "a flat picture would explain \(percent(1 - share)) of how the face changes shape")
  }

  func stillness(_ settings: Settings) -> CueReading {
    guard let change, history.duration >= settings[.stillnessSeconds] else {
      return CueReading(MotionCues.stillnessName, nil, "the face is not seen long enough")
    }
    return CueReading(
      MotionCues.stillnessName, change, "the face changes its shape by \(percent(change)) of the eye distance")
  }

  var evidence: [CueEvidence] {
    let solid = pairs.compactMap { pair in
      pair.solidShare.map { CueEvidence.Point(time: pair.second.time, value: $0) }
    }
    let changes = history.samples.dropFirst().compactMap { sample in
      history.samples.first.flatMap { PlaneFit.similarityResidual(from: $0.points, to: sample.points) }.map {
        CueEvidence.Point(time: sample.time, value: $0 / sample.eyeDistance)
      }
    }
    return [
      CueEvidence(
        cue: MotionCues.planarityName, label: "share of the change of shape that no flat picture explains",
        points: solid.sorted { $0.time < $1.time }, isJudged: true),
      CueEvidence(
        cue: MotionCues.stillnessName, label: "change of shape since the first look, by the eye distance",
        points: changes),
    ]
  }
}

func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  return values.sorted()[values.count / 2]
}

func percent(_ share: Double) -> String {
  let tenths = Int((min(max(share, -10), 10) * 1000).rounded())
  return "\(tenths / 10).\(abs(tenths % 10)) %"
}
