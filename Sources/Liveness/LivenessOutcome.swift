package import BonafideObservations

/// Why a picture was kept.
package enum EvidenceKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// The moment at which the step's rule held (B-027); of the eyes the moment of closing (B-034 `eyeClose`).
  case capture
  /// Eyes closed over the interval (B-034 `eyeCloseInterval`).
  case keptClosed
  /// Eyes open again (B-034 `eyeOpenInterval`).
  case reopened
}

/// A frame that shows something a reviewer may want to see.
package struct StepEvidence: Sendable, Hashable, Codable {
  package let kind: EvidenceKind
  /// Seconds by presentation time stamps.
  package let time: Double

  package init(kind: EvidenceKind, time: Double) {
    self.kind = kind
    self.time = time
  }
}

/// How one step went.
package struct StepResult: Sendable, Hashable, Codable {
  package let step: ChallengeStep
  package internal(set) var passed: Bool
  /// Seconds by presentation time stamps at which the rule had held long enough; nil when it never did.
  package internal(set) var time: Double?
  /// On the captured frame: degrees in the named direction, relative to the person's own neutral pose; the
  /// probability of a smile; of the eyes the probability that they are closed, 1 − openness of the eye that was seen
  /// to close, of both the lower (B-088). Nil for `face`. Of a missed step the strongest value that was measured.
  package internal(set) var value: Double?
  /// Openness of the person's left eye on the captured frame, 0…1 (B-083).
  package internal(set) var leftEyeOpen: Double?
  /// Openness of the person's right eye on the captured frame, 0…1 (B-083).
  package internal(set) var rightEyeOpen: Double?
  package internal(set) var evidence: [StepEvidence] = []
  /// Cosine similarity of the captured face to the reference face; nil when not measured, and for the capture that is
  /// the reference itself.
  package internal(set) var similarity: Double?

  static func missed(_ step: ChallengeStep, strongest: Double? = nil) -> StepResult {
    StepResult(step: step, passed: false, value: strongest)
  }
}

/// Where in the flow something happened; what facades map to their own states (B-062).
package enum LivenessPhase: Sendable, Hashable, Codable {
  /// Before the start and between steps.
  case idle
  case step(ChallengeStep)
  /// Eyes were closed and have to stay so.
  case eyesKeptClosed
  /// Eyes have to open again.
  case eyesReopened
  /// All steps are done; the stream goes on.
  case watching
}

/// Why a session ended without being completed.
package struct LivenessFailure: Error, Sendable, Hashable, Codable {
  package let reason: Reason
  package let phase: LivenessPhase
  /// The latest time known, in seconds by presentation time stamps.
  package let time: Double?
}

/// What a session came to. It covers the challenge and the quality of the capture; the signs of a presentation attack
/// are judged elsewhere.
package struct LivenessOutcome: Sendable, Hashable, Codable {
  package let result: LivenessResult
  /// One for each step of the challenge, in its order.
  package let steps: [StepResult]
  package let failure: LivenessFailure?
  package let reasons: [Reason]
  package let quality: QualitySummary
  /// The frame whose face was the reference, in seconds by presentation time stamps.
  package let referenceTime: Double?

  /// True when nothing speaks against a live person, false when something does, nil when the capture does not tell.
  package var live: Bool? { result.live }

  /// True when every step was done by the same person; nil when there were none, or the capture does not tell.
  package var challengePassed: Bool? { steps.isEmpty ? nil : result.live }
}
