package import BonafideObservations

/// How cues are judged: by the limits that come with the engine, or by those that were found on somebody's own data.
package struct AttackLimits: Sendable, Hashable {
  package struct Cue: Sendable, Hashable {
    /// Nil when nothing is known of the cue: it is shown and not judged.
    package var limits: CueLimits?
    package var weight: Double

    package init(limits: CueLimits?, weight: Double) {
      self.limits = limits
      self.weight = weight
    }
  }

  package enum Calibration: Sendable, Hashable {
    /// The limits that come with the engine, set on few clips.
    case notCalibrated
    /// Found by `evaluate liveness` on data of that capture profile.
    case profile(String)
  }

  /// All cues that the engine measures.
  package static let names: [String] = [
    MotionCues.planarityName, MotionCues.stillnessName, FrozenFrames.cueName, LoopedFrames.cueName,
    ScreenBorder.cueName, ScreenLattice.cueName, RefreshBands.cueName, RigidFace.cueName, BackgroundPlane.cueName,
    CameraNoise.cueName, FrameTiming.cueName,
    BlinkWatch.cueName, SkinPulse.cueName, LightAnswer.cueName, PassiveNetwork.cueName,
  ]

  package private(set) var cues: [String: Cue]
  package private(set) var calibration = Calibration.notCalibrated

  /// The limits that come with the engine.
  package init(_ settings: Settings = .defaults) {
    func limits(attack: Setting, bonafide: Setting) -> CueLimits {
      CueLimits(attack: settings[attack], bonafide: settings[bonafide])
    }
    let known: [(name: String, limits: CueLimits?)] = [
      (MotionCues.planarityName, limits(attack: .planarityFlat, bonafide: .planaritySolid)),
      (MotionCues.stillnessName, limits(attack: .stillnessStill, bonafide: .stillnessMoving)),
      (FrozenFrames.cueName, CueLimits(attack: settings[.frozenRun], bonafide: settings[.frozenRun] / 2)),
      (LoopedFrames.cueName, CueLimits(attack: settings[.loopRun], bonafide: settings[.loopRun] / 2)),
      (ScreenBorder.cueName, limits(attack: .borderOften, bonafide: .borderSeldom)),
      (ScreenLattice.cueName, limits(attack: .latticeScreen, bonafide: .latticeClean)),
      (RefreshBands.cueName, limits(attack: .bandScreen, bonafide: .bandClean)),
      (RigidFace.cueName, limits(attack: .rigidMask, bonafide: .rigidSkin)),
      (BackgroundPlane.cueName, limits(attack: .planeOne, bonafide: .planeTwo)),
      (PassiveNetwork.cueName, limits(attack: .networkAttack, bonafide: .networkBonafide)),
    ]
    cues = [:]
    for (name, limits) in known {
      cues[name] = Cue(limits: limits, weight: settings[.weight(of: name)])
    }
  }

  /// The engine's limits with those of a calibration in their place.
  package init(_ calibration: AttackCalibration, _ settings: Settings = .defaults) {
    self.init(settings)
    for (name, cue) in calibration.cues { cues[name] = Cue(limits: cue.limits, weight: cue.weight) }
    self.calibration = .profile(calibration.profile)
  }

  func judge(_ reading: CueReading) -> CueScore {
    let cue = cues[reading.name]
    let limits = cue?.limits
    return CueScore(
      name: reading.name, score: limits.flatMap { limits in reading.value.flatMap(limits.score) },
      weight: limits == nil ? 0 : cue?.weight ?? 0, value: reading.value, limits: limits, detail: reading.detail)
  }
}
