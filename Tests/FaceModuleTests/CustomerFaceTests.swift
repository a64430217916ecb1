import BonafideBackOfficeAPI
import BonafideCapture
import BonafideLiveness
import BonafideObservations
import BonafideScreens
import BonafideVerification
import CoreModule
import FaceModule
import Foundation
import OfficeSupport
import Testing

extension FaceModuleTests {
  @Suite @MainActor struct Values {
    @Test func `what was not measured never reads as good`() async throws {
      try await withFace { _ in
        let face = CustomerFace.shared
        for picture in [
          face.getFaceDetectedImage(), face.getSmilingDetectedImage(), face.getFaceLeftDetectedImage(),
          face.getFaceRightDetectedImage(), face.getFaceUpDetectedImage(), face.getEyeCloseDetectedImage(),
          face.getEyeCloseIntervalDetectedImage(), face.getEyeOpenIntervalDetectedImage(),
        ] { #expect(picture == nil) }
        for distance in [face.getChipDistance(), face.getIdDocDistance()] { #expect(distance == 2) }
        for distance in [face.getEyeCloseCaptureDistance(), face.getSmilingCaptureDistance()] { #expect(distance == 2) }
        for confidence in [face.getChipConfidence(), face.getIdDocConfidence()] { #expect(confidence == 0) }
        #expect(face.getAntiSpoofing() == 0 && face.getAntiSpoofingValue() == nil)
        for level in [
          face.getIdDocDistanceValidityLevel(), face.getChipDistanceValidityLevel(),
          face.getAntiSpoofingValidityLevel(),
          face.getEyeCloseCaptureDistanceValidityLevel(), face.getEyeCloseCaptureAntispoofingValidityLevel(),
          face.getSmilingCaptureDistanceValidityLevel(), face.getSmilingCaptureAntispoofingValidityLevel(),
        ] { #expect(level == -1) }
        for isAccepted in [
          face.isAntiSpoofingAccepted, face.isChipDistanceAccepted, face.isIdDocDistanceAccepted,
          face.isEyeCloseCaptureAccepted, face.isSmilingCaptureAccepted,
        ] { #expect(!isAccepted) }
      }
    }

    @Test func `B-092 B-093 values of the two pictures are there, and an app may overwrite them`() async throws {
      try await withFace { bench in
        bench.plan([.face, .smile, .eyeClose])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let face = CustomerFace.shared
        #expect(face.getSmilingCaptureConfidence() > 50)
        #expect(face.getSmilingCaptureDistance() < 0.637)
        #expect([0, 2].contains(face.getSmilingCaptureDistanceValidityLevel()))
        #expect(face.getEyeCloseCaptureConfidence() > 50)
        #expect(face.getEyeCloseCaptureDistance() < 0.637)
        #expect([0, 2].contains(face.getEyeCloseCaptureDistanceValidityLevel()))
        #expect((0...1).contains(face.getEyeCloseCaptureAntispoofing()))
        #expect((-1...2).contains(face.getEyeCloseCaptureAntispoofingValidityLevel()))

        face.setSmilingCaptureAntispoofing(0.25)
        face.setSmilingCaptureConfidence(12.5)
        face.setSmilingCaptureDistance(0.75)
        face.setSmilingCaptureDistanceValidityLevel(1)
        face.setSmilingCaptureAntispoofingValidityLevel(0)
        #expect(face.getSmilingCaptureAntispoofing() == 0.25)
        #expect(face.getSmilingCaptureConfidence() == 12.5)
        #expect(face.getSmilingCaptureDistance() == 0.75)
        #expect(face.getSmilingCaptureDistanceValidityLevel() == 1)
        #expect(face.getSmilingCaptureAntispoofingValidityLevel() == 0)
        face.setEyeCloseCaptureAntispoofing(0.95)
        face.setEyeCloseCaptureConfidence(99)
        face.setEyeCloseCaptureDistance(0.125)
        face.setEyeCloseCaptureDistanceValidityLevel(0)
        face.setEyeCloseCaptureAntispoofingValidityLevel(1)
        #expect(face.getEyeCloseCaptureAntispoofing() == 0.95)
        #expect(face.getEyeCloseCaptureConfidence() == 99)
        #expect(face.getEyeCloseCaptureDistance() == 0.125)
        #expect(face.isEyeCloseCaptureAccepted)
        #expect(!face.isSmilingCaptureAccepted)
      }
    }

    @Test func `B-089 levels come from the back office's limits`() async throws {
      let values: [Setting: Double] = [.comparisonDistanceMin: 0.001, .comparisonDistanceMax: 2]
      try await withFace(values: values) { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.delegate.until("faceCompareCompleted")
        #expect(CustomerFace.shared.getIdDocDistanceValidityLevel() == 2)
        #expect(!CustomerFace.shared.isIdDocDistanceAccepted)
      }
    }

    @Test func `B-096 values may be read while the session closes, and are gone after it`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        var isThere = false
        bench.delegate.answers["sessionCloseCompleted"] = {
          isThere = CustomerFace.shared.getFaceDetectedImage() != nil
        }
        bench.delegate.app { EnQualifyFace.sessionClose(finished: true) }
        try await bench.delegate.until("sessionCloseCompleted")
        #expect(isThere)
        try await bench.delegate.settle()
        #expect(CustomerFace.shared.getFaceDetectedImage() == nil)
      }
    }

    @Test func `B-096 a new session begins without the earlier person's face`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        try await bench.initialize("ref-2")
        #expect(CustomerFace.shared.getFaceDetectedImage() == nil)
        #expect(CoreSession.shared.documentPortrait == nil)
        bench.delegate.app { EnQualifyFace.faceCompare() }
        try await bench.delegate.until("faceCompareFailed(comparison)")
      }
    }

    // MARK: Sounds and log

    @Test func `sounds come with their steps, and the app may replace them`() async throws {
      try await withFace { bench in
        EnQualifyFace.replaceSound(currentVoice: ["snd_start_smile", "snd_start_face"], newVoice: "my_voice")
        EnQualifyFace.replaceSound(currentVoice: ["snd_end_smile"], newVoice: "")
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        #expect(bench.screen.sounds == ["my_voice", "my_voice", "snd_end_liveness", "snd_liveness_completed"])
      }
    }

    @Test func `A-094 a sound of failing may be the app's own after the third time`() async throws {
      try await withFace(.willing.with(.interrupted, when: .time(0.1)), values: [.livenessFaceFrames: 30]) { bench in
        for count in 1...3 {
          if count == 3 { EnQualifyFace.replaceSound(currentVoice: ["snd_face_fail"], newVoice: "go_to_videocall") }
          bench.detect()
          try await bench.delegate.until("faceFailed(interrupted)", count)
        }
        #expect(
          bench.screen.sounds.filter { !$0.hasPrefix("snd_start") } == [
            "snd_face_fail", "snd_face_fail", "go_to_videocall",
          ])
      }
    }

    @Test func `A-084 integrationAdd may be called in the middle of a flow`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.delegate.on("faceDetected") {
          EnQualifyFace.integrationAdd(IntegrationModelFace(data: "{\"consent\": true}"))
          EnQualifyFace.faceComplete()
        }
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        try await bench.delegate.until("integrationAddCompleted")
      }
    }

    @Test func `B-129 the session's log tells of the recording, without a word about the person`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        // Lines go in batches, one of which may be on its way.
        var texts: [String] = []
        for _ in 0..<50 where !texts.contains("upload.succeeded") || !texts.contains("record.started") {
          await CoreSession.shared.flushLog()
          try await Task.sleep(for: .milliseconds(100))
          texts = try await bench.logged()
        }
        for event in ["record.started", "record.stopped", "upload.started", "upload.succeeded"] {
          #expect(texts.contains { $0.hasPrefix(event) }, "\(event)")
        }
      }
    }
  }
}
