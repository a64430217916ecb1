/// Follows one step over the frames: neutral first, then the rule on enough frames in a row, the best of which is the
/// step's picture (B-027, B-028).
struct StepWatch: Sendable, Hashable, Codable {
  /// What a frame did to the step.
  enum Progress: Sendable, Hashable {
    /// Not held.
    case open
    /// The rule holds, not yet long enough.
    case holding(PictureUse)
    /// The rule has held long enough.
    case met(PictureUse)
  }

  /// Whether this frame's picture is the best of the hold so far.
  enum PictureUse: Sendable, Hashable {
    case best
    case notNeeded
  }

  /// One signal's way from released to held.
  private struct Lane: Sendable, Hashable, Codable {
    var releasedFrames = 0
    var isArmed: Bool
    var heldFrames = 0
  }

  let step: ChallengeStep
  private var lanes: [Lane]
  /// The best frame of the present hold.
  private(set) var best: StepCapture?
  /// When the present hold began, on the session's own clock.
  private(set) var heldSince: Double?
  /// The strongest level measured since the step began, whether or not it counted.
  private(set) var strongest: Double?
  /// How far the step is, 0…1.
  private(set) var progress = 0.0

  init(_ step: ChallengeStep) {
    self.step = step
    lanes = Self.fresh(step)
  }

  /// `face` is itself the neutral pose and needs none before it.
  private static func fresh(_ step: ChallengeStep) -> [Lane] {
    Array(repeating: Lane(isArmed: step == .face), count: step.closesEyes ? 2 : 1)
  }

  /// Whether a gesture may count from now on.
  var isArmed: Bool { lanes.contains(where: \.isArmed) }

  /// Feeds a frame without flaws.
  mutating func observe(_ reading: FrameReading, _ own: OwnNeutral, _ settings: LivenessSettings) -> Progress {
    let signals = step.signals(in: reading, own, settings)
    let isNeutral = own.isNeutral(reading.pose, settings)
    var held: Double?
    for place in lanes.indices {
      guard let signal = signals[place] else {
        lanes[place].heldFrames = 0
        lanes[place].releasedFrames = 0
        continue
      }
      if !lanes[place].isArmed {
        lanes[place].releasedFrames = isNeutral && signal.isReleased ? lanes[place].releasedFrames + 1 : 0
        lanes[place].isArmed = lanes[place].releasedFrames >= max(1, settings.count(.livenessNeutralFrames))
      } else if signal.isMet {
        lanes[place].heldFrames += 1
        held = max(held ?? signal.level, signal.level)
      } else {
        lanes[place].heldFrames = 0
      }
      if step != .face { strongest = max(strongest ?? signal.level, signal.level) }
    }
    updateProgress(signals, settings)
    guard let held else {
      drop()
      return .open
    }
    heldSince = heldSince ?? reading.now
    let use = keepIfBetter(reading, level: held)
    let isMet = lanes.contains { $0.heldFrames >= framesNeeded(settings) }
    return isMet ? .met(use) : .holding(use)
  }

  /// A frame that cannot count came between: the frames are no longer in a row, the release stays valid.
  mutating func breakHold() {
    for place in lanes.indices {
      lanes[place].heldFrames = 0
      lanes[place].releasedFrames = 0
    }
    drop()
  }

  /// The step begins anew, with neutral first.
  mutating func restart() {
    lanes = Self.fresh(step)
    drop()
    progress = 0
  }

  private mutating func drop() {
    best = nil
    heldSince = nil
  }

  private func framesNeeded(_ settings: LivenessSettings) -> Int {
    max(1, settings.count(step == .face ? .livenessFaceFrames : .livenessGestureFrames))
  }

  /// A face is best where the picture is; a gesture where it is clearest, then where the picture is.
  private mutating func keepIfBetter(_ reading: FrameReading, level: Double) -> PictureUse {
    let capture = StepCapture(reading, level: level)
    if let best, (best.level, best.overall) >= (capture.level, capture.overall) { return .notNeeded }
    best = capture
    return .best
  }

  private mutating func updateProgress(_ signals: [StepSignal?], _ settings: LivenessSettings) {
    if step == .face {
      progress = min(1, Double(lanes[0].heldFrames) / Double(framesNeeded(settings)))
      return
    }
    var furthest = 0.0
    for (lane, signal) in zip(lanes, signals) {
      guard lane.isArmed, let signal, signal.target > 0 else { continue }
      furthest = max(furthest, min(1, signal.level / signal.target))
    }
    progress = furthest
  }
}

/// What was measured on the frame that became a step's picture.
struct StepCapture: Sendable, Hashable, Codable {
  let time: Double
  /// On the session's own clock.
  let now: Double
  let level: Double
  let overall: Double
  let pose: PersonPose?
  let leftEye: Double?
  let rightEye: Double?
  let similarity: Double?

  init(_ reading: FrameReading, level: Double) {
    time = reading.time
    now = reading.now
    self.level = level
    overall = reading.overall
    pose = reading.pose
    leftEye = reading.leftEye
    rightEye = reading.rightEye
    similarity = reading.similarity
  }
}
