import BonafideObservations

/// The events that are not frames. Each may come at any time and more than once.
extension LivenessSession {
  /// The stream begins; `time` is the first frame's or earlier.
  package mutating func begin(at time: Double) -> BeginResult {
    guard case .ready = state else { return .refused }
    clock.advance(toEvent: time)
    guard let first = challenge.steps.first else {
      state = challenge.ending == .open ? .between(since: clock.now) : .watching
      return .watching
    }
    announce(0, first)
    return .showStep(0, first)
  }

  /// The announced step's instruction is on the screen, its sound has ended: the step's timer starts (B-065).
  package mutating func stepShown(at time: Double) -> EventResult {
    guard case .announced(let index, let step, _) = state else { return .ignored }
    clock.advance(toEvent: time)
    if let failure = idleFailure() { return .failed(failure) }
    run(index, step)
    return .done
  }

  /// Adds a step to an open challenge; refused while another one is not finished (B-010).
  package mutating func append(_ step: ChallengeStep, at time: Double) -> AppendResult {
    guard case .between = state else { return .refused }
    clock.advance(toEvent: time)
    guard idleFailure() == nil else { return .refused }
    challenge.steps.append(step)
    announce(challenge.steps.count - 1, step)
    return .showStep(challenge.steps.count - 1, step)
  }

  /// Stops every timer, e.g. behind a permission prompt; frames are ignored until `resume`.
  package mutating func pause(at time: Double) -> EventResult {
    guard isRunning, !isPaused else { return .ignored }
    clock.advance(toEvent: time)
    state = .paused(since: clock.now, state)
    return .done
  }

  /// Goes on where `pause` stopped. The running step starts anew and the person is looked at anew: nobody saw what
  /// happened meanwhile. A pause longer than the idle limit ends the session.
  package mutating func resume(at time: Double) -> EventResult {
    guard case .paused = state else { return .ignored }
    clock.advance(toEvent: time)
    if let failure = idleFailure() { return .failed(failure) }
    goOn()
    return .done
  }

  /// The app went to the background or the camera was taken away (B-069).
  package mutating func interrupt(at time: Double? = nil) -> EventResult { stop(.interrupted, at: time) }

  /// The person closed the screen (B-070).
  package mutating func abort(at time: Double? = nil) -> EventResult { stop(.aborted, at: time) }

  private mutating func stop(_ code: ReasonCode, at time: Double?) -> EventResult {
    guard isRunning else { return .ignored }
    if let time { clock.advance(toEvent: time) }
    return .failed(fail(code))
  }

  /// The stream has ended. Steps that are not done by then are missed. Returns nil before `begin`; later calls return
  /// the same outcome again.
  package mutating func finish(at time: Double) -> LivenessOutcome? {
    switch state {
    case .ready: return nil
    case .ended(let outcome): return outcome
    default: break
    }
    clock.advance(toEvent: time)
    if isPaused { goOn() }
    switch state {
    case .running(let run): fail(.stepTimeout, run.complaint)
    case .announced: fail(.stepTimeout)
    default: conclude()
    }
    return outcome
  }

  // MARK: Moving on

  mutating func announce(_ index: Int, _ step: ChallengeStep) {
    guidanceHold.show(step.instruction, at: clock.now)
    switch stepTimer {
    case .startsAtOnce: run(index, step)
    case .waitsForStepShown: state = .announced(index: index, step, since: clock.now)
    }
  }

  private mutating func run(_ index: Int, _ step: ChallengeStep) {
    state = .running(StepRun(index: index, step: step, startedAt: clock.now))
  }

  /// The idle limit holds between steps and for pauses.
  mutating func idleFailure() -> LivenessFailure? {
    let since: Double
    switch state {
    case .between(let start), .announced(_, _, let start), .paused(let start, _): since = start
    default: return nil
    }
    guard clock.now - since > settings[.livenessIdle] else { return nil }
    return fail(.idleTimeout)
  }

  private mutating func goOn() {
    guard case .paused(let since, var before) = state else { return }
    clock.skip(clock.now - since)
    identity.cutOff()
    if case .running(var run) = before {
      run.restart()
      before = .running(run)
    }
    trailingEyes = nil
    state = before
  }
}
