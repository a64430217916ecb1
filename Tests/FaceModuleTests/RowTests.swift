import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideHTTPServer
import BonafideLiveness
import BonafideObservations
import BonafideScreens
import BonafideStore
import CoreModule
import FaceModule
import Foundation
import OfficeSupport
import Testing

/// The rows of Appendix 1: what the app hears, and what becomes of the film.
extension FaceModuleTests {
  @Suite @MainActor struct Rows {
    // MARK: Row 1

    @Test func `row 1 step rule met: Detected, and the recording goes on`() async throws {
      try await withFace { bench in
        bench.detect()
        try await bench.delegate.until("faceDetected")
        #expect(try bench.files.count == 1)
        #expect(bench.screen.isOpen)
        bench.delegate.app { EnQualifyFace.smileDetect() }
        try await bench.delegate.until("smileDetected")
        #expect(try bench.files.count == 1)
        #expect(bench.screen.isOpen)
        #expect(bench.delegate.calls == ["faceDetected", "smileDetected"])
      }
    }

    // MARK: Row 2

    @Test(arguments: [
      ("smile", FaceBench.Step.smile, FaceState.smile), ("close_eyes", .eyeClose, .eyeClose),
      ("turn_right", .right, .faceRight), ("turn_left", .left, .faceLeft), ("look_up", .up, .faceUp),
    ])
    func `row 2 step time over: faceFailed timeout, recording cancelled`(
      guidance: String, step: FaceBench.Step, state: FaceState
    ) async throws {
      try await withFace(.willing.ignoring(guidance), values: [.livenessGestureTimeout: 1]) { bench in
        bench.plan([.face, step])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(timeout \(state))"])
        let text = try #require(bench.delegate.errors.first).faceLocalizedDescription
        #expect(text.hasPrefix("Timeout during \(state) state: "))
        #expect(text.count > "Timeout during \(state) state: ".count)
      }
    }

    @Test func `row 2 step time over: the app that asks for nothing is idle`() async throws {
      try await withFace(values: [.livenessIdle: 1]) { bench in
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(timeout idle)"])
      }
    }

    // MARK: Row 3

    @Test func `row 3 no face for long: faceFailed detection, recording cancelled`() async throws {
      try await withFace(.willing.with(.scene(.nobody), when: .time(0)), values: [.livenessStartGrace: 1]) { bench in
        bench.detect()
        try await bench.expectEnd(["faceFailed(detection)"])
      }
    }

    @Test func `row 3 no face for long: somebody who leaves during a step`() async throws {
      let leaving = SpecimenBehaviour.willing.with(.scene(.nobody), when: .guidance("smile", after: 0))
      try await withFace(leaving, values: [.livenessNoFace: 1]) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(detection)"])
      }
    }

    // MARK: Row 4

    @Test(arguments: [SpecimenBehaviour.Scene.secondPerson, .farAway])
    func `row 4 first detection fails otherwise: faceDetectFailed, recording cancelled`(
      scene: SpecimenBehaviour.Scene
    ) async throws {
      let values: [Setting: Double] = [.livenessStartGrace: 1, .livenessFaceTimeout: 2]
      try await withFace(.willing.with(.scene(scene), when: .time(0)), values: values) { bench in
        bench.detect()
        try await bench.expectEnd(["faceDetectFailed(detection)"])
      }
    }

    // MARK: Row 5

    @Test func `row 5 gesture analysed negative: another person`() async throws {
      let swapped = SpecimenBehaviour.willing.with(.scene(.otherPerson), when: .guidance("turn_left", after: 0))
      try await withFace(swapped) { bench in
        bench.plan([.face, .left])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "livenessFailed(liveness)"])
      }
    }

    @Test func `row 5 gesture analysed negative: a second person who stays`() async throws {
      let joined = SpecimenBehaviour.willing.with(.scene(.secondPerson), when: .guidance("turn_left", after: 0))
      try await withFace(joined, values: [.livenessSecondFace: 1]) { bench in
        bench.plan([.face, .left])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "livenessFailed(liveness)"])
        #expect(bench.screen.guidance.contains("one_person_only"))
      }
    }

    @Test func `row 5 gesture analysed negative: a film of the person on a phone`() async throws {
      try await withFace(.willing.with(.scene(.replay), when: .time(0))) { bench in
        // Signs of a screen are read from a film of some seconds.
        bench.plan(FaceBench.Step.allCases)
        bench.detect()
        try await bench.delegate.until("livenessFailed(liveness)")
        try bench.expectNothingIsLeft()
        #expect(bench.delegate.calls.last == "livenessFailed(liveness)")
        #expect(!bench.delegate.calls.contains("faceSaveStarted"))
      }
    }

    // MARK: Row 6

    @Test func `row 6 light too low for long: faceFailed luminosityFailed, recording cancelled`() async throws {
      let dark = SpecimenBehaviour.willing.with(.scene(.dark), when: .guidance("smile", after: 0))
      try await withFace(dark, values: [.livenessLight: 2]) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(luminosity)"])
      }
    }

    // MARK: Row 7

    @Test func `row 7 app to background: interrupted, recording cancelled and deleted`() async throws {
      let leaving = SpecimenBehaviour.willing.with(.interrupted, when: .guidance("smile", after: 0.2))
      try await withFace(leaving) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(interrupted)"])
        #expect(bench.delegate.errors == [.liveness("Face recognition was interrupted")])
        #expect(try await bench.evidence().isEmpty)
      }
    }

    // MARK: Row 8

    @Test func `row 8 camera cannot start: faceFailed camera, recording not started`() async throws {
      var behaviour = SpecimenBehaviour.willing
      behaviour.hasNoCamera = true
      try await withFace(behaviour) { bench in
        bench.detect()
        try await bench.expectEnd(["faceFailed(camera)"])
      }
    }

    @Test(arguments: [SpecimenBehaviour.Happening.cameraFails, .cameraHangs])
    func `row 8 camera cannot go on: faceFailed camera`(what: SpecimenBehaviour.Happening) async throws {
      let broken = SpecimenBehaviour.willing.with(what, when: .guidance("smile", after: 0.2))
      try await withFace(broken, values: [.flowCameraSilence: 1]) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(camera)"])
      }
    }

    // MARK: Row 9

    @Test func `row 9 user closes: cancelled, recording cancelled`() async throws {
      let closing = SpecimenBehaviour.willing.with(.closedByPerson, when: .guidance("smile", after: 0.2))
      try await withFace(closing) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceFailed(cancelled)"])
        #expect(bench.delegate.errors == [.liveness("Face recognition was cancelled")])
      }
    }

    // MARK: Rows 10 and 11

    @Test func `row 10 faceComplete: faceSaveStarted after the stop, the film is sent`() async throws {
      try await withFace { bench in
        bench.plan([.face, .smile])
        var atStart: (files: Int, isOpen: Bool)?
        bench.delegate.answers["faceSaveStarted"] = {
          atStart = ((try? bench.files.count) ?? -1, bench.screen.isOpen)
        }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
        #expect(atStart?.files == 1)
        #expect(atStart?.isOpen == false)
        #expect(bench.office.tap.count("POST /v1/sessions/*/uploads") >= 3)
      }
    }

    @Test func `row 11 data and video accepted: faceCompleted, file deleted`() async throws {
      try await withFace { bench in
        bench.plan([.face, .smile])
        var frames = 0
        bench.delegate.answers["smileDetected"] = {
          frames = bench.screen.frameCount
          bench.delegate.app { EnQualifyFace.faceComplete() }
        }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
        let film = try #require(try await bench.film())
        #expect(frames > 10)
        // Every frame that was looked at is in it.
        #expect(film.count == frames)
        #expect(try await bench.clientValue("face")?["challengeNonce"] != nil)
      }
    }

    @Test func `row 11 data accepted without a video where nothing is recorded`() async throws {
      try await withFace(records: false) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.delegate.until("faceDetected")
        #expect(try bench.files.isEmpty)
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
        #expect(try await bench.evidence().map(\.kind).allSatisfy { $0 == "step_picture" })
      }
    }

    // MARK: Row 12

    @Test func `row 12 save or upload fails after retries: Face save failed, file deleted`() async throws {
      try await withFace(retries: 2) { bench in
        bench.office.tap.fail("POST /v1/sessions/*/uploads", 99, with: .serviceUnavailable, "busy")
        bench.office.tap.forget()
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceFailed(save)"])
        #expect(bench.delegate.errors == [.liveness("Face save failed")])
        // The first try, and as many more as the back office wants.
        #expect(bench.office.tap.count("POST /v1/sessions/*/uploads") == 3)
      }
    }

    @Test func `row 12 save fails: the values are refused`() async throws {
      try await withFace { bench in
        bench.office.tap.fail("POST /v1/sessions/*/face", 99, with: .unprocessableContent, "bad_value")
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceFailed(save)"])
      }
    }

    // MARK: Rows 13 and 14

    @Test func `row 13 compare ok and sent: faceCompareCompleted`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        CoreSession.shared.chipPortrait = try Portraits.specimen()
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted", "faceCompareCompleted",
        ])
        let sent = try #require(try await bench.clientValue("comparison"))
        #expect(sent["references"] == .list([.text("chip"), .text("document")]))
        #expect((sent["confidence"]?.integer ?? 0) > 50)
        #expect(CustomerFace.shared.getChipConfidence() > 50)
        #expect(CustomerFace.shared.isChipDistanceAccepted)
        #expect(CustomerFace.shared.isIdDocDistanceAccepted)
      }
    }

    @Test func `row 14 no reference: faceCompareFailed comparison`() async throws {
      try await withFace { bench in
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted", "faceCompareFailed(comparison)",
        ])
        #expect(bench.delegate.errors.first?.faceLocalizedDescription.contains("no reference") == true)
        #expect(CustomerFace.shared.getIdDocDistanceValidityLevel() == -1)
        #expect(CustomerFace.shared.getChipDistanceValidityLevel() == -1)
      }
    }

    @Test func `row 14 no match: faceCompareFailed comparison, and the back office knows`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.stranger()
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted", "faceCompareFailed(comparison)",
        ])
        let sent = try #require(try await bench.clientValue("comparison"))
        #expect((sent["confidence"]?.integer ?? 100) < 50)
        #expect(CustomerFace.shared.getIdDocDistanceValidityLevel() == 1)
        #expect(!CustomerFace.shared.isIdDocDistanceAccepted)
        #expect(CustomerFace.shared.getChipDistanceValue() == nil)
      }
    }

    @Test func `row 14 one of two references is another person: faceCompareFailed`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        CoreSession.shared.chipPortrait = try Portraits.stranger()
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.delegate.until("faceCompareFailed(comparison)")
        #expect(CustomerFace.shared.isIdDocDistanceAccepted)
        #expect(!CustomerFace.shared.isChipDistanceAccepted)
      }
    }

    @Test func `row 14 compare error: the result cannot be sent`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        bench.office.tap.fail("POST /v1/sessions/*/compare", 99, with: .serviceUnavailable, "busy")
        bench.plan([.face], compares: true)
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceSaveStarted", "faceCompleted", "faceCompareStarted", "faceCompareFailed(comparison)",
        ])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.status == 503)
        // It may be tried again.
        bench.office.tap.fault(nil)
        bench.delegate.app { EnQualifyFace.faceCompare() }
        try await bench.delegate.until("faceCompareCompleted")
      }
    }

    // MARK: After a failure

    @Test func `B-071 after a failure the flow begins again without initialize`() async throws {
      let leaving = SpecimenBehaviour.willing.with(.interrupted, when: .guidance("smile", after: 0.2))
      try await withFace(leaving) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.delegate.until("faceFailed(interrupted)")
        bench.screen.behaviour = .willing
        bench.delegate.forget()
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
      }
    }
  }
}
