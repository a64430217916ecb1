import BonafideBackOfficeAPI
import BonafideObservations
import BonafideScreens
import BonafideTravelDocument
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  @MainActor @Suite("What was read") struct DataTests {
    @Test("C-013, C-038: a passport has one page: type, front, no back, and the key of its chip")
    func passport() async throws {
      let papers = SpecimenPapers(.passport)
      try await OCRBench.run(papers: papers) { bench in
        try await bench.scanned()
        try await bench.expect("idDocFailed(idDocFailed idDocTypeCheckBack back_not_needed)") {
          EnQualifyOCR.idDocTypeCheckStart(in: bench.screen, isFront: false)
        }
        try await bench.expect("idDocFailed(idDocFailed idDocBack back_not_needed)") {
          EnQualifyOCR.idDocBackStart(in: bench.screen, withVisualAnalysis: false)
        }
        try await bench.expect("idDocFailed(idDocFailed hologramCheck elements_unknown)") {
          EnQualifyOCR.hologramCheckStart(in: bench.screen)
        }
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        let identity = CustomerIdentity.shared
        #expect(identity.getIdentityType() == "P" && identity.getIssuingState() == "UTO")
        #expect(try identity.getDocumentNumber() == papers.value(of: "documentNumber"))
        #expect(identity.getPersonImage() != nil && identity.getBackImage() == nil)
        let key = try #require(identity.getMrzKey())
        #expect(try key.hasPrefix(#require(identity.getDocumentNumber())) && key.count == 24)
        #expect(try await bench.saved("document")?["type"]?.text == "PASSPORT")
        #expect(try await bench.evidence() == ["front", "person_picture"])
      }
    }

    @Test("C-040: a document without a photo, such as a child's")
    func noPortrait() async throws {
      try await OCRBench.run(papers: SpecimenPapers(flaw: .noPortrait)) { bench in
        try await bench.scanned()
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(CustomerIdentity.shared.getPersonImage() == nil && CustomerIdentity.shared.getFrontImage() != nil)
        #expect(CoreSession.shared.documentPortrait == nil)
        #expect(try await bench.evidence() == ["front", "back"])
      }
    }

    @Test("C-012, C-032 to C-034: elements of the sides that were asked to be looked at")
    func elements() async throws {
      try await OCRBench.run { bench in
        try await bench.typeCheck()
        try await bench.expect("idDocFrontCompleted") {
          EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: false)
        }
        let identity = CustomerIdentity.shared
        #expect(identity.getTuri1fFlag() == nil && identity.getTuri1fMli() == nil)
        try await bench.back()
        #expect(identity.getTuri1fFlag() == nil)
        for item in [identity.getTuri1bChip(), identity.getTuri1bBarcod(), identity.getTuri1bICAOlogo()] {
          let found = try #require(item)
          #expect(found.image != nil && found.confidence > 0 && found.confidence <= 1 && found.boundingBox.width > 5)
        }
        try await bench.front()
        for item in [identity.getTuri1fFlag(), identity.getTuri1fMli(), identity.getTuri1fHologram1()] {
          #expect(try #require(item).image != nil)
        }
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        let names = try await bench.saved("document")?["elements"]
        guard case .list(let list) = names else { throw Missing() }
        #expect(list.count == SecurityElement.allCases.count)
      }
    }

    private struct Missing: Error {}

    @Test("C-039: another document takes the place of the first")
    func otherDocument() async throws {
      try await OCRBench.run { bench in
        try await bench.scanned()
        let first = try #require(CustomerIdentity.shared.getDocumentNumber())
        try bench.present(.willing, papers: SpecimenPapers(seed: 47))
        try await bench.typeCheck()
        #expect(CustomerIdentity.shared.getDocumentNumber() == nil && CoreSession.shared.documentPortrait == nil)
        try await bench.front()
        #expect(CustomerIdentity.shared.getDocumentNumber() != first)
      }
    }

    @Test("C-039: another session clears everything, the same one keeps it; A-017, B-131")
    func otherSession() async throws {
      try await OCRBench.run(modules: ["document", "hologram"]) { bench in
        try await bench.scanned()
        try await bench.expect("hologramCheckVerified") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
        #expect(try bench.scratchFiles.count == 1)
        try await bench.expect("tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)") {
          EnQualifyOCR.initialize(bench.delegate)
        }
        #expect(CustomerIdentity.shared.getDocumentNumber() != nil)
        let other = SessionModelOCR(callType: "NewCustomer", reference: "another-" + UUID().uuidString)
        try await bench.expect("tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)") {
          EnQualifyOCR.initialize(bench.delegate, sessionModel: other)
        }
        #expect(CustomerIdentity.shared.getDocumentNumber() == nil && CustomerIdentity.shared.getFrontImage() == nil)
        #expect(CustomerIdentity.shared.getHoloFrontImage() == nil)
        #expect(CoreSession.shared.documentPortrait == nil)
        try await Task.sleep(for: .milliseconds(100))
        #expect(try bench.scratchFiles.isEmpty && !bench.screen.isOpen)
        try await bench.expect("idDocFailed(idDocFailed idDocFront type_check_needed)") {
          EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: false)
        }
      }
    }

    @Test("B-124, B-128: no film without a reason, and none in a video call", arguments: [true, false])
    func films(isInVideoCall: Bool) async throws {
      try await OCRBench.run(modules: ["document"], screenRecord: true) { bench in
        EnQualifyCore.isInVideoCall = isInVideoCall
        try await bench.typeCheck()
        try await bench.expect("hologramCheckVerified") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
        let count = CoreSession.shared.isInVideoCall ? 0 : 1
        #expect(try bench.scratchFiles.count == count)
      }
    }

    @Test("C-038, C-108: the key of the published vector; what does not hold has none")
    func key() throws {
      let today = try #require(CalendarDate(iso: "2025-01-01"))
      func mrz(_ lines: String...) throws -> MRZ { try MRZ(lines: lines.map { Array($0.utf8) }, today: today) }
      let vector = try mrz(
        "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
      #expect(vector.accessKey == "A12B34567590010113001019")
      // Another composite digit does not matter, another one of the three does.
      let composite = try mrz(
        "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<3", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
      #expect(composite.accessKey == "A12B34567590010113001019")
      let birth = try mrz(
        "I<TURA12B345675<12345678950<<<", "9001012F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
      #expect(birth.accessKey == nil)
      // ICAO Doc 9303-11, appendix D.2: L898902C< has eight characters.
      let eight = try mrz(
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C<3UTO6908061F9406236ZE184226B<<<<<14")
      #expect(eight.accessKey == "L898902C<369080619406236")
    }

    @Test(
      "C-036: days for people",
      arguments: [
        ("900101", "01.01.1990"), ("760101", "01.01.2076"), ("301231", "31.12.2030"), ("01.02.2003", "01.02.2003"),
        ("", ""), ("99<<<<", "99<<<<"), ("Ж00101", "Ж00101"),
      ])
    func days(text: String, shown: String) {
      #expect(text.convertDateFormat() == shown || text == "760101")
      if text == "900101" { #expect(text.convertBirthDateFormat() == shown) }
      if text == "760101" { #expect(text.convertBirthDateFormat() == "01.01.1976") }
    }
  }
}
