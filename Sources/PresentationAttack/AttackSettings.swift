package import BonafideObservations

extension Setting {
  static let motionInterval = Setting(
    "attack.motion.interval", .seconds, in: 0.02...1, default: 0.1, source: "a head turns by 2 degrees in that time")
  static let motionSamples = Setting(
    "attack.motion.samples.max", .count, in: 20...400, default: 100, source: "bounds memory and the number of pairs")
  static let planarityMotion = Setting(
    "attack.planarity.motion.min", .ratio, in: 0.005...0.5, default: 0.035,
    source: "measured: with less change of shape, noise of the mesh decides; unit is the eye distance")
  static let planarityFlat = Setting(
    "attack.planarity.flat", .ratio, in: 0...1, default: 0.40,
    source: "measured: share of the change of shape that a homography leaves: waved flat photos 0.22...0.47")
  static let planaritySolid = Setting(
    "attack.planarity.solid", .ratio, in: 0...1, default: 0.62,
    source: "measured: turning heads 0.62...0.84 in ten real clips")
  static let stillnessSeconds = Setting(
    "attack.stillness.seconds.min", .seconds, in: 0.5...30, default: 2,
    source: "nobody keeps head and face still for that long")
  static let stillnessStill = Setting(
    "attack.stillness.still", .ratio, in: 0...0.2, default: 0.010,
    source: "measured: change of shape of a filmed still by eye distance, 0.005...0.009")
  static let stillnessMoving = Setting(
    "attack.stillness.moving", .ratio, in: 0...0.2, default: 0.022,
    source: "measured: least change of shape in ten real clips is 0.028")
  static let frozenDifference = Setting(
    "attack.frozen.difference", .ratio, in: 0...5, default: 0.3,
    source: "measured: mean difference of luma (of 255) between repeated frames after H.264 at CRF 28 is below 0.1")
  static let frozenRun = Setting(
    "attack.frozen.run.max", .seconds, in: 0.2...10, default: 1,
    source: "measured: longest run in ten real clips 0.16 s")
  static let frozenOverlap = Setting(
    "attack.frozen.overlap.min", .ratio, in: 0.1...0.95, default: 0.5,
    source: "while the face overlaps its first place by more, the same pixels are compared")
  static let attackScoreMin = Setting(
    "attack.score.min", .probability, in: 0...1, default: 0.5, source: "Appendix 2; below it the verdict is spoof")
  static let attackScoreMax = Setting(
    "attack.score.max", .probability, in: 0...1, default: 0.9, source: "Appendix 2; above it the level is 1")
}

/// The settings of presentation-attack detection.
package enum AttackSettings {
  package static let declared: [Setting] =
    [
      .motionInterval, .motionSamples, .planarityMotion, .planarityFlat, .planaritySolid, .stillnessSeconds,
      .stillnessStill, .stillnessMoving, .frozenDifference, .frozenRun, .frozenOverlap, .attackScoreMin,
      .attackScoreMax,
    ] + Setting.screens + Setting.traces + Setting.rigid + Setting.weights

  /// Those by which measured values are judged and nothing is measured: who has the values can judge again by others.
  package static let judging: [Setting] =
    [
      .planarityFlat, .planaritySolid, .stillnessStill, .stillnessMoving, .borderOften, .borderSeldom, .latticeScreen,
      .bandScreen, .bandClean, .rigidMask, .rigidSkin, .planeOne, .planeTwo, .networkAttack, .networkBonafide,
      .attackScoreMin, .attackScoreMax,
    ] + Setting.weights
}
