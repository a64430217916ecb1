package import BonafideObservations

/// What a frame does.
extension LivenessSession {
  /// Takes what the analysers say about the next frame.
  package mutating func observe(_ frame: FrameObservation) -> ObserveResult {
    guard isRunning, let now = clock.advance(toFrame: frame.time) else { return .ignored }
    if let failure = idleFailure() { return .failed(failure) }
    guard !isPaused else { return .ignored }

    let seconds = now - (lastFrameAt ?? now)
    lastFrameAt = now
    let reading = FrameReading(frame, at: now, settings)
    quality.count(reading.flaw)
    if let failure = presenceFailure(reading) ?? lightFailure(reading) ?? identityFailure(reading) {
      return .failed(failure)
    }

    var tasks: [LivenessTask] = []
    askWhetherSamePerson(reading, &tasks)
    learn(reading, &tasks)
    followTrailingEyes(reading, &tasks)
    let before = currentStep?.index
    if let failure = advance(reading, seconds: seconds, &tasks) { return .failed(failure) }
    if currentStep?.index == before { guide(reading, &tasks) }
    if let outcome = completeIfDone() { return .completed(tasks, outcome) }
    return .watched(tasks)
  }

  /// Takes the similarity (cosine) of a picture that `observe` asked to compare; nil when it could not be measured,
  /// which never counts as the same person. `time` is the one of the question.
  package mutating func identityChecked(
    _ slot: EvidenceSlot, at time: Double, similarity: Double?
  ) -> IdentityResult {
    guard isRunning else { return .ignored }
    let similarity = FrameReading.cosine(similarity)
    switch identity.answer(slot, at: time, similarity: similarity, settings) {
    case .unasked: return .ignored
    case .unclear: return .open
    case .other:
      note(similarity, for: slot)
      return .failed(fail(.faceSwitched))
    case .same:
      note(similarity, for: slot)
      if let outcome = completeIfDone() { return .completed(outcome) }
      return .samePerson
    }
  }

  private mutating func note(_ similarity: Double?, for slot: EvidenceSlot) {
    guard case .step(let index, .capture) = slot, results.indices.contains(index) else { return }
    results[index].similarity = similarity
  }

  private mutating func completeIfDone() -> LivenessOutcome? {
    guard case .watching = state, afterSteps == .completeAtOnce, !challenge.steps.isEmpty else { return nil }
    guard !identity.lacksCapture else { return nil }
    conclude()
    return outcome
  }

  // MARK: The step

  private mutating func advance(
    _ reading: FrameReading, seconds: Double, _ tasks: inout [LivenessTask]
  ) -> LivenessFailure? {
    guard case .running(var run) = state else { return nil }
    run.count(reading, seconds: seconds)
    state = .running(run)
    if run.isOverdue(at: reading.now, window: challenge.gestureWindow, settings) {
      return fail(.stepTimeout, run.complaint)
    }
    guard reading.flaw == nil, !identity.isDoubtful else {
      run.watch.breakHold()
      state = .running(run)
      return nil
    }
    if run.interval != nil {
      followInterval(&run, reading, &tasks)
    } else {
      followRule(&run, reading, &tasks)
    }
    return nil
  }

  private mutating func followRule(_ run: inout StepRun, _ reading: FrameReading, _ tasks: inout [LivenessTask]) {
    let slot = EvidenceSlot.step(run.index, .capture)
    let progress = run.watch.observe(reading, own, settings)
    state = .running(run)
    switch progress {
    case .open, .holding(.notNeeded): break
    case .holding(.best): tasks.append(.keep(slot))
    case .met(let use):
      if use == .best { tasks.append(.keep(slot)) }
      guard let capture = run.watch.best else { return }
      if run.step.closesEyes, settings.isOn(.livenessRequireEyeInterval) {
        run.closing = capture
        run.interval = EyeIntervalWatch(closedAt: run.watch.heldSince ?? reading.now)
        state = .running(run)
      } else {
        complete(run, capture, reading, further: [], &tasks)
      }
    }
  }

  private mutating func followInterval(
    _ run: inout StepRun, _ reading: FrameReading, _ tasks: inout [LivenessTask]
  ) {
    guard var interval = run.interval, let closing = run.closing else { return }
    let progress = interval.observe(reading, own, settings)
    run.interval = interval
    switch progress {
    case .waiting, .expired: break
    case .keptClosed:
      tasks.append(.keep(.step(run.index, .keptClosed)))
      run.keptClosedTime = reading.time
    case .openedEarly:
      // A broken hold starts the step again; it does not end the session (A.5).
      run.restart()
    case .reopened:
      tasks.append(.keep(.step(run.index, .reopened)))
      let kept = run.keptClosedTime.map { StepEvidence(kind: .keptClosed, time: $0) }
      let further = [kept, StepEvidence(kind: .reopened, time: reading.time)].compactMap { $0 }
      return complete(run, closing, reading, further: further, &tasks)
    }
    state = .running(run)
  }

  private mutating func complete(
    _ run: StepRun, _ capture: StepCapture, _ reading: FrameReading, further: [StepEvidence],
    _ tasks: inout [LivenessTask]
  ) {
    let slot = EvidenceSlot.step(run.index, .capture)
    let result = StepResult(
      step: run.step, passed: true, time: reading.time, value: run.step == .face ? nil : capture.level,
      leftEyeOpen: capture.leftEye, rightEyeOpen: capture.rightEye,
      evidence: [StepEvidence(kind: .capture, time: capture.time)] + further, similarity: capture.similarity)
    results.append(result)
    tasks.append(.stepCompleted(run.index, result))
    if identity.referenceTime == nil {
      identity.take(reference: capture.time)
      tasks.append(.takeReference(slot))
    } else if capture.similarity == nil, identity.ask(slot, at: capture.time, capture.pose, settings) {
      tasks.append(.compare(slot, at: capture.time))
    }
    if run.step.closesEyes, further.isEmpty {
      let closedAt = run.watch.heldSince ?? reading.now
      trailingEyes = TrailingEyes(index: run.index, interval: EyeIntervalWatch(closedAt: closedAt))
    }
    next(after: run.index, &tasks)
  }

  private mutating func next(after index: Int, _ tasks: inout [LivenessTask]) {
    if let step = challenge.steps.dropFirst(index + 1).first {
      announce(index + 1, step)
      tasks.append(.showStep(index + 1, step))
    } else if challenge.ending == .open {
      state = .between(since: clock.now)
    } else {
      state = .watching
      tasks.append(.allStepsPassed)
      if let text = guidanceHold.show(.done, at: clock.now) { tasks.append(.showGuidance(text)) }
    }
  }

  private mutating func followTrailingEyes(_ reading: FrameReading, _ tasks: inout [LivenessTask]) {
    guard var eyes = trailingEyes, reading.flaw == nil, !identity.isDoubtful else { return }
    let progress = eyes.interval.observe(reading, own, settings)
    trailingEyes = eyes
    let kind: EvidenceKind
    switch progress {
    case .waiting: return
    case .expired:
      trailingEyes = nil
      return
    case .keptClosed: kind = .keptClosed
    case .reopened, .openedEarly:
      kind = .reopened
      trailingEyes = nil
    }
    let evidence = StepEvidence(kind: kind, time: reading.time)
    guard results.indices.contains(eyes.index) else { return }
    results[eyes.index].evidence.append(evidence)
    tasks.append(.keep(.step(eyes.index, kind)))
    tasks.append(.evidenceAdded(eyes.index, evidence))
  }
}
