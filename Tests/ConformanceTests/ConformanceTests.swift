import BonafideCapture
import BonafideObservations
import CoreModule
import FaceModule
import Foundation
import OCRModule
import Testing

/// A screen that has no camera.
final class NoScreen: CaptureScreen {
  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    throw BonafideError(.serviceUnavailable, "no camera here")
  }
  func show(_ message: ScreenMessage) {}
  func close() {}
}

/// What an app may do before anything was initialised, and what it reads then.
@MainActor @Suite(.serialized) struct ConformanceTests {
  @Test func `every function of the Face document may be called at any time`() async throws {
    let delegate = FaceDelegate()
    FaceSignatures.asInTheDocument(NoScreen(), delegate)
    try await Task.sleep(for: .milliseconds(300))
    #expect(!delegate.calls.contains("faceDetected"))
    #expect(delegate.calls.contains { $0.hasPrefix("initializeFailed") })
  }

  @Test func `every function of the OCR document may be called at any time`() async throws {
    let delegate = OCRDelegate()
    OCRSignatures.asInTheDocument(NoScreen(), delegate)
    try await Task.sleep(for: .milliseconds(300))
    #expect(!delegate.calls.contains("idDocCompleted"))
    #expect(delegate.calls.contains { $0.hasPrefix("initializeFailed") })
  }

  @Test func `models hold what they are given, and have the document's defaults`() {
    let (base, session) = FaceSignatures.models()
    #expect(base.mapiCertificateList == ["MAPI_CERT_1", "MAPI_CERT_2"])
    #expect(base.baseURL == "API_SERVER_URL" && base.locale == "TR" && base.countryCode == "TUR")
    #expect(session.identityNo == "12345678901" && session.canAutoClose && session.isContinue)
    let plain = SessionModelOCR(callType: "NewCustomer", reference: "REF123456")
    #expect(!plain.canAutoClose && !plain.isContinue && plain.handicapped == false && plain.userName == nil)
    let server = BaseModelOCR(baseURL: "https://localhost")
    #expect(server.mapiCertificateList == nil && server.mobileUser == nil)
    #expect(type(of: OCRSignatures.models().0) == type(of: base))
  }

  @Test func `nothing is read before something was captured`() {
    #expect(FaceSignatures.pictures.allSatisfy { $0 == nil })
    #expect(FaceSignatures.levels.allSatisfy { $0 == 0 })
    #expect(FaceSignatures.validities == [-1, -1, -1])
    #expect(OCRSignatures.texts.allSatisfy { $0 == nil })
    #expect(OCRSignatures.items.allSatisfy { $0 == nil })
    #expect(OCRSignatures.shown().0.allSatisfy { $0.isEmpty })
  }

  @Test func `ten values may be set, and are read again`() {
    FaceSignatures.setCaptures(0.25, level: 0)
    #expect(FaceSignatures.captureValues == [0.25, 1.25, 2.25, 3.25, 4.25, 5.25])
    #expect(FaceSignatures.captureLevels == [0, 1, 2, 3])
  }

  @Test func `errors have the documents' texts and can be matched by them`() {
    let timeout = EnQualifyFaceError.timeout(.smile, "too slow")
    #expect(timeout.faceLocalizedDescription == "Timeout during smile state: too slow")
    #expect(FaceTexts.kind(.liveness("Face save failed")) == "save failed")
    #expect(FaceTexts.kind(.liveness("Face recognition was interrupted")) == "interrupted")
    #expect(FaceTexts.kind(.luminosityFailed("dark")) == "low light")
    #expect(EnQualifyFaceError.luminosityFailed("dark").faceLocalizedDescription == "dark")
    #expect(
      EnQualifyOcrError.timeout(.idDocFront, "no card").ocrErrorDescription
        == "Timeout during idDocFront state with no card")
    #expect(EnQualifyOcrError.idDocSave("x").ocrErrorDescription == "Error while saving id document")
    #expect(
      EnQualifyOcrError.idDocFailed(.idDocBack, "x").ocrErrorDescription
        == "Authentication failed during idDocBack. Please try again.")
    #expect(EnQualifyOcrError.cameraSetup("busy").ocrErrorDescription == "Camera setup failed: busy")
  }

  @Test func `the reference's other names are called as well`() {
    let delegate = OtherNamesDelegate()
    delegate.idDocTypeCheckVerified(isFront: true)
    delegate.idDocTypeCheckVerified(isFront: false)
    #expect(delegate.calls == ["front", "back"])
  }

  @Test func `an app may leave out what it does not need`() {
    let delegate: any EnQualifyFaceDelegate = SparseFaceDelegate()
    delegate.faceFailed(error: .detection("no face"))
    delegate.initializeCompleted(moduleName: "EnQualifyFace")
  }
}
