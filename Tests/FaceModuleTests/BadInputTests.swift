import BonafideBackOfficeAPI
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

/// What an app may do wrong, and what happens to it meanwhile.
extension FaceModuleTests {
  @Suite @MainActor struct BadInput {
    // MARK: Before initialize

    @Test func `functions before initialize do nothing, without a delegate and without a crash`() async throws {
      try await withFace(isReady: false) { bench in
        EnQualifyFace.setTotalSteps(-1)
        bench.detect()
        for step in FaceBench.Step.allCases { step.ask() }
        EnQualifyFace.faceComplete()
        EnQualifyFace.faceCompare()
        try await bench.delegate.settle()
        #expect(bench.delegate.calls.isEmpty)
        #expect(bench.screen.openCount == 0)
      }
    }

    @Test func `functions after sessionClose are refused until the next initialize`() async throws {
      try await withFace { bench in
        bench.delegate.app { EnQualifyFace.sessionClose(finished: false) }
        try await bench.delegate.until("sessionCloseCompleted")
        bench.delegate.forget()
        bench.detect()
        bench.delegate.app {
          EnQualifyFace.smileDetect()
          EnQualifyFace.faceComplete()
          EnQualifyFace.faceCompare()
        }
        try await bench.delegate.until("faceCompareFailed(comparison)")
        #expect(
          bench.delegate.calls == [
            "faceFailed(detection)", "livenessFailed(liveness)", "livenessFailed(liveness)",
            "faceCompareFailed(comparison)",
          ])
        #expect(bench.screen.openCount == 0)
        try await bench.initialize("ref-2")
        bench.detect()
        try await bench.delegate.until("faceDetected")
      }
    }

    @Test func `a sender that is no delegate is told nothing, and nothing is sent`() async throws {
      try await withFace(isReady: false) { bench in
        EnQualifyFace.initialize("somebody", sessionModel: bench.session(), baseModel: bench.base())
        EnQualifyFace.initialize(nil, sessionModel: bench.session(), baseModel: bench.base())
        try await bench.delegate.settle()
        #expect(bench.office.tap.lines.isEmpty)
      }
    }

    @Test func `models that were never given are named`() async throws {
      try await withFace(isReady: false) { bench in
        bench.delegate.app { EnQualifyFace.initialize(bench.delegate) }
        try await bench.delegate.until("initializeFailed")
        let error = try #require(bench.delegate.initializeError as? EnQualifyInitializeError)
        #expect(error.code == .invalidBaseModel)
      }
    }

    // MARK: B-010, B-012: at the wrong time

    @Test func `B-010 a step before faceDetect, before faceDetected and after the end is refused`() async throws {
      try await withFace { bench in
        bench.delegate.app { EnQualifyFace.smileDetect() }
        try await bench.delegate.until("livenessFailed(liveness)")
        bench.detect()
        bench.delegate.app { EnQualifyFace.smileDetect() }
        try await bench.delegate.until("faceDetected")
        try await bench.delegate.until("livenessFailed(liveness)", 2)
        bench.delegate.app { EnQualifyFace.faceComplete() }
        try await bench.delegate.until("faceCompleted")
        bench.delegate.app {
          EnQualifyFace.smileDetect()
          EnQualifyFace.faceComplete()
        }
        try await bench.delegate.until("livenessFailed(liveness)", 4)
        #expect(
          bench.delegate.calls == [
            "livenessFailed(liveness)", "livenessFailed(liveness)", "faceDetected", "faceSaveStarted", "faceCompleted",
            "livenessFailed(liveness)", "livenessFailed(liveness)",
          ])
        #expect(bench.screen.sounds.count { $0 == "snd_start_smile" } == 0)
      }
    }

    @Test func `B-010 a step while another runs is refused, and the running one goes on`() async throws {
      try await withFace { bench in
        bench.delegate.on("faceDetected") {
          EnQualifyFace.smileDetect()
          EnQualifyFace.smileDetect()
          EnQualifyFace.faceLeftDetect()
          EnQualifyFace.faceComplete()
        }
        bench.delegate.on("smileDetected") { EnQualifyFace.faceComplete() }
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "livenessFailed(liveness)", "livenessFailed(liveness)", "livenessFailed(liveness)",
          "smileDetected", "faceSaveStarted", "faceCompleted",
        ])
      }
    }

    @Test func `a step may be done twice, and its later values count`() async throws {
      try await withFace { bench in
        bench.delegate.on("faceDetected") { EnQualifyFace.faceLeftDetect() }
        bench.delegate.answers["faceLeftDetected"] = {
          let count = bench.delegate.calls.count { $0 == "faceLeftDetected" }
          bench.delegate.app { count == 1 ? EnQualifyFace.faceLeftDetect() : EnQualifyFace.faceComplete() }
        }
        bench.detect()
        try await bench.expectEnd([
          "faceDetected", "faceLeftDetected", "faceLeftDetected", "faceSaveStarted", "faceCompleted",
        ])
      }
    }

    @Test func `B-012 faceCompare before faceCompleted is refused, and so is a second one meanwhile`() async throws {
      try await withFace { bench in
        CoreSession.shared.documentPortrait = try Portraits.specimen()
        bench.delegate.on("faceDetected") {
          EnQualifyFace.faceCompare()
          EnQualifyFace.faceComplete()
        }
        bench.delegate.on("faceCompleted") {
          EnQualifyFace.faceCompare()
          EnQualifyFace.faceCompare()
        }
        bench.detect()
        try await bench.delegate.until("faceCompareCompleted")
        #expect(bench.delegate.calls.count { $0 == "faceCompareFailed(comparison)" } == 2)
        #expect(bench.delegate.calls.count { $0 == "faceCompareStarted" } == 1)
        #expect(bench.delegate.calls.last == "faceCompareCompleted")
      }
    }

    // MARK: B-011: again

    @Test func `B-011 faceDetect again begins anew: a new film, and nothing of the earlier try`() async throws {
      try await withFace { bench in
        bench.plan([.face, .smile], completes: false)
        bench.detect()
        try await bench.delegate.until("smileDetected")
        #expect(CustomerFace.shared.getSmilingDetectedImage() != nil)
        let first = try bench.files
        bench.delegate.forget()
        bench.delegate.answers = [:]
        bench.detect()
        #expect(CustomerFace.shared.getSmilingDetectedImage() == nil)
        #expect(CustomerFace.shared.getFaceDetectedImage() == nil)
        bench.plan([.face])
        try await bench.expectEnd(["faceDetected", "faceSaveStarted", "faceCompleted"])
        #expect(bench.screen.openCount == 2)
        #expect(first.count == 1)
        #expect(try await bench.evidence().count { $0.kind == "selfie_video" } == 1)
      }
    }

    @Test func `faceDetect three times in a row opens one camera after the other`() async throws {
      try await withFace { bench in
        bench.detect()
        bench.detect()
        bench.detect()
        try await bench.delegate.until("faceDetected")
        try await bench.delegate.settle()
        #expect(bench.delegate.calls == ["faceDetected"])
        #expect(try bench.files.count == 1)
      }
    }

    @Test func `a whole flow may be done twice in a session, under a challenge of its own`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        let first = CoreSession.shared.challenge?.nonce
        bench.detect()
        try await bench.delegate.until("faceCompleted", 2)
        #expect(CoreSession.shared.challenge?.nonce != first)
      }
    }

    // MARK: Numbers

    @Test(arguments: [-1, 0, Int.min, Int.max]) func `any number of segments is fine`(steps: Int) async throws {
      try await withFace { bench in
        EnQualifyFace.setTotalSteps(steps)
        bench.detect()
        try await bench.delegate.until("faceDetected")
        let wanted = max(0, steps)
        #expect(bench.screen.messages.contains(.progress(filled: min(1, wanted), segments: wanted)))
        EnQualifyFace.setTotalSteps(0)
      }
    }

    @Test(arguments: [-5.0, .nan, -.infinity]) func `a delay that is none is none`(delay: Double) async throws {
      try await withFace { bench in
        bench.delegate.on("faceDetected") { EnQualifyFace.faceComplete(withDelay: delay) }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceSaveStarted", "faceCompleted"])
      }
    }

    @Test func `the camera stays open for the delay while the values are sent`() async throws {
      try await withFace { bench in
        bench.delegate.on("faceDetected") { EnQualifyFace.faceComplete(withDelay: .infinity) }
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        #expect(bench.screen.isOpen)
        bench.delegate.app { EnQualifyFace.sessionClose(finished: true) }
        try await bench.delegate.until("sessionCloseCompleted")
        #expect(!bench.screen.isOpen)
      }
    }

    // MARK: Background in every state

    @Test func `background while the first face is looked for`() async throws {
      let leaving = SpecimenBehaviour.willing.with(.interrupted, when: .time(0.3))
      try await withFace(leaving, values: [.livenessFaceFrames: 30]) { bench in
        bench.detect()
        try await bench.expectEnd(["faceFailed(interrupted)"])
      }
    }

    @Test func `background between two steps`() async throws {
      let leaving = SpecimenBehaviour.willing.with(.interrupted, when: .time(3))
      try await withFace(leaving, pace: .realTime) { bench in
        bench.detect()
        try await bench.delegate.until("faceDetected")
        try await bench.expectEnd(["faceDetected", "faceFailed(interrupted)"])
      }
    }

    @Test func `background while values are sent does no harm`() async throws {
      try await withFace { bench in
        bench.delegate.on("faceDetected") { EnQualifyFace.faceComplete(withDelay: 1) }
        bench.delegate.answers["faceSaveStarted"] = { bench.screen.close() }
        bench.detect()
        try await bench.delegate.until("faceCompleted")
        #expect(bench.delegate.calls == ["faceDetected", "faceSaveStarted", "faceCompleted"])
      }
    }

    @Test func `a moment of inactivity is none of them`() async throws {
      let covered = SpecimenBehaviour.willing.with(.inactive, when: .guidance("smile", after: 0.2))
      try await withFace(covered) { bench in
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.expectEnd(["faceDetected", "smileDetected", "faceSaveStarted", "faceCompleted"])
      }
    }

    // MARK: Closing in every state

    @Test func `sessionClose in the middle of a step stops camera and film, and the flow says nothing more`()
      async throws
    {
      try await withFace(.willing.ignoring("smile")) { bench in
        bench.delegate.on("faceDetected") {
          EnQualifyFace.smileDetect()
          EnQualifyFace.sessionClose(finished: false)
        }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "sessionCloseCompleted"])
        #expect(bench.delegate.closingStatus == "Cancelled")
      }
    }

    @Test func `sessionClose while values are sent ends the sending`() async throws {
      try await withFace { bench in
        bench.plan([.face])
        bench.delegate.on("faceSaveStarted") { EnQualifyFace.sessionClose(finished: false) }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceSaveStarted", "sessionCloseCompleted"])
      }
    }

    @Test(arguments: [false, true]) func `A-078 a person with special needs has more time for a step`(
      hasNeeds: Bool
    ) async throws {
      var slow = SpecimenBehaviour.willing
      slow.reaction = 1.2
      try await withFace(slow, values: [.livenessGestureTimeout: 1.4], isReady: false) { bench in
        let session = bench.session()
        session.handicapped = hasNeeds
        bench.delegate.app {
          EnQualifyFace.initialize(bench.delegate, sessionModel: session, baseModel: bench.base())
        }
        try await bench.delegate.until("initializeCompleted EnQualifyFace")
        bench.delegate.forget()
        bench.plan([.face, .smile])
        bench.detect()
        try await bench.delegate.until(hasNeeds ? "faceCompleted" : "faceFailed(timeout smile)")
      }
    }

    @Test func `B-122 B-128 nothing is recorded in a video call`() async throws {
      try await withFace { bench in
        EnQualifyCore.isInVideoCall = true
        bench.plan([.face])
        bench.detect()
        try await bench.delegate.until("faceDetected")
        #expect(try bench.files.isEmpty)
        try await bench.delegate.until("faceCompleted")
        #expect(try await bench.evidence().allSatisfy { $0.kind == "step_picture" })
      }
    }

    @Test func `networks that are missing are told when the module is initialised`() async throws {
      try await withFace(isReady: false) { bench in
        EnQualifyCore.modelFolder = "/nowhere"
        bench.delegate.app {
          EnQualifyFace.initialize(bench.delegate, sessionModel: bench.session(), baseModel: bench.base())
        }
        try await bench.delegate.until("initializeFailed")
        #expect((bench.delegate.initializeError as? EnQualifyInitializeError)?.code == .modelNotFound)
      }
    }
  }
}
