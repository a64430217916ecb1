package import BonafideObservations

/// Finds limits for cues on labelled captures of one kind.
///
/// A limit is put beyond the worst genuine capture, by a quarter of the genuine ones' spread and at least half of the gap
/// between the engine's own limits, for a few captures that all look alike say little: that no genuine one is declined comes
/// first. A cue counts when it then declines attacks, and only on the side on which its physics puts them.
package struct AttackCalibrator: Sendable {
  /// A capture whose truth is known.
  package struct Case: Sendable {
    package let isAttack: Bool
    package let readings: [CueReading]

    package init(isAttack: Bool, readings: [CueReading]) {
      self.isAttack = isAttack
      self.readings = readings
    }
  }

  private enum Side { case low, high }

  /// Captures of either kind that a cue has to have measured.
  package static let leastCases = 10
  /// Share of the attacks that a cue has to decline in order to count.
  private static let leastShare = 0.05

  /// Where the values of attacks lie.
  private static let sides: [String: Side] = [
    MotionCues.planarityName: .low, MotionCues.stillnessName: .low, FrozenFrames.cueName: .high,
    LoopedFrames.cueName: .high, ScreenBorder.cueName: .high, ScreenLattice.cueName: .high,
    RefreshBands.cueName: .high, CameraNoise.cueName: .low, FrameTiming.cueName: .low, BlinkWatch.cueName: .high,
    RigidFace.cueName: .low, BackgroundPlane.cueName: .low, SkinPulse.cueName: .low, LightAnswer.cueName: .low,
    PassiveNetwork.cueName: .low,
  ]

  /// Throws `usage` when there are too few captures of either kind.
  package static func calibrate(
    _ cases: [Case], profile: String, settings: Settings = .defaults
  ) throws(BonafideError) -> AttackCalibration {
    let attacks = cases.count(where: \.isAttack)
    guard attacks >= leastCases, cases.count - attacks >= leastCases else {
      throw BonafideError(
        .usage,
        "a calibration needs \(leastCases) genuine captures and \(leastCases) attacks; "
          + "there are \(cases.count - attacks) and \(attacks)")
    }
    let known = AttackLimits(settings)
    var cues: [String: AttackCalibration.Cue] = [:]
    for name in AttackLimits.names {
      func values(ofAttacks: Bool) -> [Double] {
        cases.filter { $0.isAttack == ofAttacks }
          .compactMap { one in one.readings.first { $0.name == name }?.value }.filter(\.isFinite)
      }
      let genuine = values(ofAttacks: false)
      let found = limits(genuine, values(ofAttacks: true), side: sides[name] ?? .low, known: known.cues[name]?.limits)
      if let found {
        cues[name] = AttackCalibration.Cue(limits: found, weight: 1)
      } else if let limits = known.cues[name]?.limits, genuine.contains(where: { (limits.score($0) ?? 1) < 0.5 }) {
        // The engine's own limit declines genuine captures of this kind: it is shown and no longer counts.
        cues[name] = AttackCalibration.Cue(limits: limits, weight: 0)
      }
    }
    return AttackCalibration(
      profile: profile, bonafideCount: cases.count - attacks, attackCount: attacks, cues: cues)
  }

  private static func limits(
    _ genuine: [Double], _ attacks: [Double], side: Side, known: CueLimits?
  ) -> CueLimits? {
    guard genuine.count >= leastCases, attacks.count >= leastCases else { return nil }
    // Turned over where attacks are high, so that they always lie below.
    let sign: Double = side == .low ? 1 : -1
    let sorted = genuine.map { $0 * sign }.sorted()
    let spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
    let gap = known.map { abs($0.attack - $0.bonafide) } ?? 0
    let middle = sorted[0] - max(spread / 4, gap / 2, abs(sorted[0]) * 0.02, 1e-6)
    let beyond = attacks.map { $0 * sign }.filter { $0 < middle }.sorted()
    guard Double(beyond.count) >= Double(attacks.count) * leastShare, let typical = median(beyond) else { return nil }
    // The typical genuine capture and the typical attack are sure.
    let half = max(min(middle - typical, sorted[sorted.count / 2] - middle), 1e-6)
    return CueLimits(attack: (middle - half) * sign, bonafide: (middle + half) * sign)
  }
}
