package import BonafideFaceAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations

/// The challenge alone, without a look for signs of an attack: frames in, events out. The loop watches files and cameras
/// with it, the server guides a person with it.
///
/// One frame is in memory at a time, besides the few that are kept as evidence.
package struct ChallengeWatch: Sendable {
  /// What another process needs to go on: the machine, and the face that all others are compared with.
  package struct Snapshot: Sendable, Codable {
    fileprivate let session: LivenessSession
    fileprivate let reference: [Float]?
    fileprivate let lastTime: Double
    fileprivate let frameCount: Int
  }

  private let analyzer: FaceAnalyzer
  /// Nil where every frame says itself whether it is mirrored.
  private let mirroring: Mirroring?
  private var tracker: FaceTracker
  var session: LivenessSession
  private var lastLikeness = -Double.infinity
  package private(set) var kept: [EvidenceSlot: EvidencePicture] = [:]
  package private(set) var reference: FaceTemplate?
  package private(set) var frameCount = 0
  /// Of the last frame that was looked at.
  package private(set) var lastTime = 0.0

  package init(
    analyzer: FaceAnalyzer, challenge: Challenge, mirroring: Mirroring = .none,
    stepTimer: LivenessSession.StepTimer = .startsAtOnce
  ) {
    self.analyzer = analyzer
    self.mirroring = mirroring
    tracker = FaceTracker(analyzer: analyzer)
    session = LivenessSession(challenge, settings: LivenessSettings(analyzer.settings), stepTimer: stepTimer)
  }

  /// Watches a camera whose frames say themselves whether they are mirrored.
  package init(analyzer: FaceAnalyzer, framesOf challenge: Challenge) {
    self.analyzer = analyzer
    mirroring = nil
    tracker = FaceTracker(analyzer: analyzer)
    session = LivenessSession(challenge, settings: LivenessSettings(analyzer.settings))
  }

  /// Goes on where another one stopped; say `cut(to:)` before the next frame.
  package init(analyzer: FaceAnalyzer, snapshot: Snapshot, mirroring: Mirroring = .none) {
    self.analyzer = analyzer
    self.mirroring = mirroring
    tracker = FaceTracker(analyzer: analyzer)
    session = snapshot.session
    reference = snapshot.reference.flatMap { FaceTemplate(normalising: $0) }
    lastTime = snapshot.lastTime
    frameCount = snapshot.frameCount
  }

  package var snapshot: Snapshot {
    Snapshot(session: session, reference: reference?.values, lastTime: lastTime, frameCount: frameCount)
  }

  /// False when the session has ended and further frames change nothing.
  package var wantsFrames: Bool { session.outcome == nil }

  package var outcome: LivenessOutcome? { session.outcome }

  /// How far the running step is, 0…1.
  package var progress: Double { session.progress }

  /// The text on the screen; nil before the first.
  package var guidance: Guidance? { session.guidance }

  /// The step that runs, by its place.
  package var currentStep: (index: Int, step: ChallengeStep)? { session.currentStep }

  /// Looks at the next frame. Throws only what is a fault of ours.
  package mutating func observe(_ frame: Frame) throws -> (seen: FrameObservation, events: [CaptureEvent]) {
    var frame = frame
    if let mirroring { frame.mirroring = mirroring }
    var events: [CaptureEvent] = []
    if frameCount == 0, case .showStep(_, let step) = session.begin(at: frame.time) { events.append(.showStep(step)) }
    frameCount += 1
    lastTime = frame.time
    var seen = try tracker.observe(frame)
    seen.similarityToReference = try likeness(of: seen, in: frame.image)
    switch session.observe(seen) {
    case .ignored: break
    case .watched(let tasks), .completed(let tasks, _): try carryOut(tasks, frame, seen, &events)
    case .failed(let failure): events.append(.failed(failure.reason))
    }
    return (seen, events)
  }

  /// The pictures broke off and go on at this time. What is done stays done; the running step begins anew, and so does
  /// the look for the face, because nobody saw what happened meanwhile.
  package mutating func cut(to time: Double) -> [CaptureEvent] {
    guard frameCount > 0 else { return [] }
    _ = session.pause(at: lastTime)
    tracker = FaceTracker(analyzer: analyzer)
    if case .failed(let failure) = session.resume(at: time) { return [.failed(failure.reason)] }
    return []
  }

  /// The instruction that was asked for is on the screen.
  package mutating func stepShown(at time: Double) { _ = session.stepShown(at: time) }

  /// The app was sent to the background, or the person closed the screen.
  package mutating func interrupt() { _ = session.interrupt() }
  package mutating func abort() { _ = session.abort() }

  /// The frames are over; nil when there were none.
  package mutating func finish() -> LivenessOutcome? { frameCount > 0 ? session.finish(at: lastTime) : nil }

  // MARK: What the machine asks for

  private mutating func carryOut(
    _ tasks: [LivenessTask], _ frame: Frame, _ seen: FrameObservation, _ events: inout [CaptureEvent]
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

  private mutating func compare(_ slot: EvidenceSlot, at time: Double, _ events: inout [CaptureEvent]) throws {
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

/// What somebody who watches a capture may want to show.
package enum CaptureEvent: Sendable, Hashable {
  case showStep(ChallengeStep)
  case guidance(Guidance)
  case stepPassed(StepResult)
  case allStepsPassed
  case failed(Reason)
}
