package import BonafideObservations

/// When a step counts as done.
extension Setting {
  // The neutral pose
  package static let livenessNeutralWindow = Setting(
    "liveness.neutral.window", .degrees, in: 5...30, default: 15, source: "B-020: pitch and yaw, inclusive")
  package static let livenessNeutralRecentre = Setting(
    "liveness.neutral.recentre", .degrees, in: 2...30, default: 10,
    source: "B-028: a gesture starts this near to the person's own neutral pose; design")
  package static let livenessNeutralYawOffset = Setting(
    "liveness.neutral.offset.yaw", .degrees, in: 0...15, default: 5,
    source: "design: an own neutral pose is believed up to here, so that turning back to the camera is no turn")
  package static let livenessNeutralPitchOffset = Setting(
    "liveness.neutral.offset.pitch", .degrees, in: 0...15, default: 10,
    source: "design: telephones are held low; more than for yaw")
  package static let livenessNeutralIgnored = Setting(
    "liveness.neutral.ignored", .degrees, in: 0...10, default: 3,
    source: "measured: a clip that begins in mid-turn averages 2 to 3 degrees before it leaves the window")
  package static let livenessNeutralMemory = Setting(
    "liveness.neutral.memory", .count, in: 1...100, default: 15, source: "design: frames in the running mean")

  // Expressions
  package static let livenessSmileAbove = Setting(
    "liveness.smile.above", .probability, in: 0.3...0.99, default: 0.9, source: "B-021, exclusive")
  package static let livenessSmileRelease = Setting(
    "liveness.smile.release", .probability, in: 0...0.99, default: 0.7,
    source: "B-028: at or below it a smile has been released; design")
  package static let livenessEyeBelow = Setting(
    "liveness.eye.below", .probability, in: 0.05...0.7, default: 0.3, source: "B-022, exclusive, either eye")
  package static let livenessEyeClosedShare = Setting(
    "liveness.eye.closed.share", .ratio, in: 0.1...0.9, default: 0.5,
    source: "A.24: closed is at most this share of the person's own open eye; design")
  package static let livenessEyeDropLeast = Setting(
    "liveness.eye.drop.least", .probability, in: 0...0.5, default: 0.1,
    source: "A.24: and at least this much below it, above the noise of narrow eyes; design")
  package static let livenessEyeOpenShare = Setting(
    "liveness.eye.open.share", .ratio, in: 0.2...1, default: 0.7,
    source: "B-028, B-034: open again from this share of the person's own open eye; design")
  package static let livenessEyeBaselineFrames = Setting(
    "liveness.eye.baseline.frames", .count, in: 1...9, default: 3,
    source: "design: the own open eye is the highest median of this many frames, so one bad frame cannot raise it")
  package static let livenessExpressionPoseAtMost = Setting(
    "liveness.expression.pose.most", .degrees, in: 10...60, default: 30,
    source: "A.31: expressions of a face turned further are refused")

  // Head movements
  package static let livenessTurnAtLeast = Setting(
    "liveness.turn.least", .degrees, in: 5...40, default: 15, source: "B-023, B-024, inclusive")
  package static let livenessTurnAtMost = Setting(
    "liveness.turn.most", .degrees, in: 20...90, default: 45,
    source: "A.31: yaw beyond the valid range of the pose is refused; design")
  package static let livenessTurnPitchAtMost = Setting(
    "liveness.turn.pitch.most", .degrees, in: 5...45, default: 15, source: "design: a diagonal turn is no turn")
  package static let livenessTurnHysteresis = Setting(
    "liveness.turn.hysteresis", .degrees, in: 0...15, default: 5,
    source: "B-028: released this far below the limit; design")
  package static let livenessUpAtLeast = Setting(
    "liveness.up.least", .degrees, in: 5...30, default: 10, source: "B-025, inclusive")
  package static let livenessUpAtMost = Setting(
    "liveness.up.most", .degrees, in: 15...90, default: 40,
    source: "A.31: pitch beyond the valid range of the pose is refused; design")
  package static let livenessUpYawAtMost = Setting(
    "liveness.up.yaw.most", .degrees, in: 2...40, default: 10, source: "design: looking up sideways is not up")
  package static let livenessUpHysteresis = Setting(
    "liveness.up.hysteresis", .degrees, in: 0...15, default: 5,
    source: "B-028: released this far below the limit; design")

  // Frames in a row
  package static let livenessFaceFrames = Setting(
    "liveness.frames.face", .count, in: 1...30, default: 3, source: "B-027")
  package static let livenessGestureFrames = Setting(
    "liveness.frames.gesture", .count, in: 1...30, default: 2, source: "B-027")
  package static let livenessNeutralFrames = Setting(
    "liveness.frames.neutral", .count, in: 1...30, default: 2,
    source: "B-027, B-028: one frame of noise must not release a held gesture")

  // Drawn challenges
  package static let livenessDrawCountLeast = Setting(
    "liveness.draw.count.least", .count, in: 1...5, default: 2, source: "B-033, A.19; design")
  package static let livenessDrawCountMost = Setting(
    "liveness.draw.count.most", .count, in: 1...5, default: 4, source: "B-033, A.19; design")
  package static let livenessDrawWindowLeast = Setting(
    "liveness.draw.window.least", .seconds, in: 3...60, default: 8, source: "A.19, B-064; design")
  package static let livenessDrawWindowMost = Setting(
    "liveness.draw.window.most", .seconds, in: 3...60, default: 15, source: "A.19, B-064")

  static let livenessGestures: [Setting] = [
    livenessNeutralWindow, livenessNeutralRecentre, livenessNeutralYawOffset, livenessNeutralPitchOffset,
    livenessNeutralIgnored,
    livenessNeutralMemory, livenessSmileAbove, livenessSmileRelease, livenessEyeBelow, livenessEyeClosedShare,
    livenessEyeDropLeast, livenessEyeOpenShare, livenessEyeBaselineFrames, livenessExpressionPoseAtMost,
    livenessTurnAtLeast, livenessTurnAtMost, livenessTurnPitchAtMost, livenessTurnHysteresis, livenessUpAtLeast,
    livenessUpAtMost, livenessUpYawAtMost, livenessUpHysteresis, livenessFaceFrames, livenessGestureFrames,
    livenessNeutralFrames, livenessDrawCountLeast, livenessDrawCountMost, livenessDrawWindowLeast,
    livenessDrawWindowMost,
  ]
}
