/// Two faces and how much they are alike, as a report shows it.
package struct ReportComparison: Sendable, Hashable {
  /// Cosine, -1…1.
  package var similarity: Double
  /// 1 − similarity.
  package var distance: Double
  /// 0…100, 50 at the threshold.
  package var confidence: Double
  /// The smallest similarity that counts as a match.
  package var threshold: Double
  /// In words.
  package var validityLevel: String
  /// The person in front of the camera.
  package var probe: ReportPicture?
  /// The face on the document.
  package var reference: ReportPicture?

  package init(
    similarity: Double, distance: Double, confidence: Double, threshold: Double, validityLevel: String,
    probe: ReportPicture? = nil, reference: ReportPicture? = nil
  ) {
    self.similarity = similarity
    self.distance = distance
    self.confidence = confidence
    self.threshold = threshold
    self.validityLevel = validityLevel
    self.probe = probe
    self.reference = reference
  }

  package init(_ comparison: FaceComparison, probe: ReportPicture? = nil, reference: ReportPicture? = nil) {
    self.init(
      similarity: comparison.similarity, distance: comparison.distance, confidence: comparison.confidence,
      threshold: comparison.threshold, validityLevel: comparison.validityLevel.words, probe: probe,
      reference: reference)
  }
}

extension ValidityLevel {
  fileprivate var words: String {
    switch self {
    case .notMeasured: "not measured"
    case .belowMinimum: "distance below the lower limit: clearly the same face"
    case .aboveMaximum: "distance above the upper limit: another face"
    case .between: "distance between the limits: alike, not enough to decide alone"
    }
  }
}
