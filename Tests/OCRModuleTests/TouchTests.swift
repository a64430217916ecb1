import BonafideBackOfficeAPI
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  @MainActor @Suite("Touch test") struct TouchTests {
    @Test("C-083, A-C26: before its side was read an element is not touched")
    func early() async throws {
      try await OCRBench.run { bench in
        for call in [
          EnQualifyOCR.performFrontCrescentConceal, EnQualifyOCR.performFrontMLIConceal,
          EnQualifyOCR.performFrontSignatureConceal, EnQualifyOCR.performBackOVIConceal,
        ] {
          try await bench.expect("idDocConcealFailed") { call(bench.screen) }
          #expect(EnQualifyOCR.lastConcealError?.message == "scan_needed")
        }
        #expect(bench.screen.openings == 0)
        try await bench.expect("idDocConcealFailed") { EnQualifyOCR.idDocConcealComplete(withDelay: 0) }
        #expect(EnQualifyOCR.lastConcealError?.message == "nothing_touched")
        try await bench.scanned()
        try await bench.expect("idDocConcealFailed") { EnQualifyOCR.performBackOVIConceal(in: bench.screen) }
      }
    }

    @Test("C-084 to C-086: crescent and signature, in this order or another, before what was read is sent")
    func elements() async throws {
      try await OCRBench.run(modules: ["document", "conceal"]) { bench in
        try await bench.scanned()
        try await bench.expect("frontSignatureConcealVerified") {
          EnQualifyOCR.performFrontSignatureConceal(in: bench.screen)
        }
        try await bench.expect("frontCrescentConcealVerified") {
          EnQualifyOCR.performFrontCrescentConceal(in: bench.screen)
        }
        #expect(bench.screen.openings == 1)
        #expect(try bench.scratchFiles.count == 2)
        try await bench.expect("idDocConcealCompleted") { EnQualifyOCR.idDocConcealComplete(withDelay: 0) }
        #expect(try bench.scratchFiles.isEmpty)
        #expect(try await bench.evidence().count { $0 == "conceal_video" } == 2)
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
      }
    }

    @Test("C-085, C-088: what is no touch of the card that was read; the reason can be asked for")
    func attacks() async throws {
      try await OCRBench.run(
        modules: ["document", "conceal"], values: ["capture.document.conceal.timeout": 5]
      ) { bench in
        try await bench.scanned()
        for (fault, reason) in [
          (SpecimenBehaviour.CardFault.otherCard, "card_changed"), (.exchanged, "card_changed"),
          (.neverCovers, "element_not_covered"), (.paper, "not_a_hand"), (.sticker, "not_a_hand"),
          (.wholeHand, "covered_too_much"), (.leaves, "covered_too_much"), (.dark, "card_not_found"),
          (.frozenCamera, "element_not_covered"),
        ] {
          try bench.present(.willing.with(fault, at: "cover_mli"))
          try await bench.expect("idDocConcealFailed") { EnQualifyOCR.performFrontMLIConceal(in: bench.screen) }
          #expect(EnQualifyOCR.lastConcealError?.message == reason, "\(fault)")
          #expect(try bench.scratchFiles.isEmpty && !bench.screen.isOpen)
        }
        // A verdict that says no is sent too.
        try await bench.expect("idDocConcealCompleted") { EnQualifyOCR.idDocConcealComplete(withDelay: 0) }
        #expect(try await bench.saved("conceal")?["passed"] == .flag(false))
        try bench.present(.willing)
        try await bench.expect("frontMLIConcealVerified") { EnQualifyOCR.performFrontMLIConceal(in: bench.screen) }
        #expect(EnQualifyOCR.lastConcealError == nil)
      }
    }

    @Test("A film of the card on a screen is never taken")
    func replays() async throws {
      try await OCRBench.run(values: ["capture.document.conceal.timeout": 5]) { bench in
        try await bench.scanned()
        try bench.present(.willing.with(.replay, at: "cover_mli"))
        try await bench.expect("idDocConcealFailed") { EnQualifyOCR.performFrontMLIConceal(in: bench.screen) }
      }
    }
  }
}
