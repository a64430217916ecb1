import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  @MainActor @Suite("Bad input") struct BadInputTests {
    @Test("A-020: before initialize nothing happens, and nothing breaks")
    func early() async throws {
      try await OCRBench.run(isInitialized: false) { bench in
        try await everything(bench)
        await bench.silence()
        #expect(bench.screen.openings == 0)
      }
    }

    @Test("A-020, A-023: after closing every function is refused, each in its own way")
    func late() async throws {
      try await OCRBench.run { bench in
        try await bench.expect("sessionCloseCompleted") { EnQualifyOCR.sessionClose(finished: false) }
        let no = { (state: String) in "idDocFailed(idDocFailed \(state) not_initialized)" }
        try await bench.expect(
          no("idDocTypeCheckFront"), no("idDocTypeCheckBack"), no("idDocFront"), no("hologramCheck"), no("idDocBack"),
          no("idDocComplete"), "idDocConcealFailed", "idDocConcealFailed", "idDocConcealFailed", "idDocConcealFailed",
          "idDocConcealFailed"
        ) { call(bench) }
        #expect(bench.screen.openings == 0)
      }
    }

    private func everything(_ bench: OCRBench) async throws { try await bench.expect { call(bench) } }

    private func call(_ bench: OCRBench) {
      EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
      EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: false)
      EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: true)
      EnQualifyOCR.hologramCheckStart(in: bench.screen)
      EnQualifyOCR.idDocBackStart(in: bench.screen, withVisualAnalysis: true)
      EnQualifyOCR.idDocComplete()
      EnQualifyOCR.performFrontCrescentConceal(in: bench.screen)
      EnQualifyOCR.performFrontMLIConceal(in: bench.screen)
      EnQualifyOCR.performFrontSignatureConceal(in: bench.screen)
      EnQualifyOCR.performBackOVIConceal(in: bench.screen)
      EnQualifyOCR.idDocConcealComplete(withDelay: 0)
    }

    @Test("A-011, A-019: senders and models that are none")
    func models() async throws {
      try await OCRBench.run(isInitialized: false) { bench in
        EnQualifyCore.warning = { _ in }
        EnQualifyOCR.initialize(nil, sessionModel: bench.session(), baseModel: bench.base())
        EnQualifyOCR.initialize("somebody", sessionModel: bench.session(), baseModel: bench.base())
        await bench.silence()
        try await bench.expect("initializeFailed(5)") { EnQualifyOCR.initialize(bench.delegate) }
        try await bench.expect("initializeFailed(6)") {
          EnQualifyOCR.initialize(bench.delegate, baseModel: bench.base())
        }
        try await bench.expect("initializeFailed(6)") {
          EnQualifyOCR.initialize(
            bench.delegate, sessionModel: SessionModelOCR(callType: "NewCustomer", reference: " "),
            baseModel: bench.base())
        }
        try await bench.expect("initializeFailed(7)") {
          let base = bench.base()
          base.mapiCertificateList = ["MAPI_CERT_1"]
          EnQualifyOCR.initialize(bench.delegate, sessionModel: bench.session(), baseModel: base)
        }
        EnQualifyCore.warning = nil
      }
    }

    @Test("a step while another one runs is refused, and the other one goes on")
    func twice() async throws {
      try await OCRBench.run { bench in
        try await bench.expect(
          "idDocFailed(idDocFailed idDocTypeCheckFront another_step_runs)",
          "idDocFailed(idDocFailed idDocBack another_step_runs)", "idDocTypeCheckVerified(true)"
        ) {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
          EnQualifyOCR.idDocBackStart(in: bench.screen, withVisualAnalysis: true)
        }
        #expect(bench.screen.openings == 1)
      }
    }

    @Test("C-014: the back alone may be read and sent; completing twice tells it once, and once more later")
    func backAlone() async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        try await bench.expect("idDocCompleted") {
          EnQualifyOCR.idDocComplete()
          EnQualifyOCR.idDocComplete()
        }
        #expect(try await bench.evidence() == ["back"])
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(try await bench.evidence() == ["back"])
      }
    }

    @Test("idDocComplete ends a step that runs, without a failure of that step")
    func completeInStep() async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        try await bench.expect("idDocCompleted") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
          EnQualifyOCR.idDocComplete()
        }
        await bench.silence()
        #expect(!bench.screen.isOpen)
      }
    }

    @Test("delays that are none", arguments: [-1, .nan, -.infinity] as [TimeInterval])
    func delays(delay: TimeInterval) async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete(withDelay: delay) }
        #expect(!bench.screen.isOpen)
      }
    }

    @Test("C-006: the camera stays open for the delay, and for a step that is begun in it")
    func delay() async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete(withDelay: 1.5) }
        #expect(bench.screen.isOpen)
        try await bench.typeCheck()
        try await Task.sleep(for: .seconds(1.7))
        #expect(bench.screen.isOpen && bench.screen.openings == 1)
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete(withDelay: 0.3) }
        try await Task.sleep(for: .seconds(0.5))
        #expect(!bench.screen.isOpen)
      }
    }
  }
}
