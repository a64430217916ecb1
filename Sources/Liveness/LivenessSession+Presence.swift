import BonafideObservations

/// Who is in the picture, in what light, and whether it is still the same person.
extension LivenessSession {
  /// Nobody for too long (B-066), or a second face that stays (B-029).
  mutating func presenceFailure(_ reading: FrameReading) -> LivenessFailure? {
    if reading.face != nil { hasSeenFace = true }
    let away = absence.lasts(reading.flaw == .noFace, at: reading.now, settings)
    let together = company.lasts(reading.flaw == .severalFaces, at: reading.now, settings)

    if let together, together >= settings[hasSeenFace ? .livenessSecondFace : .livenessStartGrace] {
      return fail(hasSeenFace ? .secondFace : .severalFaces)
    }
    // Between steps and after the last one somebody may leave; a step's absence starts with the step.
    guard case .running(let run) = state, let away else { return nil }
    let absent = min(away, reading.now - run.startedAt)
    guard absent >= settings[hasSeenFace ? .livenessNoFace : .livenessStartGrace] else { return nil }
    return fail(hasSeenFace ? .faceLost : .noFace)
  }

  /// Bad light is a hint first and a failure when it lasts (B-075).
  mutating func lightFailure(_ reading: FrameReading) -> LivenessFailure? {
    let dark = darkness.lasts(reading.flaw == .underexposed, at: reading.now, settings)
    let bright = glare.lasts(reading.flaw == .overexposed, at: reading.now, settings)
    guard settings.isOn(.livenessLightFails), case .running = state else { return nil }
    if let dark, dark >= settings[.livenessLight] { return fail(.faceUnderexposed) }
    if let bright, bright >= settings[.livenessLight] { return fail(.faceOverexposed) }
    return nil
  }

  mutating func identityFailure(_ reading: FrameReading) -> LivenessFailure? {
    switch identity.follow(reading, settings) {
    case .steady: break
    case .newTrack: startAgain(keepingRelease: identity.referenceTime != nil)
    case .interrupted: startAgain(keepingRelease: false)
    }
    guard identity.observe(reading, settings) == .other else { return nil }
    return fail(.faceSwitched)
  }

  private mutating func startAgain(keepingRelease: Bool) {
    trailingEyes = nil
    if identity.referenceTime == nil {
      own = OwnNeutral()
      straight = nil
    }
    guard case .running(var run) = state else { return }
    if keepingRelease, run.interval == nil {
      run.watch.breakHold()
    } else {
      run.restart()
    }
    state = .running(run)
  }

  /// Asks for a comparison as long as it is not known whether it is still the same person.
  mutating func askWhetherSamePerson(_ reading: FrameReading, _ tasks: inout [LivenessTask]) {
    guard identity.isDoubtful, reading.flaw == nil, reading.similarity == nil, let pose = reading.pose else { return }
    guard identity.ask(.continuity, at: reading.time, pose, settings) else { return }
    tasks.append(.keep(.continuity))
    tasks.append(.compare(.continuity, at: reading.time))
  }

  /// Learns the person's own neutral face; without a `face` step before it, this also gives the reference.
  mutating func learn(_ reading: FrameReading, _ tasks: inout [LivenessTask]) {
    guard reading.flaw == nil, !identity.isDoubtful else { return }
    switch state {
    case .running(let run) where run.step == .face:
      own.learn(from: reading, settings)
      return
    case .running(let run) where !run.watch.isArmed: break
    case .watching: break
    default: return
    }
    own.learn(from: reading, settings)
    guard identity.referenceTime == nil, let pose = reading.pose, pose.isFrontal(settings) else { return }
    let overall = reading.overall
    if straight.map({ overall > $0.overall }) ?? true {
      straight = StepCapture(reading, level: overall)
      tasks.append(.keep(.reference))
    }
    guard own.isLearned(settings), let straight else { return }
    identity.take(reference: straight.time)
    tasks.append(.takeReference(.reference))
  }

  /// Chooses the text for a frame.
  mutating func guide(_ reading: FrameReading, _ tasks: inout [LivenessTask]) {
    let wanted: Guidance
    if case .watching = state, !challenge.steps.isEmpty, reading.flaw != .severalFaces {
      wanted = .done
    } else if let flaw = reading.flaw {
      wanted = flaw.guidance
    } else if identity.isDoubtful {
      wanted = .holdStill
    } else {
      switch state {
      case .running(let run): wanted = run.guidance(reading, own, settings)
      case .announced(_, let step, _): wanted = step.instruction
      default: wanted = .lookStraight
      }
    }
    if let text = guidanceHold.want(wanted, at: reading.now, settings) { tasks.append(.showGuidance(text)) }
  }
}
