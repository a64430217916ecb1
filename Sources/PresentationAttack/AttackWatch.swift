package import BonafideMedia
package import BonafideObservations

/// Collects signs of a presentation attack while a video is watched. Memory does not grow with its length.
package struct AttackWatch: Sendable {
  private let settings: Settings
  private var shapes: ShapeHistory
  private var frozen = FrozenFrames()
  private var loop = LoopedFrames()
  private var lattice = ScreenLattice()
  private var border = ScreenBorder()

  package init(settings: Settings = .defaults) {
    self.settings = settings
    shapes = ShapeHistory(settings: settings)
  }

  /// Takes a frame and what was seen on it. Only the largest face counts.
  package mutating func observe(_ frame: Frame, _ seen: FrameObservation) {
    guard let face = seen.presence.faces.first else { return }
    shapes.add(face, at: seen.time)
    frozen.add(frame.image, face: face.box, at: seen.time, settings: settings)
    loop.add(frame.image, at: seen.time, settings: settings)
    lattice.add(frame.image, face: face.box, at: seen.time, settings: settings)
    border.add(frame.image, face: face.box, at: seen.time, settings: settings)
  }

  /// What the cues say of everything seen so far.
  package func assess() -> AttackAssessment {
    let motion = MotionCues(shapes, settings: settings)
    return AttackAssessment(
      cues: [
        motion.planarity, motion.stillness, frozen.cue(settings: settings), loop.cue(settings: settings),
        border.cue(settings: settings), lattice.cue(settings: settings),
      ], settings: settings)
  }
}

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

  package init(cues: [CueScore], settings: Settings) {
    self.cues = cues
    let low = settings[.attackScoreMin]
    scoreLimits = low...max(low, settings[.attackScoreMax])
    let counting = cues.filter { $0.weight > 0 && $0.score != nil }
    let worst = counting.compactMap(\.score).min()
    // That frames do not repeat and no screen is seen speaks for nobody: every ordinary video has that.
    let speaksFor = counting.contains { MotionCues.names.contains($0.name) }
    score = worst.flatMap { speaksFor || $0 < low ? $0 : nil }
    verdict = score.map { $0 < low ? .spoof : .live } ?? .notEvaluated
  }

  /// What the cues that speak of an attack say; two cues may say the same.
  package var reasons: [Reason] {
    var said: Set<ReasonCode> = []
    let against = cues.filter { $0.weight > 0 && ($0.score ?? 1) < scoreLimits.lowerBound }
    return against.map { cue in
      switch cue.name {
      case "planarity": Reason(.planarMotion)
      case "stillness": Reason(.stillPicture)
      case FrozenFrames.cueName: Reason(.frozenFrames)
      case LoopedFrames.cueName: Reason(.loopedVideo)
      case ScreenBorder.cueName: Reason(.screenReplay, "A frame, as of a screen or a print, is around the face.")
      case ScreenLattice.cueName: Reason(.screenReplay)
      default: Reason(.lowLivenessScore)
      }
    }.filter { said.insert($0.code).inserted }
  }
}
