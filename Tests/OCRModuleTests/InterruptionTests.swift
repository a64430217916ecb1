import BonafideObservations
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  /// C-026, G-020, G-021: who or what ends a step, in every state.
  @MainActor @Suite("Interruptions") struct InterruptionTests {
    @Test("the app goes to the background in each step: one failure, the camera off, no film left, and once more")
    func background() async throws {
      try await OCRBench.run(modules: ["document", "hologram", "conceal"]) { bench in
        @MainActor func interrupted(_ state: String, _ step: @MainActor () -> Void) async throws {
          bench.screen.inject(.interrupted)
          let isTouch = state.hasSuffix("Conceal")
          try await bench.expect(
            isTouch ? "idDocConcealFailed" : "idDocFailed(idDocFailed \(state) interrupted)", by: step)
          if isTouch { #expect(EnQualifyOCR.lastConcealError?.message == "interrupted") }
          #expect(try !bench.screen.isOpen && bench.scratchFiles.isEmpty)
        }
        let screen = bench.screen
        try await interrupted("idDocTypeCheckFront") { EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: true) }
        try await bench.typeCheck()
        try await interrupted("idDocFront") { EnQualifyOCR.idDocFrontStart(in: screen, withVisualAnalysis: false) }
        try await bench.front()
        try await interrupted("hologramCheck") { EnQualifyOCR.hologramCheckStart(in: screen) }
        try await interrupted("idDocTypeCheckBack") { EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: false) }
        try await interrupted("idDocBack") { EnQualifyOCR.idDocBackStart(in: screen, withVisualAnalysis: false) }
        try await interrupted("frontMLIConceal") { EnQualifyOCR.performFrontMLIConceal(in: screen) }
        // What was read before stays.
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        // With the camera off there is nothing to take away.
        screen.inject(.interrupted)
        await bench.silence()
      }
    }

    @Test("in the middle of a film that is being recorded")
    func film() async throws {
      try await OCRBench.run(modules: ["document", "hologram"]) { bench in
        try await bench.typeCheck()
        let behaviour = SpecimenBehaviour.willing.with(.interrupted, when: .guidance("tilt_more", after: 0.2))
        try bench.present(behaviour)
        try await bench.expect("idDocFailed(idDocFailed hologramCheck interrupted)") {
          EnQualifyOCR.hologramCheckStart(in: bench.screen)
        }
        #expect(bench.screen.specimen.guidance.contains("tilt_more"))
        #expect(try bench.scratchFiles.isEmpty && !bench.screen.isOpen)
      }
    }

    @Test("between two steps, before a real camera")
    func idle() async throws {
      try await OCRBench.run(pace: .realTime) { bench in
        try await bench.typeCheck()
        #expect(bench.screen.isOpen)
        bench.screen.inject(.interrupted)
        try await bench.expect("idDocFailed(idDocFailed idle interrupted)")
        #expect(!bench.screen.isOpen)
        try await bench.front()
      }
    }

    @Test("a camera that is left open goes off by itself")
    func forgotten() async throws {
      try await OCRBench.run(pace: .realTime, values: ["capture.document.idle": 5]) { bench in
        try await bench.typeCheck()
        try await bench.expect("idDocFailed(timeout idle idle)")
        #expect(!bench.screen.isOpen)
      }
    }

    @Test("the person closes the screen; that is something else than the background")
    func closed() async throws {
      try await OCRBench.run { bench in
        bench.screen.inject(.closedByPerson)
        try await bench.expect("idDocFailed(idDocFailed idDocTypeCheckFront closed_by_person)") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
        #expect(!bench.screen.isOpen)
      }
    }

    @Test("covered for a moment, a step goes on")
    func covered() async throws {
      try await OCRBench.run { bench in
        bench.screen.inject(.inactive)
        try await bench.typeCheck()
      }
    }

    @Test(
      "a camera that breaks off, and one that gives nothing",
      arguments: [
        (SpecimenBehaviour.Happening.cameraFails, "service_unavailable"), (.cameraHangs, "camera_silent"),
      ])
    func camera(happening: SpecimenBehaviour.Happening, code: String) async throws {
      try await OCRBench.run(
        behaviour: .willing.with(happening, when: .time(0.2)), values: ["capture.document.silence": 0.5]
      ) { bench in
        try await bench.expect("idDocFailed(cameraSetup \(code))") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
        #expect(!bench.screen.isOpen)
      }
    }

    @Test("closing the session ends a step without a word of it, and the film is gone")
    func close() async throws {
      try await OCRBench.run(modules: ["document", "hologram"]) { bench in
        try await bench.typeCheck()
        try await bench.expect("sessionCloseCompleted") {
          EnQualifyOCR.hologramCheckStart(in: bench.screen)
          EnQualifyOCR.sessionClose(finished: false)
        }
        #expect(bench.delegate.status == "Cancelled")
        await bench.silence()
        #expect(try bench.scratchFiles.isEmpty && !bench.screen.isOpen)
        try await bench.expect("idDocFailed(idDocFailed idDocTypeCheckFront not_initialized)") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
      }
    }
  }
}
