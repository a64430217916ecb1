import BonafideCapture
import BonafideObservations
import CoreModule
import Foundation
import Testing

extension CoreModuleTests {
  @Suite("Names and numbers") struct Symbols {
    @Test("Appendix 4: each sound has the vendor's name")
    func sounds() {
      let names: [EnQualifySound: String] = [
        .startFace: "snd_start_face", .startFaceLeft: "snd_start_face_left", .startFaceRight: "snd_start_face_right",
        .startFaceUp: "snd_start_face_up", .faceFail: "snd_face_fail", .endLiveness: "snd_end_liveness",
        .livenessTimeout: "snd_liveness_timeout", .livenessCompleted: "snd_liveness_completed",
        .startEyeClose: "snd_start_eye_close", .endEyeClose: "snd_end_eye_close", .startSmile: "snd_start_smile",
        .endSmile: "snd_end_smile", .startIDFront: "snd_start_id_front", .endIDFront: "snd_end_id_front",
        .startIDBack: "snd_start_id_back", .endIDRead: "snd_end_id_read", .idReadTimeout: "snd_id_read_timeout",
        .idTypeCheckTimeout: "snd_id_type_check_timeout", .startTypeCheckFront: "snd_start_type_check_front",
        .startTypeCheckBack: "snd_start_type_check_back", .crossCheckFail: "snd_cross_check_fail",
        .startHolo: "snd_start_holo", .endChip: "snd_end_chip", .startChipFront: "snd_start_chip_front",
        .detectChip: "snd_detect_chip", .chipTimeout: "snd_chip_timeout", .chipFail: "snd_chip_fail",
        .waitingAgent: "snd_waiting_agent", .readyToStartID: "snd_ready_to_start_id",
        .readyToStartChip: "snd_ready_to_start_chip",
      ]
      #expect(names.count == EnQualifySound.allCases.count)
      for (sound, name) in names { #expect(sound.rawValue == name) }
    }

    @Test("A-101: failures of initialize have stable numbers, one domain, and say what they are about")
    func initializeErrors() throws {
      let underlying = BonafideError(.cannotOpen, "no such file")
      let errors: [EnQualifyInitializeError] = [
        .cameraPermissionDenied, .cameraPermissionRestricted, .cameraUsageDescriptionMissing, .cameraUnavailable,
        .invalidBaseModel("baseURL"), .invalidSessionModel("callType"), .certificateNotFound("MAPI_1"),
        .certificateInvalid("MAPI_2"), .modelNotFound("models"), .alreadyClosed,
      ]
      #expect(errors.map(\.errorCode) == Array(1...10))
      #expect(
        errors.map(\.code) == [
          .cameraPermissionDenied, .cameraPermissionRestricted, .cameraUsageDescriptionMissing, .cameraUnavailable,
          .invalidBaseModel, .invalidSessionModel, .certificateNotFound, .certificateInvalid, .modelNotFound,
          .alreadyClosed,
        ])
      for error in errors {
        #expect((error as NSError).domain == "EnQualify.Core")
        let told = try #require(error.errorDescription)
        #expect(told == error.errorUserInfo[NSLocalizedDescriptionKey] as? String && told.hasSuffix("."))
        if let subject = error.subject {
          #expect(told.contains(subject))
          #expect(error.errorUserInfo[EnQualifyInitializeError.subjectKey] as? String == subject)
        }
      }
      let caused = EnQualifyInitializeError(.certificateNotFound, subject: "MAPI_1", underlying: underlying)
      #expect((caused.underlying as? BonafideError)?.code == .cannotOpen)
      #expect(caused.errorUserInfo[NSUnderlyingErrorKey] != nil)
      #expect(caused == .certificateNotFound("MAPI_1"))
    }

    @Test("On Linux the vendor's types are other names of ours")
    @MainActor func platformNames() {
      let screen: UIViewController = SoundScreen()
      let same: any CaptureScreen = screen
      #expect(same === screen)
      #expect(UIImage.self == BonafideMediaImage.self)
      #expect([AVCaptureDevice.Position.unspecified, .back, .front].map(\.rawValue) == [0, 1, 2])
    }
  }
}
