import BonafideBackOfficeAPI
import BonafideCapture
import BonafideObservations
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  @MainActor struct HappyPathTests {
    @Test func `a card is read, tilted, turned over, sent, touched and closed, in the vendor's order`() async throws {
      let papers = SpecimenPapers()
      try await OCRBench.run(papers: papers, modules: ["document", "hologram", "conceal"]) { bench in
        try await bench.typeCheck()
        try await bench.front()
        try await bench.expect("hologramCheckVerified") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
        try await bench.typeCheck(.back)
        try await bench.back()
        #expect(bench.screen.openings == 1 && bench.screen.isOpen)
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(!bench.screen.isOpen)
        try await bench.expect("frontMLIConcealVerified") { EnQualifyOCR.performFrontMLIConceal(in: bench.screen) }
        try await bench.expect("backOVIConcealVerified") { EnQualifyOCR.performBackOVIConceal(in: bench.screen) }
        #expect(bench.screen.openings == 2)
        try await bench.expect("idDocConcealCompleted") { EnQualifyOCR.idDocConcealComplete(withDelay: 0) }
        #expect(EnQualifyOCR.lastConcealError == nil)

        let identity = CustomerIdentity.shared
        for (read, field) in [
          (identity.getDocumentNumber(), "documentNumber"), (identity.getIdentityNumber(), "identityNumber"),
          (identity.getFrontIdentityNumber(), "identityNumber"), (identity.getGender(), "sex"),
        ] { #expect(try read == papers.value(of: field), "\(field)") }
        #expect(identity.getIdentityType() == "I" && identity.getIssuingState() == "TUR")
        #expect(identity.getFrontImage()?.image != nil && identity.getBackImage()?.image != nil)
        #expect(identity.getPersonImage()?.image != nil && identity.getHoloFrontImage()?.image != nil)
        #expect(CoreSession.shared.documentPortrait != nil)

        let evidence = try await bench.evidence()
        #expect(
          evidence.filter { $0 != "step_picture" } == [
            "front", "back", "person_picture", "hologram_video", "conceal_video", "conceal_video",
          ])
        #expect(try await bench.saved("document")?["type"]?.text == "TUR-ID")
        #expect(try await bench.saved("hologram")?["passed"] == .flag(true))
        #expect(try await bench.saved("conceal")?["passed"] == .flag(true))
        #expect(try CoreSession.shared.scratch().files.isEmpty)

        try await bench.expect("sessionCloseCompleted") { EnQualifyOCR.sessionClose(finished: true) }
        #expect(!bench.screen.isOpen)
      }
    }
  }
}
