internal import BonafideVerification
public import CoreModule
public import Foundation

/// What the face check found on this device: for showing it. What counts is what the back office finds.
///
/// Pictures, angles, eyes and signs of a living person are there from the step on that gave them, what was compared from
/// `faceCompareCompleted` and `faceCompareFailed` on. A new flow, a new session and `sessionClose` clear everything.
///
/// Where something was not measured, confidences, angles and scores are 0, distances 2 (the largest there is) and levels
/// −1; the functions that end in `Value` give nil.
#if canImport(ObjectiveC)
  @objcMembers
#endif
@MainActor public class CustomerFace: NSObject {
  public static let shared = CustomerFace()

  var values = FaceValues()

  override nonisolated private init() { super.init() }

  func clear() { values = FaceValues() }

  // MARK: Pictures

  /// The first straight face.
  public func getFaceDetectedImage() -> UIImage? { values.pictures[.face] }
  public func getSmilingDetectedImage() -> UIImage? { values.pictures[.smile] }
  public func getFaceLeftDetectedImage() -> UIImage? { values.pictures[.left] }
  public func getFaceRightDetectedImage() -> UIImage? { values.pictures[.right] }
  public func getFaceUpDetectedImage() -> UIImage? { values.pictures[.up] }
  public func getEyeCloseDetectedImage() -> UIImage? { values.pictures[.eyeClose] }
  /// The eyes were kept closed.
  public func getEyeCloseIntervalDetectedImage() -> UIImage? { values.pictures[.eyeCloseInterval] }
  /// The eyes are open again.
  public func getEyeOpenIntervalDetectedImage() -> UIImage? { values.pictures[.eyeOpenInterval] }

  // MARK: Angles, in degrees, positive in the named direction

  public func getFaceLeftAngle() -> CGFloat { CGFloat(values.leftAngle ?? 0) }
  public func getFaceRightAngle() -> CGFloat { CGFloat(values.rightAngle ?? 0) }
  public func getFaceUpAngle() -> CGFloat { CGFloat(values.upAngle ?? 0) }
  public func getFaceLeftAngleValue() -> NSNumber? { values.leftAngle.map { NSNumber(value: $0) } }
  public func getFaceRightAngleValue() -> NSNumber? { values.rightAngle.map { NSNumber(value: $0) } }
  public func getFaceUpAngleValue() -> NSNumber? { values.upAngle.map { NSNumber(value: $0) } }

  // MARK: Eyes, when they closed: 0 closed … 1 wide open

  /// Of the person's own left eye.
  public func getOpennessOfLeftEye() -> Float { Float(values.leftEyeOpen ?? 0) }
  public func getOpennessOfRightEye() -> Float { Float(values.rightEyeOpen ?? 0) }

  // MARK: Comparisons

  /// 0…100, against the chip's photo.
  public func getChipConfidence() -> Int { values.chip.confidence ?? 0 }
  /// 0…2; smaller is more alike.
  public func getChipDistance() -> Double { values.chip.distance ?? FaceValues.unmeasuredDistance }
  public func getChipDistanceValue() -> NSNumber? { values.chip.distance.map { NSNumber(value: $0) } }
  /// 0…100, against the photo that is printed on the document.
  public func getIdDocConfidence() -> Int { values.document.confidence ?? 0 }
  public func getIdDocDistance() -> Double { values.document.distance ?? FaceValues.unmeasuredDistance }
  public func getIdDocDistanceValue() -> NSNumber? { values.document.distance.map { NSNumber(value: $0) } }

  /// 0 (a picture of a person) … 1 (a person).
  public func getAntiSpoofing() -> Double { values.antiSpoofing ?? 0 }
  public func getAntiSpoofingValue() -> NSNumber? { values.antiSpoofing.map { NSNumber(value: $0) } }

  // MARK: How clearly a movement was seen, 0…1

  public func getLeftEyeCloseConfidence() -> CGFloat { CGFloat(values.leftEyeOpen.map { 1 - $0 } ?? 0) }
  public func getRightEyeCloseConfidence() -> CGFloat { CGFloat(values.rightEyeOpen.map { 1 - $0 } ?? 0) }
  public func getSmilingConfidence() -> CGFloat { CGFloat(values.smile ?? 0) }
  public func getLeftEyeCloseConfidenceValue() -> NSNumber? { values.leftEyeOpen.map { NSNumber(value: 1 - $0) } }
  public func getRightEyeCloseConfidenceValue() -> NSNumber? { values.rightEyeOpen.map { NSNumber(value: 1 - $0) } }
  public func getSmilingConfidenceValue() -> NSNumber? { values.smile.map { NSNumber(value: $0) } }

  // MARK: Where a value lies: 0 below the minimum, 1 above the maximum, 2 between, −1 not measured

  /// A distance: 0 is best.
  public func getIdDocDistanceValidityLevel() -> Int { values.document.level.rawValue }
  public func getChipDistanceValidityLevel() -> Int { values.chip.level.rawValue }
  /// A score: 1 is best.
  public func getAntiSpoofingValidityLevel() -> Int { values.antiSpoofingLevel.rawValue }

  /// The levels as yes or no; what was not measured, or lies between, is no.
  public var isIdDocDistanceAccepted: Bool { values.document.level == .belowMinimum }
  public var isChipDistanceAccepted: Bool { values.chip.level == .belowMinimum }
  public var isAntiSpoofingAccepted: Bool { values.antiSpoofingLevel == .aboveMaximum }
  public var isEyeCloseCaptureAccepted: Bool { Self.isAccepted(values.eyeClose) }
  public var isSmilingCaptureAccepted: Bool { Self.isAccepted(values.smiling) }

  private static func isAccepted(_ metrics: FaceValues.CaptureMetrics) -> Bool {
    metrics.distanceLevel == ValidityLevel.belowMinimum.rawValue
      && metrics.antiSpoofingLevel == ValidityLevel.aboveMaximum.rawValue
  }
}
