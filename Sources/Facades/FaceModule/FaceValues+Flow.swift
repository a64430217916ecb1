internal import BonafideCapture
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideVerification
internal import CoreModule

/// Values of a flow, as `CustomerFace` has them. A step that is done twice has its later values.
extension FaceValues {
  mutating func take(_ capture: FaceStepCapture) {
    put(capture.picture, as: Picture(capture.step))
    antiSpoofing = capture.antiSpoofing.score
    antiSpoofingLevel = capture.antiSpoofing.validityLevel
    switch capture.step {
    case .face: break
    case .smile:
      smile = capture.level
      smiling = CaptureMetrics(capture)
    case .closeEyes:
      leftEyeOpen = capture.leftEyeOpen
      rightEyeOpen = capture.rightEyeOpen
      eyeClose = CaptureMetrics(capture)
      takeIntervals(capture)
    case .turnRight: rightAngle = capture.level
    case .turnLeft: leftAngle = capture.level
    case .lookUp: upAngle = capture.level
    }
  }

  /// What was only known in the end.
  mutating func take(_ record: FaceRecord) {
    antiSpoofing = record.antiSpoofing.score
    antiSpoofingLevel = record.antiSpoofing.validityLevel
    if let eyes = record.captures.last(where: { $0.step == .closeEyes }) { takeIntervals(eyes) }
  }

  mutating func take(chip: FaceComparison?, document: FaceComparison?) {
    self.chip = chip.map(Comparison.init) ?? Comparison()
    self.document = document.map(Comparison.init) ?? Comparison()
  }

  private mutating func takeIntervals(_ capture: FaceStepCapture) {
    put(capture.keptClosed, as: .eyeCloseInterval)
    put(capture.reopened, as: .eyeOpenInterval)
  }

  private mutating func put(_ picture: Image?, as name: Picture) {
    pictures[name] = picture.flatMap(PictureFile.shown)
  }
}

extension FaceValues.Picture {
  fileprivate init(_ step: ChallengeStep) {
    self =
      switch step {
      case .face: .face
      case .smile: .smile
      case .closeEyes: .eyeClose
      case .turnRight: .right
      case .turnLeft: .left
      case .lookUp: .up
      }
  }
}

extension FaceValues.CaptureMetrics {
  fileprivate init(_ capture: FaceStepCapture) {
    antiSpoofing = capture.antiSpoofing.score.map(Float.init)
    confidence = capture.comparison.map { Float($0.confidence) }
    distance = capture.comparison.map { Float($0.distance) }
    distanceLevel = (capture.comparison?.validityLevel ?? .notMeasured).rawValue
    antiSpoofingLevel = capture.antiSpoofing.validityLevel.rawValue
  }
}

extension FaceValues.Comparison {
  fileprivate init(_ result: FaceComparison) {
    confidence = Int(result.confidence.rounded())
    distance = result.distance
    level = result.validityLevel
  }
}
