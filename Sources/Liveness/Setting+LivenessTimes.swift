package import BonafideObservations

/// How long things may take.
extension Setting {
  package static let livenessFaceTimeout = Setting(
    "liveness.timeout.face", .seconds, in: 1...600, default: 30, source: "B-064")
  package static let livenessGestureTimeout = Setting(
    "liveness.timeout.gesture", .seconds, in: 1...600, default: 15, source: "B-064")
  package static let livenessEyeIntervalTimeout = Setting(
    "liveness.timeout.eye.interval", .seconds, in: 1...60, default: 5, source: "B-034, B-064")
  package static let livenessIdle = Setting(
    "liveness.timeout.idle", .seconds, in: 1...3600, default: 60,
    source: "B-065: between steps, and for a pause")
  package static let livenessEyeInterval = Setting(
    "liveness.eye.interval", .seconds, in: 0.2...5, default: 1, source: "B-034")
  package static let livenessRequireEyeInterval = Setting(
    "liveness.eye.interval.required", .flag, in: 0...1, default: 0, source: "B-034")

  package static let livenessStartGrace = Setting(
    "liveness.start.grace", .seconds, in: 0...600, default: 15,
    source: "G-025: before the first face is seen; design")
  package static let livenessNoFace = Setting(
    "liveness.noface.seconds", .seconds, in: 0.2...60, default: 5, source: "B-066; design")
  package static let livenessSecondFace = Setting(
    "liveness.secondface.seconds", .seconds, in: 0...60, default: 2, source: "B-029; design")
  package static let livenessLight = Setting(
    "liveness.light.seconds", .seconds, in: 0.2...600, default: 5, source: "B-075")
  package static let livenessLightFails = Setting(
    "liveness.light.fails", .flag, in: 0...1, default: 1, source: "A-C04: 0 leaves it at the hint")
  package static let livenessFlicker = Setting(
    "liveness.flicker.seconds", .seconds, in: 0...5, default: 0.5,
    source: "design: something that is away for a shorter time has lasted")
  package static let livenessFrameGap = Setting(
    "liveness.frame.gap", .seconds, in: 0.1...60, default: 2,
    source: "B-027: frames further apart are not consecutive; design")
  package static let livenessGuidance = Setting(
    "liveness.guidance.seconds", .seconds, in: 0...10, default: 0.8,
    source: "design: shortest time a text stays, to be readable")
  package static let livenessGuidanceFrames = Setting(
    "liveness.guidance.frames", .count, in: 1...30, default: 2,
    source: "design: frames in a row that have to ask for a text before it replaces another")

  static let livenessTimes: [Setting] = [
    livenessFaceTimeout, livenessGestureTimeout, livenessEyeIntervalTimeout, livenessIdle, livenessEyeInterval,
    livenessRequireEyeInterval, livenessStartGrace, livenessNoFace, livenessSecondFace, livenessLight,
    livenessLightFails, livenessFlicker, livenessFrameGap, livenessGuidance, livenessGuidanceFrames,
  ]
}
