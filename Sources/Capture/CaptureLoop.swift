package import BonafideFaceAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations
package import BonafidePresentationAttack

/// The loop that command line, server and facades share: frames in, guidance out, evidence kept.
package struct CaptureLoop {
  private var challenge: ChallengeWatch
  private var attack: AttackWatch
  private var curve = CaptureCurve()
  /// Times of frames before which something is missing, soonest first.
  private var cuts: ArraySlice<Double>

  /// - `limits`: how signs of an attack are judged; by default the engine's own limits.
  /// - `light`: the colours that the screen before the person shows, if it does.
  /// - `cuts`: when the recording broke off and went on, seconds: the first frame at or after each begins anew.
  package init(
    analyzer: FaceAnalyzer, challenge: Challenge, mirroring: Mirroring = .none, limits: AttackLimits? = nil,
    light: LightChallenge? = nil, cuts: [Double] = [], stepTimer: LivenessSession.StepTimer = .startsAtOnce
  ) {
    self.challenge = ChallengeWatch(
      analyzer: analyzer, challenge: challenge, mirroring: mirroring, stepTimer: stepTimer)
    attack = AttackWatch(
      settings: analyzer.settings, limits: limits, light: light, network: PassiveNetwork(models: analyzer.models))
    self.cuts = cuts.sorted()[...]
  }

  /// False when the session has ended and further frames change nothing.
  package var wantsFrames: Bool { challenge.wantsFrames }

  /// How far the running step is, 0…1.
  package var progress: Double { challenge.progress }

  /// Looks at the next frame. Throws only what is a fault of ours.
  package mutating func observe(_ frame: Frame) throws -> [CaptureEvent] {
    guard wantsFrames else { return [] }
    var events: [CaptureEvent] = []
    if let cut = cuts.first, frame.time >= cut {
      cuts = cuts.drop { $0 <= frame.time }
      events = challenge.cut(to: frame.time)
    }
    let (seen, more) = try challenge.observe(frame)
    try attack.observe(frame, seen)
    curve.add(seen)
    return events + more
  }

  /// The instruction that was asked for is on the screen.
  package mutating func stepShown(at time: Double) { challenge.stepShown(at: time) }

  /// The app was sent to the background, or the person closed the screen.
  package mutating func interrupt() { challenge.interrupt() }
  package mutating func abort() { challenge.abort() }

  /// Judges what was seen. Throws `no_frames` when nothing was.
  package mutating func finish() throws -> CaptureRecord {
    guard let outcome = challenge.finish() else {
      throw BonafideError(.noFrames, "the video holds no picture")
    }
    let order = challenge.kept.values.filter { $0.slot != .continuity }.sorted { $0.time < $1.time }
    return CaptureRecord(
      verdict: LivenessVerdict(outcome, attack.assess(), frameCount: challenge.frameCount), outcome: outcome,
      attack: attack, curve: curve, pictures: order, referenceTemplate: challenge.reference,
      frameCount: challenge.frameCount, duration: challenge.lastTime)
  }
}

extension CaptureLoop {
  /// Watches a whole source. `watch` is called after each frame.
  package mutating func run(
    _ source: any FrameSource, watch: (_ time: Double, _ events: [CaptureEvent]) -> Void = { _, _ in }
  ) throws -> CaptureRecord {
    while wantsFrames, let frame = try source.next() {
      let events = try observe(frame)
      watch(frame.time, events)
    }
    return try finish()
  }
}
