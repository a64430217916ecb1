internal import BonafideVerification
internal import CoreModule

/// What `CustomerFace` holds. Nil is what was not measured.
struct FaceValues {
  /// Values of a single picture, which an app may overwrite.
  struct CaptureMetrics {
    var antiSpoofing: Float?
    var confidence: Float?
    var distance: Float?
    var distanceLevel = ValidityLevel.notMeasured.rawValue
    var antiSpoofingLevel = ValidityLevel.notMeasured.rawValue
  }

  /// Against one reference.
  struct Comparison {
    var confidence: Int?
    var distance: Double?
    var level = ValidityLevel.notMeasured
  }

  enum Picture: Hashable {
    case face, smile, left, right, up, eyeClose, eyeCloseInterval, eyeOpenInterval
  }

  var pictures: [Picture: UIImage] = [:]
  var leftAngle: Double?
  var rightAngle: Double?
  var upAngle: Double?
  var leftEyeOpen: Double?
  var rightEyeOpen: Double?
  var smile: Double?
  var antiSpoofing: Double?
  var antiSpoofingLevel = ValidityLevel.notMeasured
  var chip = Comparison()
  var document = Comparison()
  var eyeClose = CaptureMetrics()
  var smiling = CaptureMetrics()

  /// The largest distance that there is: a value that is not there must never read as a match.
  static let unmeasuredDistance = 2.0
}
