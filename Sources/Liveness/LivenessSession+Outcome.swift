import BonafideObservations

/// How a session ends.
extension LivenessSession {
  /// Ends the session with a failure and keeps what is known up to here.
  @discardableResult
  mutating func fail(_ code: ReasonCode, _ message: String? = nil) -> LivenessFailure {
    let failure = LivenessFailure(reason: Reason(code, message), phase: phase, time: clock.latest)
    let (result, causes) = verdict(on: failure)
    end(result, causes, failure)
    return failure
  }

  /// Ends the session without a failure of its own: all steps are done, or there were none.
  mutating func conclude() {
    if settings.isOn(.livenessIdentityRequired), identity.lacksCapture {
      fail(.notEvaluated, "Whether it was the same person throughout was not measured.")
    } else if challenge.steps.isEmpty, let flaw = quality.mainFlaw(settings) {
      end(flaw.result ?? .unknownError, [Reason(flaw.reason)], nil)
    } else {
      end(.ok, [], nil)
    }
  }

  private mutating func end(_ result: LivenessResult, _ reasons: [Reason], _ failure: LivenessFailure?) {
    var steps = results
    if case .running(let run) = state.withoutPause {
      steps.append(.missed(run.step, strongest: run.watch.strongest))
    }
    steps += challenge.steps.dropFirst(steps.count).map { .missed($0) }
    state = .ended(
      LivenessOutcome(
        result: result, steps: steps, failure: failure, reasons: reasons, quality: quality,
        referenceTime: identity.referenceTime))
  }

  /// The result that a failure amounts to, and every reason for it, the decisive one first.
  private func verdict(on failure: LivenessFailure) -> (LivenessResult, [Reason]) {
    let reason = failure.reason
    switch reason.code {
    case .stepTimeout:
      // A step nobody could see says nothing about the person (E-044, G-024).
      guard let flaw = flawOfMissedStep, let result = flaw.result else { return (.notLive, [reason]) }
      return (result, [Reason(flaw.reason), reason])
    case .faceSwitched: return (.notLive, [reason])
    case .noFace, .faceLost: return (.noFace, [reason])
    case .severalFaces, .secondFace: return (.severalFaces, [reason])
    case .faceUnderexposed: return (.faceUnderexposed, [reason])
    case .faceOverexposed: return (.faceOverexposed, [reason])
    default: return (.unknownError, [reason])
    }
  }

  /// What made the missed step's frames unusable; of the whole stream where the step saw none.
  private var flawOfMissedStep: FrameFlaw? {
    guard case .running(let run) = state.withoutPause, run.quality.frames > 0 else {
      return quality.mainFlaw(settings)
    }
    return run.quality.mainFlaw(settings)
  }
}
