package import BonafideObservations

/// The cues and what they come to. Three states: not having been able to look is not the same as a bad sign.
package struct AttackAssessment: Sendable, Hashable {
  package enum Verdict: String, Sendable, Hashable, Codable {
    case live
    case spoof
    case notEvaluated = "not_evaluated"
  }

  package let cues: [CueScore]
  /// 0 (attack) … 1 (bona fide): the worst cue that counts; nil when none could tell.
  package let score: Double?
  package let verdict: Verdict
  /// The limits between which a score is "between", for its validity level.
  package let scoreLimits: ClosedRange<Double>
  /// Whose limits the cues were judged by.
  package let calibration: AttackLimits.Calibration

  package init(_ readings: [CueReading], limits: AttackLimits, settings: Settings) {
    cues = readings.map(limits.judge)
    calibration = limits.calibration
    let low = settings[.attackScoreMin]
    scoreLimits = low...max(low, settings[.attackScoreMax])
    let counting = cues.filter { $0.weight > 0 && $0.score != nil }
    let worst = counting.map(AttackAssessment.weighted).min()
    // That frames do not repeat and no screen is seen speaks for nobody: every ordinary video has that.
    let speaksFor = counting.contains { MotionCues.names.contains($0.name) }
    score = worst.flatMap { speaksFor || $0 < low ? $0 : nil }
    verdict = score.map { $0 < low ? .spoof : .live } ?? .notEvaluated
  }

  /// What a cue that counts less than wholly leaves of a bad score.
  private static func weighted(_ cue: CueScore) -> Double { 1 - cue.weight * (1 - (cue.score ?? 1)) }

  /// The worst cue first.
  private var against: [CueScore] {
    cues.filter { $0.weight > 0 && AttackAssessment.weighted($0) < scoreLimits.lowerBound }
      .sorted { AttackAssessment.weighted($0) < AttackAssessment.weighted($1) }
  }

  /// What the cues that speak of an attack say, the worst first; two cues may say the same.
  package var reasons: [Reason] {
    against.map { cue in
      switch cue.name {
      case MotionCues.planarityName: Reason(.planarMotion)
      case MotionCues.stillnessName: Reason(.stillPicture)
      case FrozenFrames.cueName: Reason(.frozenFrames)
      case LoopedFrames.cueName: Reason(.loopedVideo)
      case ScreenBorder.cueName: Reason(.screenReplay, "A frame, as of a screen or a print, is around the face.")
      case ScreenLattice.cueName: Reason(.screenReplay)
      case RefreshBands.cueName:
        Reason(
          .screenReplay,
          "Bands of light run over the whole picture, as on a filmed screen. If a lamp flickers, try under another light."
        )
      case BackgroundPlane.cueName:
        Reason(.planarMotion, "The face and what is around it move as one flat picture.")
      case RigidFace.cueName:
        Reason(.rigidFace)
      default: Reason(.lowLivenessScore)
      }
    }.once
  }
}
