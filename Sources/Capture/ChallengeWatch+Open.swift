package import BonafideLiveness

/// What a challenge needs whose steps somebody asks for one after the other.
extension ChallengeWatch {
  /// Whether frames are looked at and no step runs: the next one may be asked for.
  package var waitsForStep: Bool { session.isRunning && session.currentStep == nil }

  /// Where it is; of a session that has failed, where it was then.
  package var phase: LivenessPhase { session.outcome?.failure?.phase ?? session.phase }

  package var failure: LivenessFailure? { session.outcome?.failure }

  /// Steps that are done, with what their faces were compared to meanwhile.
  package var completed: [StepResult] { session.completed }

  package var isPaused: Bool { session.isPaused }

  /// Asks for a step. False where another one runs, the look for the face has not begun, or the session has ended.
  package mutating func ask(for step: ChallengeStep) -> Bool {
    if case .showStep = session.append(step, at: lastTime) { true } else { false }
  }

  /// Timers stand still until the next `cut(to:)`.
  package mutating func pause() { _ = session.pause(at: lastTime) }
}
