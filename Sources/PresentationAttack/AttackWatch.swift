package import BonafideMedia
package import BonafideObservations

/// Collects signs of a presentation attack while a video is watched. Memory does not grow with its length.
package struct AttackWatch: Sendable {
  private let settings: Settings
  private let limits: AttackLimits
  private let light: LightChallenge?
  private var shapes: ShapeHistory
  private var frozen = FrozenFrames()
  private var loop = LoopedFrames()
  private var lattice = ScreenLattice()
  private var border = ScreenBorder()
  private var bands = RefreshBands()
  private var rigid = RigidFace()
  private var background = BackgroundPlane()
  private var noise = CameraNoise()
  private var timing = FrameTiming()
  private var blink = BlinkWatch()
  private var color = FaceColor()
  private var network: PassiveNetwork?

  /// - `limits`: how cues are judged; by default the engine's own limits.
  /// - `light`: the colours that the screen before the person shows, if it does.
  package init(
    settings: Settings = .defaults, limits: AttackLimits? = nil, light: LightChallenge? = nil,
    network: PassiveNetwork? = nil
  ) {
    self.settings = settings
    self.limits = limits ?? AttackLimits(settings)
    self.light = light
    self.network = network
    shapes = ShapeHistory(settings: settings)
  }

  /// Takes a frame and what was seen on it. Only the largest face counts. Throws what an optional network throws.
  package mutating func observe(_ frame: Frame, _ seen: FrameObservation) throws {
    timing.add(at: seen.time, settings: settings)
    guard let face = seen.presence.faces.first else { return }
    shapes.add(face, at: seen.time)
    frozen.add(frame.image, face: face.box, at: seen.time, settings: settings)
    loop.add(frame.image, at: seen.time, settings: settings)
    lattice.add(frame.image, face: face.box, at: seen.time, settings: settings)
    border.add(frame.image, face: face.box, at: seen.time, settings: settings)
    bands.add(frame.image, at: seen.time, settings: settings)
    rigid.add(frame.image, face: face, at: seen.time, settings: settings)
    background.add(frame.image, face: face, at: seen.time, settings: settings)
    noise.add(frame.image, at: seen.time, settings: settings)
    blink.add(face, at: seen.time, settings: settings)
    color.add(frame.image, face: face.box, at: seen.time, settings: settings)
    try network?.add(frame.image, face: face.box, at: seen.time, settings: settings)
  }

  /// What the cues say of everything seen so far.
  package func assess() -> AttackAssessment {
    AttackAssessment(readings, limits: limits, settings: settings)
  }

  /// What the analysers measured, before it is judged.
  package var readings: [CueReading] {
    let motion = MotionCues(shapes)
    var readings = [
      motion.planarity(settings), motion.stillness(settings), frozen.reading(settings: settings),
      loop.reading(settings: settings), border.reading(settings: settings), lattice.reading(settings: settings),
      bands.reading(settings: settings), rigid.reading(settings: settings), background.reading(settings: settings),
      noise.reading, timing.reading, blink.reading(settings: settings),
      SkinPulse(color.samples, settings: settings).reading,
    ]
    if let light { readings.append(LightAnswer(color.samples, to: light, settings: settings).reading) }
    if let network { readings.append(network.reading) }
    return readings
  }

  /// A curve or picture of each cue, for the person who reviews it.
  package var evidence: [CueEvidence] {
    var evidence = MotionCues(shapes).evidence
    evidence += [
      frozen.evidence, loop.evidence, border.evidence, lattice.evidence, bands.evidence, rigid.evidence,
      background.evidence, noise.evidence,
      timing.evidence, blink.evidence, SkinPulse(color.samples, settings: settings).evidence,
    ]
    if let light { evidence.append(LightAnswer(color.samples, to: light, settings: settings).evidence) }
    if let network { evidence.append(network.evidence) }
    return evidence
  }
}
