import BonafideObservations

/// What one frame says about a step. Eyes have two signals, one each; everything else has one.
struct StepSignal: Sendable, Hashable {
  /// Degrees in the named direction, or a probability; for an eye the probability that it is closed, 1 − openness
  /// (B-088).
  var level: Double
  /// The step's rule holds on this frame.
  var isMet: Bool
  /// The opposite holds, with a distance: a gesture from here is a new one.
  var isReleased: Bool
  /// The level at which the rule starts to hold; for progress only.
  var target: Double
}

extension ChallengeStep {
  /// Reads the step's signals from a good frame. Nil in place of what was not measured or lies outside the range in
  /// which the measure can be trusted; that never passes and never releases (B-031).
  func signals(in reading: FrameReading, _ own: OwnNeutral, _ settings: LivenessSettings) -> [StepSignal?] {
    guard let pose = reading.pose else { return closesEyes ? [nil, nil] : [nil] }
    switch self {
    case .face:
      let isFrontal = pose.isFrontal(settings)
      let overall = reading.overall
      return [StepSignal(level: overall, isMet: isFrontal, isReleased: !isFrontal, target: overall)]
    case .smile:
      return [expression(pose, settings) { Self.smile(reading.smile, settings) }]
    case .closeEyes:
      return [
        expression(pose, settings) { Self.closing(reading.leftEye, own.leftEye, settings) },
        expression(pose, settings) { Self.closing(reading.rightEye, own.rightEye, settings) },
      ]
    case .turnRight: return [Self.turn(.right, pose, own, settings)]
    case .turnLeft: return [Self.turn(.left, pose, own, settings)]
    case .lookUp: return [Self.lookUp(pose, own, settings)]
    }
  }

  var closesEyes: Bool { self == .closeEyes }

  private func expression(
    _ pose: PersonPose, _ settings: LivenessSettings, _ read: () -> StepSignal?
  ) -> StepSignal? {
    let most = settings[.livenessExpressionPoseAtMost]
    guard abs(pose.toLeft) <= most, abs(pose.up) <= most else { return nil }
    return read()
  }

  private static func smile(_ probability: Double?, _ settings: LivenessSettings) -> StepSignal? {
    guard let probability else { return nil }
    let limit = settings[.livenessSmileAbove]
    let isMet = probability > limit
    return StepSignal(
      level: probability, isMet: isMet,
      isReleased: !isMet && probability <= settings[.livenessSmileRelease], target: limit)
  }

  private static func closing(_ openness: Double?, _ eye: OpenEye, _ settings: LivenessSettings) -> StepSignal? {
    guard let openness, let open = eye.baseline else { return nil }
    let hasDropped =
      openness <= settings[.livenessEyeClosedShare] * open
      && openness <= open - settings[.livenessEyeDropLeast]
    let isMet = openness < settings[.livenessEyeBelow] && hasDropped
    return StepSignal(
      level: 1 - openness, isMet: isMet, isReleased: !isMet && openness >= settings[.livenessEyeOpenShare] * open,
      target: 1 - settings[.livenessEyeBelow])
  }

  private static func turn(
    _ side: PersonSide, _ pose: PersonPose, _ own: OwnNeutral, _ settings: LivenessSettings
  ) -> StepSignal? {
    guard let neutral = own.pose(settings), abs(pose.toLeft) <= settings[.livenessTurnAtMost],
      abs(pose.up) <= settings[.livenessUpAtMost]
    else { return nil }
    let relative = pose.relative(to: neutral)
    let angle = relative.turn(towards: side)
    let limit = settings[.livenessTurnAtLeast]
    return StepSignal(
      level: angle, isMet: angle >= limit && abs(relative.up) <= settings[.livenessTurnPitchAtMost],
      isReleased: angle <= limit - settings[.livenessTurnHysteresis] && angle < limit, target: limit)
  }

  private static func lookUp(
    _ pose: PersonPose, _ own: OwnNeutral, _ settings: LivenessSettings
  ) -> StepSignal? {
    guard let neutral = own.pose(settings), abs(pose.toLeft) <= settings[.livenessTurnAtMost],
      abs(pose.up) <= settings[.livenessUpAtMost]
    else { return nil }
    let relative = pose.relative(to: neutral)
    let limit = settings[.livenessUpAtLeast]
    let sideways = abs(relative.toLeft)
    // The second comparison holds whatever the settings are: no frame is both a turn and a look upwards.
    let isStraight = sideways <= settings[.livenessUpYawAtMost] && sideways < settings[.livenessTurnAtLeast]
    return StepSignal(
      level: relative.up, isMet: relative.up >= limit && isStraight,
      isReleased: relative.up <= limit - settings[.livenessUpHysteresis] && relative.up < limit, target: limit)
  }
}
