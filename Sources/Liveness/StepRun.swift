/// The step that runs.
struct StepRun: Sendable, Hashable, Codable {
  /// The step's place in the challenge.
  let index: Int
  /// On the session's own clock.
  let startedAt: Double
  var watch: StepWatch
  /// The frames since the step's start.
  var quality = QualitySummary()
  /// What follows the closing of the eyes, where it is required.
  var interval: EyeIntervalWatch?
  /// The closing that waits for its interval.
  var closing: StepCapture?
  /// When the eyes had been closed long enough, by presentation time stamps.
  var keptClosedTime: Double?
  /// Seconds with a second face in the picture, which do not count (B-029).
  private var withCompany = 0.0

  init(index: Int, step: ChallengeStep, startedAt: Double) {
    self.index = index
    self.startedAt = startedAt
    watch = StepWatch(step)
  }

  var step: ChallengeStep { watch.step }

  var phase: LivenessPhase {
    guard let interval else { return .step(step) }
    return interval.wasKeptClosed ? .eyesReopened : .eyesKeptClosed
  }

  mutating func count(_ reading: FrameReading, seconds: Double) {
    quality.count(reading.flaw)
    if reading.flaw == .severalFaces { withCompany += seconds }
  }

  func isOverdue(at now: Double, window: Double?, _ settings: LivenessSettings) -> Bool {
    if let interval { return interval.isExpired(at: now, settings) }
    let limit = settings[step == .face ? .livenessFaceTimeout : .livenessGestureTimeout]
    let mine = step == .face ? limit : min(limit, window ?? limit)
    return now - startedAt - withCompany > mine
  }

  mutating func restart() {
    watch.restart()
    interval = nil
    closing = nil
    keptClosedTime = nil
  }

  /// What was missing when the time was over.
  var complaint: String {
    switch phase {
    case .eyesKeptClosed: "The eyes were not kept closed long enough."
    case .eyesReopened: "The eyes did not open again in time."
    default:
      if step == .face {
        "The face did not look straight into the camera in time."
      } else if watch.isArmed {
        "The step was not done in time. Try again and follow the instruction on the screen."
      } else {
        "The face did not look straight and relaxed into the camera before the movement."
      }
    }
  }

  /// What the person needs to know, given a frame without flaws.
  func guidance(_ reading: FrameReading, _ own: OwnNeutral, _ settings: LivenessSettings) -> Guidance {
    if let interval { return interval.wasKeptClosed ? .openEyes : .keepEyesClosed }
    guard let pose = reading.pose else { return .lookStraight }
    if step == .face { return watch.best == nil ? .lookStraight : .holdStill }
    let signals = step.signals(in: reading, own, settings)
    if watch.isArmed {
      // Not measured although there is a pose: turned further than the measure reaches.
      let isBeyond = abs(pose.toLeft) > settings[.livenessTurnAtMost] || abs(pose.up) > settings[.livenessUpAtMost]
      return isBeyond ? .backToCenter : step.instruction
    }
    guard own.isNeutral(pose, settings) else {
      return own.isLearned(settings) ? .backToCenter : .lookStraight
    }
    let isHeld = !signals.contains { $0?.isReleased ?? false } && signals.contains { $0 != nil }
    guard isHeld else { return step.instruction }
    switch step {
    case .smile: return .relax
    case .closeEyes: return .openEyes
    default: return .backToCenter
    }
  }
}
