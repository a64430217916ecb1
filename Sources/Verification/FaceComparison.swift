package import BonafideObservations
internal import Foundation

/// What two faces' similarity means. Everything is derived from the one cosine, so that no two values disagree (B-086).
package struct FaceComparison: Sendable, Hashable {
  /// Cosine of the two templates, -1…1.
  package let similarity: Double
  /// 1 − similarity, 0…2; smaller means more alike.
  package var distance: Double { 1 - similarity }
  /// The smallest similarity that counts as a match.
  package let threshold: Double
  package var isMatch: Bool { similarity >= threshold }
  /// 0…100, rising with similarity, 50 at the threshold.
  package let confidence: Double
  /// Where the distance lies between its limits.
  package let validityLevel: ValidityLevel

  /// Nil for a similarity that is not a number.
  package init?(similarity: Double, settings: Settings = .defaults) {
    guard similarity.isFinite else { return nil }
    let cosine = min(max(similarity, -1), 1)
    self.similarity = cosine
    threshold = settings[.comparisonThreshold]
    confidence = 100 / (1 + exp(-settings[.comparisonConfidenceSlope] * (cosine - threshold)))
    validityLevel = ValidityLevel(
      1 - cosine, min: settings[.comparisonDistanceMin], max: settings[.comparisonDistanceMax])
  }
}

/// Where a measured value lies (B-089): not good or bad, which depends on what is measured.
package enum ValidityLevel: Int, Sendable, Hashable, Codable {
  case notMeasured = -1
  case belowMinimum = 0
  case aboveMaximum = 1
  /// Also when equal to one of the limits (B-091).
  case between = 2

  package init(_ value: Double?, min low: Double, max high: Double) {
    guard let value, value.isFinite else {
      self = .notMeasured
      return
    }
    self = value < low ? .belowMinimum : value > high ? .aboveMaximum : .between
  }
}
