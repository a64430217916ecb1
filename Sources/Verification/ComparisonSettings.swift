package import BonafideObservations

extension Setting {
  package static let comparisonThreshold = Setting(
    "comparison.similarity.min", .cosine, in: -1...1, default: 0.363,
    source: "OpenCV's threshold for SFace; error rates on stated data in BENCHMARKS.md")
  package static let comparisonDistanceMin = Setting(
    "comparison.distance.min", .cosine, in: 0...2, default: 0.5, source: "B-091; see BENCHMARKS.md")
  package static let comparisonDistanceMax = Setting(
    "comparison.distance.max", .cosine, in: 0...2, default: 0.637, source: "B-091; 1 - comparison.similarity.min")
  package static let comparisonConfidenceSlope = Setting(
    "comparison.confidence.slope", .ratio, in: 1...50, default: 12,
    source: "B-086: a scale for people; steep enough that pairs far from the threshold read as 0 or 100")
}

/// The settings of comparing faces.
package enum ComparisonSettings {
  package static let declared: [Setting] = [
    .comparisonThreshold, .comparisonDistanceMin, .comparisonDistanceMax, .comparisonConfidenceSlope,
  ]
}
