/// Where the shell keeps a picture. A later picture for the same place replaces the earlier one.
package enum EvidenceSlot: Sendable, Hashable, Codable {
  /// A straight face, where the challenge does not begin with `face`.
  case reference
  /// By the step's place in the challenge.
  case step(Int, EvidenceKind)
  /// Taken only to see whether it is still the same person.
  case continuity
}

/// What the shell has to do after a frame, in this order.
package enum LivenessTask: Sendable, Hashable {
  /// Keep this frame's picture in the place; it is the best one for it so far.
  case keep(EvidenceSlot)
  /// The picture in the place is the reference: compute its embedding.
  case takeReference(EvidenceSlot)
  /// Compare the picture in the place, of the frame at this time, with the reference and answer with
  /// `identityChecked(_:at:similarity:)`.
  case compare(EvidenceSlot, at: Double)
  /// The step at this place is done.
  case stepCompleted(Int, StepResult)
  /// A further picture of a step that is already done.
  case evidenceAdded(Int, StepEvidence)
  /// Show the instruction of the step at this place; where the timer waits for it, answer with `stepShown(at:)`.
  case showStep(Int, ChallengeStep)
  case showGuidance(Guidance)
  /// The list is done; `finish(at:)` gives the outcome, further frames are watched until then.
  case allStepsPassed
}

/// What `begin(at:)` did.
package enum BeginResult: Sendable, Hashable {
  /// Show the first step's instruction.
  case showStep(Int, ChallengeStep)
  /// There is no step (yet); frames are watched.
  case watching
  /// The session runs already, or has ended and was not reset.
  case refused
}

/// What `append(_:at:)` did.
package enum AppendResult: Sendable, Hashable {
  case showStep(Int, ChallengeStep)
  /// Another step is not finished (B-010), the session does not run, or its list is closed.
  case refused
}

/// What `observe(_:)` did.
package enum ObserveResult: Sendable, Hashable {
  /// The frame did not count: not running, paused, or its time does not lie after the last one's.
  case ignored
  case watched([LivenessTask])
  /// The tasks belong to the last frame; then the session is over.
  case completed([LivenessTask], LivenessOutcome)
  case failed(LivenessFailure)
}

/// What `identityChecked(_:at:similarity:)` did.
package enum IdentityResult: Sendable, Hashable {
  case samePerson
  /// Not measured, or too low once between captures: the session asks again on its own.
  case open
  /// Nobody asked.
  case ignored
  case completed(LivenessOutcome)
  case failed(LivenessFailure)
}

/// What an event without further consequences did; every one may come twice (G-023).
package enum EventResult: Sendable, Hashable {
  case done
  case ignored
  case failed(LivenessFailure)
}
