import BonafideMedia
import BonafideCapture
import BonafideLiveness
import BonafideObservations
import BonafideScreens
import BonafideStore
import CoreModule
import FaceModule
import Foundation
import OfficeSupport
import Testing

/// Where the vendor's documents say two things: what holds here.
extension FaceModuleTests {
  @Suite @MainActor struct Contradictions {
    @Test func `A_C03 the error has luminosityFailed, and a description for every case`() {
      let all: [EnQualifyFaceError] = [
        .timeout(.smile, "a"), .detection("b"), .liveness("c"), .comparison("d"), .camera("e"), .luminosityFailed("f"),
      ]
      #expect(
        all.map(\.faceLocalizedDescription) == ["Timeout during smile state: a", "b", "c", "d", "e", "f"])
      #expect(all.map(\.localizedDescription) == all.map(\.faceLocalizedDescription))
      // As the vendor's guide writes it, without a default.
      for error in all {
        switch error {
        case .timeout(let state, let message): #expect(state == .smile && message == "a")
        case .detection(let message): #expect(message == "b")
        case .liveness(let message): #expect(message == "c")
        case .comparison(let message): #expect(message == "d")
        case .camera(let message): #expect(message == "e")
        case .luminosityFailed(let message): #expect(message == "f")
        }
      }
    }

    @Test func `A_C04 low light is a hint first, and the flow goes on when it passes`() async throws {
      let passing = SpecimenBehaviour.willing.with(.scene(.dark), when: .guidance("smile", after: 0))
        .with(.scene(.person), when: .guidance("smile", after: 1.5))
      try await withFace(passing, values: [.livenessLight: 4]) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
        #expect(bench.screen.guidance.contains("more_light"))
      }
    }

    @Test func `A_C04 low light never ends the flow where the back office says so`() async throws {
      let dark = SpecimenBehaviour.willing.with(.scene(.dark), when: .guidance("smile", after: 0))
      let values: [Setting: Double] = [.livenessLight: 1, .livenessLightFails: 0, .livenessGestureTimeout: 4]
      try await withFace(dark, values: values) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(timeout smile)"])
        #expect(bench.screen.guidance.contains("more_light"))
      }
    }

    @Test func `A_C05 angles and confidences are numbers, and their Value twins know what was not measured`()
      async throws
    {
      try await withFace { bench in
        let face = CustomerFace.shared
        #expect(face.getFaceLeftAngle() == 0)
        #expect(face.getFaceLeftAngleValue() == nil)
        bench.plan([.face, .left])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let angle: CGFloat = face.getFaceLeftAngle()
        #expect(angle >= 15)
        #expect(face.getFaceLeftAngleValue()?.doubleValue == Double(angle))
        #expect(face.getFaceRightAngle() == 0 && face.getFaceRightAngleValue() == nil)
        #expect(face.getFaceUpAngle() == 0 && face.getFaceUpAngleValue() == nil)
        #expect(face.getSmilingConfidence() == 0 && face.getSmilingConfidenceValue() == nil)
        #expect(face.getLeftEyeCloseConfidence() == 0 && face.getLeftEyeCloseConfidenceValue() == nil)
        #expect(face.getRightEyeCloseConfidence() == 0 && face.getRightEyeCloseConfidenceValue() == nil)
      }
    }

    @Test(arguments: [FaceBench.Step.left, .right]) func `A_C06 a turn tells its own side only`(
      step: FaceBench.Step
    ) async throws {
      try await withFace { bench in
        bench.plan([.face, step])
        bench.detect()
        try await bench.expectEnd(["faceDetected", step.done, "faceSaveStarted", "faceCompleted"])
      }
    }

    @Test func `A_C06 sides are the person's own with a mirrored camera as well`() async throws {
      var mirrored = SpecimenBehaviour.willing
      mirrored.isMirrored = true
      try await withFace(mirrored) { bench in
        bench.plan([.face, .left, .right])
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceLeftDetected", "faceRightDetected", "faceSaveStarted", "faceCompleted",
        ])
      }
    }

    @Test func `A_C09 sessionClose ends the session, and its older name does the same`() async throws {
      for isOld in [false, true] {
        try await withFace { bench in
          bench.delegate.app {
            if isOld {
              (EnQualifyFace.self as any OlderName.Type).closeSession(finished: false)
            } else {
              EnQualifyFace.sessionClose(finished: false)
            }
          }
          try await bench.delegate.until("sessionCloseCompleted")
          #expect(bench.delegate.closingStatus == "Cancelled")
        }
      }
    }

    @Test func `A_C11 faceCompleted comes once, when the server has values and film`() async throws {
      try await withFace { bench in
        var kinds: [String] = []
        bench.plan([.face, .smile])
        bench.delegate.answers["faceCompleted"] = { kinds.append("told") }
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let lines = bench.office.tap.lines
        let told = try #require(lines.lastIndex(of: "POST /v1/sessions/*/face"))
        #expect(lines[..<told].contains("POST /v1/sessions/*/uploads/*/finish"))
        #expect(try await bench.evidence().contains { $0.kind == "selfie_video" })
        try await bench.delegate.settle()
        #expect(kinds == ["told"])
      }
    }

    @Test func `A_C12 one failure is exactly one call`() async throws {
      let ends: [(SpecimenBehaviour, String)] = [
        (.willing.with(.interrupted, when: .time(0.5)), "faceFailed(interrupted)"),
        (.willing.with(.closedByPerson, when: .time(0.5)), "faceFailed(cancelled)"),
        (.willing.with(.cameraFails, when: .time(0.1)), "faceFailed(camera)"),
      ]
      for (behaviour, call) in ends {
        try await withFace(behaviour, values: [.livenessFaceFrames: 30]) { bench in
          bench.detect()
          try await bench.delegate.until(call)
          try await bench.delegate.settle()
          #expect(bench.delegate.calls == [call])
        }
      }
    }

    @Test func `A_C17 an app without faceSaveStarted and faceCompareStarted is a delegate`() async throws {
      try await withFace(isReady: false) { bench in
        let app = SmallApp()
        EnQualifyFace.initialize(app, sessionModel: bench.session(), baseModel: bench.base())
        try await app.until { $0.isReady }
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        EnQualifyFace.faceDetect(in: bench.screen)
        try await app.until { $0.isCompared }
      }
    }

    @Test func `A_C21 the intervals of the eyes are a part of eyeCloseDetect`() async throws {
      try await withFace(values: [.livenessRequireEyeInterval: 1, .livenessEyeInterval: 0.4]) { bench in
        bench.plan([.face, .eyeClose])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "eyeCloseDetected", "faceSaveStarted", "faceCompleted"])
        #expect(CustomerFace.shared.getEyeCloseDetectedImage() != nil)
        #expect(CustomerFace.shared.getEyeCloseIntervalDetectedImage() != nil)
        #expect(CustomerFace.shared.getEyeOpenIntervalDetectedImage() != nil)
        // The three pictures, and the straight one.
        #expect(try await bench.evidence().count { $0.kind == "step_picture" } == 4)
      }
    }

    @Test func `A_C21 eyes that do not open again end it in the interval's state`() async throws {
      let values: [Setting: Double] = [
        .livenessRequireEyeInterval: 1, .livenessEyeInterval: 0.4, .livenessEyeIntervalTimeout: 2,
      ]
      try await withFace(.willing.ignoring("open_eyes"), values: values) { bench in
        bench.plan([.face, .eyeClose])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(timeout eyeOpenInterval)"])
      }
    }

    @Test func `A_C22 the progress picture may have fewer segments than there are steps`() async throws {
      try await withFace { bench in
        EnQualifyFace.setTotalSteps(1)
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        #expect(bench.screen.fills == [0, 1, 1])
      }
    }

    @Test func `A_C24 the value of an eye is its openness: below 0_3 is closed`() async throws {
      try await withFace { bench in
        bench.plan([.face, .eyeClose])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let face = CustomerFace.shared
        let (left, right) = (face.getOpennessOfLeftEye(), face.getOpennessOfRightEye())
        #expect(min(left, right) < 0.3)
        #expect(abs(Double(face.getLeftEyeCloseConfidence()) - (1 - Double(left))) < 1e-6)
        #expect(abs(Double(face.getRightEyeCloseConfidence()) - (1 - Double(right))) < 1e-6)
      }
    }

    @Test func `A_C27 the film is the camera's, not the screen's`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let picture = try #require(CustomerFace.shared.getFaceDetectedImage())
        #expect(try await bench.film()?.size == picture.size)
      }
    }
  }
}

/// An app that was written before the name changed: through a requirement, the old name can be called without a warning.
@MainActor private protocol OlderName { static func closeSession(finished: Bool) }
extension EnQualifyFace: OlderName {}

/// An app with the least that it needs.
@MainActor private final class SmallApp: EnQualifyFaceDelegate {
  private(set) var isReady = false
  private(set) var isCompared = false

  func initializeCompleted(moduleName: String) { isReady = moduleName == "EnQualifyFace" }
  func faceDetected() { EnQualifyFace.faceComplete() }
  func faceCompleted() { EnQualifyFace.faceCompare() }
  func faceCompareCompleted() { isCompared = true }

  func until(_ condition: (SmallApp) -> Bool) async throws {
    for _ in 0..<3000 where !condition(self) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(condition(self))
  }
}

extension SpecimenScreen {
  /// Of the progress picture, as they were filled.
  var fills: [Int] {
    messages.compactMap { if case .progress(let filled, _) = $0 { filled } else { nil } }
  }
}
