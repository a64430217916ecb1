internal import BonafideObservations

extension Setting {
  static let bandInterval = Setting(
    "attack.banding.interval", .seconds, in: 0.01...0.2, default: 0.028, source: "bounds the time at high frame rates")
  static let bandWindow = Setting(
    "attack.banding.window", .seconds, in: 1.5...10, default: 3, source: "a band that runs at 0.3 a second shows")
  static let bandWindows = Setting(
    "attack.banding.windows.max", .count, in: 2...200, default: 20, source: "bounds the time; 30 s of video")
  static let bandWindowsLeast = Setting(
    "attack.banding.windows.min", .count, in: 1...20, default: 2,
    source: "one gesture is in one window; more than half have to agree")
  static let bandDepth = Setting(
    "attack.banding.depth.min", .ratio, in: 0.0005...0.2, default: 0.005,
    source: "of the logarithm of light; measured: with less, motion decides")
  static let bandOneWay = Setting(
    "attack.banding.oneway.min", .ratio, in: 1...20, default: 2.5,
    source: "bands run one way; what goes to and fro has the same amplitude both ways")
  static let bandClean = Setting(
    "attack.banding.clean", .ratio, in: 1...1000, default: 10,
    source: "measured: nine genuine clips 0...6, also after H.264 at CRF 32")
  static let bandScreen = Setting(
    "attack.banding.screen", .ratio, in: 2...10_000, default: 26,
    source: "measured: drawn monitors with bands 4 % deep 11...118; a spoof from 18 on")

  static let colorInterval = Setting(
    "attack.color.interval", .seconds, in: 0.01...0.5, default: 0.03, source: "a pulse needs 10 a second")
  static let colorSamples = Setting(
    "attack.color.samples.max", .count, in: 60...5000, default: 1000, source: "bounds memory; 30 s at 30 a second")
  static let pulseSeconds = Setting(
    "attack.pulse.seconds.min", .seconds, in: 4...60, default: 8, source: "about eight beats")
  static let timingFrames = Setting(
    "attack.timing.frames.max", .count, in: 60...10_000, default: 1000, source: "bounds memory")
  static let noiseInterval = Setting(
    "attack.noise.interval", .seconds, in: 0.05...5, default: 0.4, source: "a look takes about 0.2 ms")
  static let noiseSamples = Setting(
    "attack.noise.samples.max", .count, in: 4...400, default: 60, source: "bounds memory")
  static let blinkClosed = Setting(
    "attack.blink.closed", .probability, in: 0...1, default: 0.3, source: "B-100: ML Kit's scale")
  static let blinkOpen = Setting(
    "attack.blink.open", .probability, in: 0...1, default: 0.6, source: "well above closed, so that noise is no blink")
  static let blinkSeconds = Setting(
    "attack.blink.seconds.min", .seconds, in: 3...60, default: 10, source: "people blink about every 4 s")

  static let networkInterval = Setting(
    "attack.network.interval", .seconds, in: 0.2...10, default: 1, source: "a look at ten crops takes about 30 ms")
  static let networkSamples = Setting(
    "attack.network.samples.max", .count, in: 1...100, default: 15, source: "bounds the time")
  static let networkJitter = Setting(
    "attack.network.jitter", .ratio, in: 0...0.5, default: 0.15,
    source: "crops that are larger, smaller and beside: one crop alone decides by chance")
  static let networkAttack = Setting(
    "attack.network.attack", .probability, in: 0...1, default: 0.3, source: "around 0.5, where its makers put the limit"
  )
  static let networkBonafide = Setting(
    "attack.network.bonafide", .probability, in: 0...1, default: 0.7,
    source: "around 0.5, where its makers put the limit")

  /// How much a cue counts that has limits.
  static func weight(of cue: String) -> Setting {
    Setting(
      "attack.\(cue).weight", .ratio, in: 0...1, default: 1, source: "every cue with limits can decline by itself")
  }

  static let traces: [Setting] = [
    .bandInterval, .bandWindow, .bandWindows, .bandWindowsLeast, .bandDepth, .bandOneWay, .bandClean, .bandScreen,
    .colorInterval, .colorSamples, .pulseSeconds, .timingFrames, .noiseInterval, .noiseSamples, .blinkClosed,
    .blinkOpen,
    .blinkSeconds, .networkInterval, .networkSamples, .networkJitter, .networkAttack, .networkBonafide,
  ]
  static let weights = AttackLimits.names.map(Setting.weight)
}
