import BonafideScreens
import FaceModule
import Foundation
import OfficeSupport
import Testing

// The vendor's documents write an app so; every function, call and type of theirs that concerns the face check is used
// here. It has to compile, and to run.

@MainActor private final class ViewController {
  let view: UIViewController
  var log: [String] = []
  var initialized: [String] = []

  init(_ view: UIViewController) { self.view = view }

  func viewDidLoad(sessionModel: SessionModelFace, baseModel: BaseModelFace) {
    EnQualifyFace.initialize(self, sessionModel: sessionModel, baseModel: baseModel)
  }

  func startFaceVerification() {
    EnQualifyFace.setTotalSteps(6)
    EnQualifyFace.faceDetect(in: view)
  }
}

extension ViewController: EnQualifyFaceDelegate {
  func initializeCompleted(moduleName: String) {
    initialized.append(moduleName)
    if moduleName == "EnQualifyFace" { startFaceVerification() }
  }

  func faceDetected() {
    log.append("faceDetected")
    EnQualifyFace.smileDetect()
  }

  func smileDetected() {
    log.append("smileDetected")
    EnQualifyFace.eyeCloseDetect()
  }

  func eyeCloseDetected() {
    log.append("eyeCloseDetected")
    EnQualifyFace.faceRightDetect()
  }

  func faceRightDetected() {
    log.append("faceRightDetected")
    EnQualifyFace.faceLeftDetect()
  }

  func faceLeftDetected() {
    log.append("faceLeftDetected")
    EnQualifyFace.faceUpDetect()
  }

  func faceUpDetected() {
    log.append("faceUpDetected")
    EnQualifyFace.faceComplete(withDelay: 0.0)
  }

  func faceSaveStarted() { log.append("faceSaveStarted") }

  func faceCompleted() {
    log.append("faceCompleted")
    EnQualifyFace.faceCompare()
  }

  func faceCompareStarted() { log.append("faceCompareStarted") }

  func faceCompareCompleted() {
    log.append("faceCompareCompleted")
    EnQualifyFace.sessionClose(finished: true)
  }

  func faceCompareFailed(error: EnQualifyFaceError) {
    log.append("faceCompareFailed: \(error.faceLocalizedDescription)")
    EnQualifyFace.sessionClose(finished: false)
  }

  func livenessFailed(error: EnQualifyFaceError) { log.append("livenessFailed: \(error.faceLocalizedDescription)") }
  func faceDetectFailed(error: EnQualifyFaceError) { log.append("faceDetectFailed: \(error.faceLocalizedDescription)") }

  func faceFailed(error: EnQualifyFaceError) {
    switch error {
    case .liveness("Face save failed"): log.append("Video upload failed")
    case .liveness("Face recognition was interrupted"): log.append("Security: App went to background")
    case .timeout(let state, let message): log.append("Timeout at state: \(state), \(message)")
    case .detection(let message): log.append("Detection error: \(message)")
    case .liveness(let message): log.append("Liveness error: \(message)")
    case .comparison(let message): log.append("Comparison error: \(message)")
    case .camera(let message): log.append("Camera error: \(message)")
    case .luminosityFailed(let message): log.append("Luminosity error: \(message)")
    }
  }

  func initializeFailed(with key: any CustomNSError) { log.append("initializeFailed: \(key.errorCode)") }
  func sessionCloseCompleted(status: String) { log.append("sessionCloseCompleted") }
  func sessionCloseFailed() { log.append("sessionCloseFailed") }
  func tokenCreateCompleted() { log.append("tokenCreateCompleted") }
  func tokenCreateFailed() { log.append("tokenCreateFailed") }
  func integrationAddCompleted() { log.append("integrationAddCompleted") }
  func integrationAddFailed() { log.append("integrationAddFailed") }
  func sessionAddFailed() { log.append("sessionAddFailed") }
  func settingGetFailed() { log.append("settingGetFailed") }
  func signingSetCompleted() { log.append("signingSetCompleted") }
  func signingCompleted() { log.append("signingCompleted") }
  func signingSetFailed(error: String) { log.append("signingSetFailed: \(error)") }
}

extension FaceModuleTests {
  @Suite @MainActor struct VendorApp {
    @Test func `an app as the vendor's documents write it runs from initialize to sessionClose`() async throws {
      try await withFace(isReady: false) { bench in
        let sessionModel = SessionModelFace(
          callType: "NewCustomer", userName: "Ayşe", surname: "Örnek", phone: "+905555555555",
          email: "ayse@example.com", identityType: "TC. Kimlik Kartı", identityNo: "12345678950",
          reference: "ref-1", canAutoClose: false, isContinue: false, category: "category", taxNumber: "1111111111",
          businessReference: "business", handicapped: false)
        let baseModel = BaseModelFace(
          signallingCertificateList: nil, mapiCertificateList: nil, signallingCertificateBase64List: nil,
          mapiCertificateBase64List: nil, baseURL: bench.office.address(), locale: "TR", mobileUser: "mobile",
          countryCode: "TUR")
        let app = ViewController(bench.screen)
        app.viewDidLoad(sessionModel: sessionModel, baseModel: baseModel)
        for _ in 0..<9000 where app.log.last?.hasPrefix("sessionClose") != true {
          try await Task.sleep(for: .milliseconds(10))
        }
        #expect(app.initialized == ["EnQualifyFace"])
        // No document was read.
        #expect(
          app.log == [
            "tokenCreateCompleted", "faceDetected", "smileDetected", "eyeCloseDetected", "faceRightDetected",
            "faceLeftDetected", "faceUpDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted",
            "faceCompareFailed: There is no reference photo: no document and no chip was read in this session.",
            "sessionCloseCompleted",
          ])
      }
    }

    @Test func `every getter and setter has the type that the documents give it`() async throws {
      try await withFace { _ in
        let face = CustomerFace.shared
        let pictures: [() -> UIImage?] = [
          face.getFaceDetectedImage, face.getSmilingDetectedImage, face.getFaceLeftDetectedImage,
          face.getFaceRightDetectedImage, face.getFaceUpDetectedImage, face.getEyeCloseDetectedImage,
          face.getEyeCloseIntervalDetectedImage, face.getEyeOpenIntervalDetectedImage,
        ]
        let angles: [() -> CGFloat] = [
          face.getFaceLeftAngle, face.getFaceRightAngle, face.getFaceUpAngle, face.getLeftEyeCloseConfidence,
          face.getRightEyeCloseConfidence, face.getSmilingConfidence,
        ]
        let floats: [() -> Float] = [
          face.getOpennessOfLeftEye, face.getOpennessOfRightEye, face.getEyeCloseCaptureAntispoofing,
          face.getEyeCloseCaptureConfidence, face.getEyeCloseCaptureDistance, face.getSmilingCaptureAntispoofing,
          face.getSmilingCaptureConfidence, face.getSmilingCaptureDistance,
        ]
        let integers: [() -> Int] = [
          face.getChipConfidence, face.getIdDocConfidence, face.getIdDocDistanceValidityLevel,
          face.getChipDistanceValidityLevel, face.getAntiSpoofingValidityLevel,
          face.getEyeCloseCaptureDistanceValidityLevel, face.getEyeCloseCaptureAntispoofingValidityLevel,
          face.getSmilingCaptureDistanceValidityLevel, face.getSmilingCaptureAntispoofingValidityLevel,
        ]
        let doubles: [() -> Double] = [face.getChipDistance, face.getIdDocDistance, face.getAntiSpoofing]
        let floatSetters: [(Float) -> Void] = [
          face.setEyeCloseCaptureAntispoofing(_:), face.setEyeCloseCaptureConfidence(_:),
          face.setEyeCloseCaptureDistance(_:), face.setSmilingCaptureAntispoofing(_:),
          face.setSmilingCaptureConfidence(_:), face.setSmilingCaptureDistance(_:),
        ]
        let integerSetters: [(Int) -> Void] = [
          face.setEyeCloseCaptureDistanceValidityLevel(_:), face.setEyeCloseCaptureAntispoofingValidityLevel(_:),
          face.setSmilingCaptureDistanceValidityLevel(_:), face.setSmilingCaptureAntispoofingValidityLevel(_:),
        ]
        for setter in floatSetters { setter(0.5) }
        for setter in integerSetters { setter(2) }
        #expect(pictures.allSatisfy { $0() == nil })
        #expect(angles.allSatisfy { $0() == 0 })
        #expect(floats.map { $0() } == [0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
        #expect(integers.map { $0() } == [0, 0, -1, -1, -1, 2, 2, 2, 2])
        #expect(doubles.map { $0() } == [2, 2, 0])
      }
    }

    @Test func `states have the names that the texts show`() {
      #expect(
        FaceState.allCases.map { "\($0)" } == [
          "idle", "faceDetect", "smile", "eyeClose", "eyeCloseInterval", "eyeOpenInterval", "faceRight", "faceLeft",
          "faceUp", "faceComplete", "faceSave", "faceCompare",
        ])
    }
  }
}
