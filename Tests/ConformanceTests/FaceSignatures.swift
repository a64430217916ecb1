import CoreModule
import FaceModule
import Foundation

// Every signature of the vendor's Face document, as an app writes it. That it compiles is the test; `ConformanceTests` runs
// what can be run without a server.

/// The delegate, written as in the document's chapter 3.2 and its reference.
final class FaceDelegate: EnQualifyFaceDelegate {
  var calls: [String] = []

  func faceDetected() { calls.append("faceDetected") }
  func smileDetected() { calls.append("smileDetected") }
  func eyeCloseDetected() { calls.append("eyeCloseDetected") }
  func faceLeftDetected() { calls.append("faceLeftDetected") }
  func faceRightDetected() { calls.append("faceRightDetected") }
  func faceUpDetected() { calls.append("faceUpDetected") }
  func faceSaveStarted() { calls.append("faceSaveStarted") }
  func faceCompleted() { calls.append("faceCompleted") }
  func livenessFailed(error: EnQualifyFaceError) { calls.append("livenessFailed") }
  func faceFailed(error: EnQualifyFaceError) { calls.append("faceFailed: " + FaceTexts.told(error)) }
  func faceDetectFailed(error: EnQualifyFaceError) { calls.append("faceDetectFailed") }
  func faceCompareStarted() { calls.append("faceCompareStarted") }
  func faceCompareCompleted() { calls.append("faceCompareCompleted") }
  func faceCompareFailed(error: EnQualifyFaceError) { calls.append("faceCompareFailed") }

  func initializeCompleted(moduleName: String) { calls.append("initializeCompleted \(moduleName)") }
  func initializeFailed(with key: CustomNSError) { calls.append("initializeFailed \(key.errorCode)") }
  func sessionCloseCompleted(status: String) { calls.append("sessionCloseCompleted \(status)") }
  func sessionCloseFailed() { calls.append("sessionCloseFailed") }
  func tokenCreateCompleted() { calls.append("tokenCreateCompleted") }
  func tokenCreateFailed() { calls.append("tokenCreateFailed") }
  func integrationAddCompleted() { calls.append("integrationAddCompleted") }
  func integrationAddFailed() { calls.append("integrationAddFailed") }
  func sessionAddFailed() { calls.append("sessionAddFailed") }
  func settingGetFailed() { calls.append("settingGetFailed") }
  func settingsGetFailed() { calls.append("settingsGetFailed") }
  func signingSetCompleted() { calls.append("signingSetCompleted") }
  func signingCompleted() { calls.append("signingCompleted") }
  func signingSetFailed(error: String) { calls.append("signingSetFailed") }
}

/// An app that cares for nothing but one call.
final class SparseFaceDelegate: EnQualifyFaceDelegate {
  func faceCompleted() {}
}

enum FaceTexts {
  /// The switch of the document's chapter 3.1, without a default.
  static func told(_ error: EnQualifyFaceError) -> String {
    switch error {
    case .timeout(let state, let message): "timeout \(state): \(message)"
    case .detection(let message): "detection: \(message)"
    case .liveness(let message): "liveness: \(message)"
    case .comparison(let message): "comparison: \(message)"
    case .camera(let message): "camera: \(message)"
    case .luminosityFailed(let message): "luminosity: \(message)"
    }
  }

  /// The patterns of its chapters 6.1 and 6.2.
  static func kind(_ error: EnQualifyFaceError) -> String {
    if case .liveness("Face recognition was interrupted") = error { return "interrupted" }
    switch error {
    case .liveness("Face save failed"): return "save failed"
    case .timeout(_, _): return "timeout"
    case .detection(_): return "no face"
    case .luminosityFailed(_): return "low light"
    default: return error.faceLocalizedDescription
    }
  }
}

@MainActor enum FaceSignatures {
  static let initialize: @MainActor (Any?, SessionModelFace?, BaseModelFace?) -> Void =
    EnQualifyFace.initialize(_:sessionModel:baseModel:)
  static let setTotalSteps: @MainActor (Int) -> Void = EnQualifyFace.setTotalSteps(_:)
  static let faceDetect: @MainActor (UIViewController, AVCaptureDevice.Position) -> Void =
    EnQualifyFace.faceDetect(in:cameraPosition:)
  static let gestures: [@MainActor () -> Void] = [
    EnQualifyFace.smileDetect, EnQualifyFace.eyeCloseDetect, EnQualifyFace.faceRightDetect,
    EnQualifyFace.faceLeftDetect, EnQualifyFace.faceUpDetect,
  ]
  static let faceComplete: @MainActor (TimeInterval) -> Void = EnQualifyFace.faceComplete(withDelay:)
  static let faceCompare: @MainActor () -> Void = EnQualifyFace.faceCompare
  static let sessionClose: @MainActor (Bool) -> Void = EnQualifyFace.sessionClose(finished:)
  static let replaceSound: @MainActor ([String], String) -> Void = EnQualifyFace.replaceSound(currentVoice:newVoice:)

  /// With the arguments that the document leaves out.
  static func asInTheDocument(_ screen: UIViewController, _ delegate: FaceDelegate) {
    EnQualifyFace.initialize(delegate)
    EnQualifyFace.setTotalSteps(6)
    EnQualifyFace.faceDetect(in: screen)
    EnQualifyFace.faceDetect(in: screen, cameraPosition: .front)
    EnQualifyFace.smileDetect()
    EnQualifyFace.eyeCloseDetect()
    EnQualifyFace.faceRightDetect()
    EnQualifyFace.faceLeftDetect()
    EnQualifyFace.faceUpDetect()
    EnQualifyFace.faceComplete()
    EnQualifyFace.faceComplete(withDelay: 0.0)
    EnQualifyFace.faceCompare()
    EnQualifyFace.replaceSound(currentVoice: ["snd_face_fail"], newVoice: "")
    EnQualifyFace.sessionClose(finished: false)
  }

  static func models() -> (BaseModelFace, SessionModelFace) {
    let baseModelFace = BaseModelFace(
      signallingCertificateList: ["AI_CERT_1", "AI_CERT_2"],
      mapiCertificateList: ["MAPI_CERT_1", "MAPI_CERT_2"],
      signallingCertificateBase64List: ["QUlDRVJU", "Q0VSVF8y"],
      mapiCertificateBase64List: ["TU9SRSB", "Q0VSVF8z"],
      baseURL: "API_SERVER_URL",
      locale: "TR",
      mobileUser: "mobile",
      countryCode: "TUR"
    )
    let sessionModelFace = SessionModelFace(
      callType: "NewCustomer",
      userName: "Enqura",
      surname: "Information",
      phone: "+905551234567",
      email: "enqualifyplus@enqura.com",
      identityType: "TC. Kimlik Kartı",
      identityNo: "12345678901",
      reference: "REF123456",
      canAutoClose: true,
      isContinue: true,
      category: "category",
      taxNumber: "9876543210",
      businessReference: "COMPANY",
      handicapped: false
    )
    return (baseModelFace, sessionModelFace)
  }

  static var pictures: [UIImage?] {
    let face = CustomerFace.shared
    return [
      face.getFaceDetectedImage(), face.getSmilingDetectedImage(), face.getFaceLeftDetectedImage(),
      face.getFaceRightDetectedImage(), face.getFaceUpDetectedImage(), face.getEyeCloseDetectedImage(),
      face.getEyeCloseIntervalDetectedImage(), face.getEyeOpenIntervalDetectedImage(),
    ]
  }

  static var levels: [CGFloat] {
    let face = CustomerFace.shared
    return [
      face.getFaceLeftAngle(), face.getFaceRightAngle(), face.getFaceUpAngle(), face.getLeftEyeCloseConfidence(),
      face.getRightEyeCloseConfidence(), face.getSmilingConfidence(),
    ]
  }

  static var openness: [Float] {
    [CustomerFace.shared.getOpennessOfLeftEye(), CustomerFace.shared.getOpennessOfRightEye()]
  }

  static var confidences: [Int] { [CustomerFace.shared.getChipConfidence(), CustomerFace.shared.getIdDocConfidence()] }

  static var distances: [Double] {
    let face = CustomerFace.shared
    return [face.getChipDistance(), face.getIdDocDistance(), face.getAntiSpoofing()]
  }

  static var validities: [Int] {
    let face = CustomerFace.shared
    return [
      face.getIdDocDistanceValidityLevel(), face.getChipDistanceValidityLevel(), face.getAntiSpoofingValidityLevel(),
    ]
  }

  static func setCaptures(_ value: Float, level: Int) {
    let face = CustomerFace.shared
    face.setEyeCloseCaptureAntispoofing(value)
    face.setEyeCloseCaptureConfidence(value + 1)
    face.setEyeCloseCaptureDistance(value + 2)
    face.setEyeCloseCaptureDistanceValidityLevel(level)
    face.setEyeCloseCaptureAntispoofingValidityLevel(level + 1)
    face.setSmilingCaptureAntispoofing(value + 3)
    face.setSmilingCaptureConfidence(value + 4)
    face.setSmilingCaptureDistance(value + 5)
    face.setSmilingCaptureDistanceValidityLevel(level + 2)
    face.setSmilingCaptureAntispoofingValidityLevel(level + 3)
  }

  static var captureValues: [Float] {
    let face = CustomerFace.shared
    return [
      face.getEyeCloseCaptureAntispoofing(), face.getEyeCloseCaptureConfidence(), face.getEyeCloseCaptureDistance(),
      face.getSmilingCaptureAntispoofing(), face.getSmilingCaptureConfidence(), face.getSmilingCaptureDistance(),
    ]
  }

  static var captureLevels: [Int] {
    let face = CustomerFace.shared
    return [
      face.getEyeCloseCaptureDistanceValidityLevel(), face.getEyeCloseCaptureAntispoofingValidityLevel(),
      face.getSmilingCaptureDistanceValidityLevel(), face.getSmilingCaptureAntispoofingValidityLevel(),
    ]
  }
}
