import BonafideBackOfficeAPI
import BonafideObservations
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  /// Each step's failures, and that it can be done again after them.
  @MainActor @Suite("Failures of steps") struct FailureTests {
    /// Seconds of frame time, so that a time-out takes little.
    private static let short: [String: Double] = [
      "capture.document.type.timeout": 2, "capture.document.scan.timeout": 2,
      "capture.document.hologram.timeout": 5,
    ]

    @Test("C-024, C-027: no camera is cameraSetup, and the step can be done again")
    func camera() async throws {
      var behaviour = SpecimenBehaviour.willing
      behaviour.hasNoCamera = true
      try await OCRBench.run(behaviour: behaviour) { bench in
        try await bench.expect("idDocFailed(cameraSetup service_unavailable)") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
        #expect(!bench.screen.isOpen)
        try bench.present(.willing)
        try await bench.typeCheck()
      }
    }

    @Test(
      "C-023, C-025, C-027: time-out of the type check with what stood in the way, the camera off, and once more",
      arguments: [
        (SpecimenBehaviour.CardFault.dark, "more_light"), (.wrongSide, "show_front"), (.leaves, nil),
      ] as [(SpecimenBehaviour.CardFault, String?)])
    func typeCheck(fault: SpecimenBehaviour.CardFault, obstacle: String?) async throws {
      // A card that leaves is one that is never held still.
      let behaviour =
        fault == .leaves
        ? SpecimenBehaviour.willing.ignoring("show_front") : .willing.with(fault, at: "show_front")
      try await OCRBench.run(behaviour: behaviour, values: Self.short) { bench in
        try await bench.expect("idDocFailed(timeout idDocTypeCheckFront \(obstacle ?? "no_card"))") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
        #expect(!bench.screen.isOpen && bench.sounds.contains("snd_id_type_check_timeout"))
        if let obstacle { #expect(bench.screen.specimen.guidance.contains(obstacle)) }
        try bench.present(.willing)
        try await bench.typeCheck()
      }
    }

    @Test("A-078: who needs it has twice the time", arguments: [false, true])
    func time(handicapped: Bool) async throws {
      try await OCRBench.run(
        behaviour: .willing.ignoring("show_front"), values: Self.short, isInitialized: false
      ) { bench in
        try await bench.initialize(handicapped: handicapped)
        try await bench.expect("idDocFailed(timeout idDocTypeCheckFront no_card)") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: true)
        }
        let frames = bench.screen.specimen.messages.count { if case .outline = $0 { true } else { false } }
        #expect((handicapped ? 40...43 : 20...23).contains(frames))
      }
    }

    @Test("C-023: time-outs of front and back")
    func scans() async throws {
      try await OCRBench.run(values: Self.short) { bench in
        try await bench.typeCheck()
        try bench.present(.willing.ignoring("show_front", "show_back"))
        try await bench.expect("idDocFailed(timeout idDocFront no_card)") {
          EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: false)
        }
        try await bench.expect("idDocFailed(timeout idDocBack no_card)") {
          EnQualifyOCR.idDocBackStart(in: bench.screen, withVisualAnalysis: false)
        }
        #expect(bench.sounds.count { $0 == "snd_id_read_timeout" } == 2)
      }
    }

    @Test("C-053: holograms that do not change with the tilting; the film is gone each time")
    func holograms() async throws {
      try await OCRBench.run(modules: ["document", "hologram"], values: Self.short) { bench in
        try await bench.scanned()
        for (fault, heard) in [
          (SpecimenBehaviour.CardFault.untilted, "timeout hologramCheck card_not_tilted"),
          (.frozenCamera, "timeout hologramCheck card_not_tilted"),
          (.staticHologram, "idDocFailed hologramCheck hologram_static"),
          (.leaves, "timeout hologramCheck card_lost"),
          (.otherCard, "idDocFailed hologramCheck card_changed"),
          (.exchanged, "idDocFailed hologramCheck card_changed"),
        ] {
          try bench.present(.willing.with(fault, at: "tilt"))
          try await bench.expect("idDocFailed(\(heard))") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
          #expect(try bench.scratchFiles.isEmpty && !bench.screen.isOpen, "\(fault)")
        }
        try bench.present(.willing)
        try await bench.expect("hologramCheckVerified") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
        #expect(try bench.scratchFiles.count == 1)
      }
    }

    @Test("C-015: sides of two people")
    func sides() async throws {
      try await OCRBench.run(papers: SpecimenPapers(flaw: .sidesDisagree)) { bench in
        try await bench.scanned()
        try await bench.expect("idDocFailed(idDocFailed idDocBack sides_disagree)") {
          EnQualifyOCR.idDocBackStart(in: bench.screen, withVisualAnalysis: false)
        }
        #expect(bench.sounds.contains("snd_cross_check_fail"))
        #expect(CustomerIdentity.shared.getBackImage() == nil)
      }
    }

    @Test("C-015: by policy sides that disagree are left to the back office, which is told")
    func flaggedSides() async throws {
      try await OCRBench.run(
        papers: SpecimenPapers(flaw: .sidesDisagree), values: ["capture.document.mismatch.fails": 0]
      ) { bench in
        try await bench.scanned()
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(try await bench.saved("document")?["crossChecks"]?["documentNumber"] == .flag(false))
      }
    }

    @Test("C-112: an expired document is read, flagged and left to the back office")
    func expired() async throws {
      try await OCRBench.run(papers: SpecimenPapers(flaw: .expired)) { bench in
        try await bench.scanned()
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(try await bench.saved("document")?["details"]?["expired"] == .flag(true))
      }
    }

    @Test(
      "C-016, A-079: the number that the app gave",
      arguments: [
        ("12345678950", "idDocFailed(idDocFailed idDocFront identity_number_mismatch)"),
        // The vendor's own example is no number that can be: a warning only.
        ("12345678901", "idDocFrontCompleted"), (nil, "idDocFrontCompleted"),
      ] as [(String?, String)])
    func number(given: String?, heard: String) async throws {
      let papers = SpecimenPapers()
      try await OCRBench.run(papers: papers, isInitialized: false) { bench in
        let own = try papers.value(of: "identityNumber")
        try await bench.initialize(identityNo: given ?? own)
        try await bench.typeCheck()
        try await bench.expect(heard) {
          EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: false)
        }
      }
    }
  }
}
