package import BonafideFaceAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations
package import BonafidePresentationAttack

/// The loop that command line, server and facades share: frames in, guidance out, evidence kept.
///
/// One frame is in memory at a time, besides the few that are kept as evidence.
package struct CaptureLoop {
  /// What somebody who watches may want to show.
  package enum Event: Sendable, Hashable {
    case showStep(ChallengeStep)
    case guidance(Guidance)
    case stepPassed(StepResult)
    case allStepsPassed
    case failed(Reason)
  }

  private let analyzer: FaceAnalyzer
  private let mirroring: Mirroring
  private var tracker: FaceTracker
  private var attack: AttackWatch
  private var session: LivenessSession
  private var curve = CaptureCurve()
  private var kept: [EvidenceSlot: EvidencePicture] = [:]
  private var reference: FaceTemplate?
  private var frameCount = 0
  private var lastTime = 0.0
  private var lastLikeness = -Double.infinity

  /// - `limits`: how signs of an attack are judged; by default the engine's own limits.
  /// - `light`: the colours that the screen before the person shows, if it does.
  package init(
    analyzer: FaceAnalyzer, challenge: Challenge, mirroring: Mirroring = .none, limits: AttackLimits? = nil,
    light: LightChallenge? = nil, stepTimer: LivenessSession.StepTimer = .startsAtOnce
  ) {
    self.analyzer = analyzer
    self.mirroring = mirroring
    tracker = FaceTracker(analyzer: analyzer)
    attack = AttackWatch(
      settings: analyzer.settings, limits: limits, light: light, network: PassiveNetwork(models: analyzer.models))
    session = LivenessSession(challenge, settings: LivenessSettings(analyzer.settings), stepTimer: stepTimer)
  }

  /// False when the session has ended and further frames change nothing.
  package var wantsFrames: Bool { session.outcome == nil }

  /// How far the running step is, 0…1.
  package var progress: Double { session.progress }

  /// Looks at the next frame. Throws only what is a fault of ours.
  package mutating func observe(_ frame: Frame) throws -> [Event] {
    guard wantsFrames else { return [] }
    var frame = frame
    frame.mirroring = mirroring
    var events: [Event] = []
    if frameCount == 0, case .showStep(_, let step) = session.begin(at: frame.time) { events.append(.showStep(step)) }
    frameCount += 1
    lastTime = frame.time
    var seen = try tracker.observe(frame)
    seen.similarityToReference = try likeness(of: seen, in: frame.image)
    try attack.observe(frame, seen)
    curve.add(seen)
    switch session.observe(seen) {
    case .ignored: break
    case .watched(let tasks), .completed(let tasks, _): try carryOut(tasks, frame, seen, &events)
    case .failed(let failure): events.append(.failed(failure.reason))
    }
    return events
  }

  /// The instruction that was asked for is on the screen.
  package mutating func stepShown(at time: Double) { _ = session.stepShown(at: time) }

  /// The app was sent to the background, or the person closed the screen.
  package mutating func interrupt() { _ = session.interrupt() }
  package mutating func abort() { _ = session.abort() }

  /// Judges what was seen. Throws `no_frames` when nothing was.
  package mutating func finish() throws -> CaptureRecord {
    guard frameCount > 0, let outcome = session.finish(at: lastTime) else {
      throw BonafideError(.noFrames, "the video holds no picture")
    }
    let order = kept.values.filter { $0.slot != .continuity }.sorted { $0.time < $1.time }
    return CaptureRecord(
      verdict: LivenessVerdict(outcome, attack.assess(), frameCount: frameCount), outcome: outcome, attack: attack,
      curve: curve, pictures: order, referenceTemplate: reference, frameCount: frameCount, duration: lastTime)
  }

  // MARK: What the machine asks for

  private mutating func carryOut(
    _ tasks: [LivenessTask], _ frame: Frame, _ seen: FrameObservation, _ events: inout [Event]
  ) throws {
    for task in tasks {
      switch task {
      case .keep(let slot): keep(slot, frame, seen)
      case .takeReference(let slot):
        reference = try kept[slot].flatMap(template)
        lastLikeness = seen.time
      case .compare(let slot, let time): try compare(slot, at: time, &events)
      case .stepCompleted(_, let result): events.append(.stepPassed(result))
      case .evidenceAdded: break
      case .showStep(_, let step): events.append(.showStep(step))
      case .showGuidance(let guidance): events.append(.guidance(guidance))
      case .allStepsPassed: events.append(.allStepsPassed)
      }
    }
  }

  /// Looks now and then whether it is still the same face: a mesh slides from one face onto another that takes its
  /// place without the track being lost. Nil between two looks.
  private mutating func likeness(of seen: FrameObservation, in image: Image) throws -> Double? {
    guard let reference, case .one(let face) = seen.presence, face.mesh != nil,
      seen.time - lastLikeness >= analyzer.settings[.captureIdentityInterval]
    else { return nil }
    lastLikeness = seen.time
    let picture = EvidencePicture(slot: .continuity, time: seen.time, image: image, face: face)
    return try template(picture)?.similarity(to: reference)
  }

  private mutating func keep(_ slot: EvidenceSlot, _ frame: Frame, _ seen: FrameObservation) {
    guard let face = seen.presence.faces.first else { return }
    kept[slot] = EvidencePicture(slot: slot, time: seen.time, image: frame.image, face: face)
  }

  private mutating func compare(_ slot: EvidenceSlot, at time: Double, _ events: inout [Event]) throws {
    let probe = try kept[slot].flatMap { $0.time == time ? try template($0) : nil }
    let similarity = probe.flatMap { probe in reference.map { probe.similarity(to: $0) } }
    if case .failed(let failure) = session.identityChecked(slot, at: time, similarity: similarity) {
      events.append(.failed(failure.reason))
    }
  }

  /// Nil when the face is too small to be compared: not measured is not the same as another person.
  private func template(_ picture: EvidencePicture) throws -> FaceTemplate? {
    do {
      return try analyzer.template(of: picture.face, in: picture.image)
    } catch let error as BonafideError where error.code == .noFace {
      return nil
    }
  }
}

extension CaptureLoop {
  /// Watches a whole source. `watch` is called after each frame.
  package mutating func run(
    _ source: any FrameSource, watch: (_ time: Double, _ events: [Event]) -> Void = { _, _ in }
  ) throws -> CaptureRecord {
    while wantsFrames, let frame = try source.next() {
      let events = try observe(frame)
      watch(frame.time, events)
    }
    return try finish()
  }
}
