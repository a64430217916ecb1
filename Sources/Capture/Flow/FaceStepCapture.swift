package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations
package import BonafideVerification
package import Foundation

/// What was kept of one step: the picture, what was measured on it, and how it compares with the straight face.
package struct FaceStepCapture: Sendable {
  package let step: ChallengeStep
  /// Upright, as the camera gave it.
  package let picture: Image
  package let face: FaceObservation
  /// By the device's clock.
  package let startedAt: Date
  package let endedAt: Date
  /// Degrees in the step's direction against the person's own straight pose, or the probability of the expression;
  /// nil for `face`.
  package let level: Double?
  package let leftEyeOpen: Double?
  package let rightEyeOpen: Double?
  /// The face against the one of the first step; nil for that one, and where it could not be measured.
  package let comparison: FaceComparison?
  /// What spoke for a living person up to this picture.
  package let antiSpoofing: AntiSpoofing
  /// Of closed eyes: kept closed, and open again, where they were seen.
  package internal(set) var keptClosed: Image?
  package internal(set) var reopened: Image?
}

/// 0 (attack) … 1 (a living person), and where that lies between its limits.
package struct AntiSpoofing: Sendable, Hashable {
  /// Nil when nothing could tell.
  package let score: Double?
  package let validityLevel: ValidityLevel

  init(_ score: Double?, limits: ClosedRange<Double>) {
    self.score = score
    validityLevel = ValidityLevel(score, min: limits.lowerBound, max: limits.upperBound)
  }
}
