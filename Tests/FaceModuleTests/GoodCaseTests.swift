import BonafideBackOfficeAPI
import BonafideCapture
import BonafideObservations
import BonafideScreens
import BonafideStore
import CoreModule
import FaceModule
import Foundation
import Testing

/// The modules are shared by the process: everything here runs one after the other.
@Suite(.serialized, .enabled(if: Models.areThere)) @MainActor struct FaceModuleTests {}

extension FaceModuleTests {
  @Suite @MainActor struct GoodCase {
    @Test func `B-050 all steps in the order of the calls, then saving, then comparing`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        EnQualifyFace.setTotalSteps(6)
        bench.plan(FaceBench.Step.allCases, compares: true)
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "smileDetected", "eyeCloseDetected", "faceRightDetected", "faceLeftDetected",
          "faceUpDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted", "faceCompareCompleted",
        ])
        #expect(bench.screen.messages.contains(.progress(filled: 6, segments: 6)))

        let face = CustomerFace.shared
        for picture in [
          face.getFaceDetectedImage(), face.getSmilingDetectedImage(), face.getEyeCloseDetectedImage(),
          face.getFaceRightDetectedImage(), face.getFaceLeftDetectedImage(), face.getFaceUpDetectedImage(),
        ] { #expect(picture != nil) }
        #expect(face.getFaceLeftAngle() >= 15)
        #expect(face.getFaceRightAngle() >= 15)
        #expect(face.getFaceUpAngle() >= 10)
        #expect(min(face.getOpennessOfLeftEye(), face.getOpennessOfRightEye()) < 0.3)
        #expect(face.getSmilingConfidence() > 0.9)
        #expect(face.getSmilingCaptureDistance() < 0.637)
        #expect(face.getEyeCloseCaptureConfidence() > 50)
        #expect(face.getIdDocConfidence() > 50)
        #expect(face.getIdDocDistanceValueIsThere)

        let film = try #require(try await bench.film())
        #expect(film.count > 60)
        #expect(film.size == Size(width: 640, height: 480))
        let kinds = try await bench.evidence().map(\.kind)
        #expect(kinds.count(where: { $0 == "step_picture" }) >= 6)
        #expect(kinds.count(where: { $0 == "selfie_video" }) == 1)
        let saved = try #require(try await bench.clientValue("face"))
        #expect(saved["steps"] != nil)
        #expect(try await bench.clientValue("comparison") != nil)
      }
    }
  }
}

extension CustomerFace {
  var getIdDocDistanceValueIsThere: Bool { getIdDocDistanceValue() != nil }
}
