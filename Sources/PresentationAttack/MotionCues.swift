internal import BonafideObservations

/// What the motion of the face says: whether it moves as a solid head, as a flat picture, or not at all.
struct MotionCues: Sendable {
  let planarity: CueScore
  let stillness: CueScore

  static let names: Set<String> = ["planarity", "stillness"]

  init(_ history: ShapeHistory, settings: Settings) {
    let pairs = history.mostDifferentPairs()
    let change = median(pairs.map(\.size))
    planarity = MotionCues.planarity(pairs, change: change, settings)
    stillness = MotionCues.stillness(change: change, duration: history.duration, settings)
  }

  private static func planarity(_ pairs: [ShapeChange], change: Double?, _ settings: Settings) -> CueScore {
    guard let change, change >= settings[.planarityMotion], let share = median(pairs.compactMap(\.solidShare)) else {
      return CueScore(
        name: "planarity", score: nil, weight: 1,
        detail: "the head turns too little to tell a solid face from a flat one")
    }
    let score = ramp(share, from: settings[.planarityFlat], to: settings[.planaritySolid])
    return CueScore(
      name: "planarity", score: score, weight: 1,
      detail: "a flat picture would explain \(percent(1 - share)) of how the face changes shape")
  }

  private static func stillness(change: Double?, duration: Double, _ settings: Settings) -> CueScore {
    guard let change, duration >= settings[.stillnessSeconds] else {
      return CueScore(name: "stillness", score: nil, weight: 1, detail: "the face is not seen long enough")
    }
    let score = ramp(change, from: settings[.stillnessStill], to: settings[.stillnessMoving])
    return CueScore(
      name: "stillness", score: score, weight: 1,
      detail: "the face changes its shape by \(percent(change)) of the eye distance")
  }
}

/// 0 at `low` and below, 1 at `high` and above.
func ramp(_ value: Double, from low: Double, to high: Double) -> Double {
  guard high > low else { return value >= high ? 1 : 0 }
  return min(max((value - low) / (high - low), 0), 1)
}

func median(_ values: [Double]) -> Double? {
  guard !values.isEmpty else { return nil }
  return values.sorted()[values.count / 2]
}

func percent(_ share: Double) -> String {
  let tenths = Int((min(max(share, -10), 10) * 1000).rounded())
  return "\(tenths / 10).\(abs(tenths % 10)) %"
}
