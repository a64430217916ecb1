import BonafideBackOfficeAPI
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import Testing

/// An app that was written by the vendor's reference part.
@MainActor private final class ReferenceApp: CoreNotes, EnQualifyOCRDelegate {
  func initializeCompleted(moduleName: String) { note("initializeCompleted") }
  func idDocTypeCheckVerifiedFront() { note("idDocTypeCheckVerifiedFront") }
  func idDocTypeCheckVerifiedBack() { note("idDocTypeCheckVerifiedBack") }
}

extension OCRModuleTests {
  /// Where the vendor's documents contradict themselves, each as it was resolved.
  @MainActor @Suite("Contradictions") struct ContradictionTests {
    @Test func A_C07_theReferencesNamesOfTheTypeCheckWorkToo() async throws {
      try await OCRBench.run(isInitialized: false) { bench in
        let app = ReferenceApp()
        EnQualifyOCR.initialize(app, sessionModel: bench.session(), baseModel: bench.base())
        try await wait(for: "initializeCompleted", of: app)
        EnQualifyOCR.idDocTypeCheckStartFront(in: bench.screen)
        try await wait(for: "idDocTypeCheckVerifiedFront", of: app)
        EnQualifyOCR.idDocTypeCheckStartBack(in: bench.screen)
        try await wait(for: "idDocTypeCheckVerifiedBack", of: app)
        #expect(
          app.calls == ["initializeCompleted", "idDocTypeCheckVerifiedFront", "idDocTypeCheckVerifiedBack"])
      }
    }

    private func wait(for call: String, of app: ReferenceApp) async throws {
      let end = ContinuousClock.now + .seconds(60)
      while !app.calls.contains(call), .now < end { try await Task.sleep(for: .milliseconds(2)) }
      try #require(app.calls.contains(call))
    }

    @Test func A_C08_failuresComeUnderTheLowerCaseName() async throws {
      try await OCRBench.run { bench in
        try await bench.expect("idDocFailed(idDocFailed idDocFront type_check_needed)") {
          EnQualifyOCR.idDocFrontStart(in: bench.screen, withVisualAnalysis: true)
        }
      }
    }

    @Test func A_C13_theHologramMayComeBeforeTheFrontAndNotBeforeTheTypeCheck() async throws {
      try await OCRBench.run { bench in
        try await bench.expect("idDocFailed(idDocFailed hologramCheck type_check_needed)") {
          EnQualifyOCR.hologramCheckStart(in: bench.screen)
        }
        #expect(bench.screen.openings == 0)
        try await bench.typeCheck()
        try await bench.expect("hologramCheckVerified") { EnQualifyOCR.hologramCheckStart(in: bench.screen) }
        try await bench.front()
        #expect(CustomerIdentity.shared.getHoloFrontImage() != nil)
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        // Neither module nor `screenRecord` asked for a film.
        #expect(try await !bench.evidence().contains("hologram_video"))
        #expect(try await bench.saved("hologram")?["passed"] == .flag(true))
      }
    }

    @Test func A_C18_theSampleReadsWhatWasRead() async throws {
      let papers = SpecimenPapers()
      try await OCRBench.run(papers: papers) { bench in
        let sample = Sample()
        sample.setCustomerChipValues()
        #expect(sample.chipData.allSatisfy { $0.value == "" })
        try await bench.scanned()
        try await bench.back()
        sample.setCustomerChipValues()
        @MainActor func dotted(_ field: String) throws -> String {
          let day = try papers.value(of: field)
          let parts = try #require(day).split(separator: "-")
          return "\(parts[2]).\(parts[1]).\(parts[0])"
        }
        #expect(try sample.chipData[2].value == dotted("dateOfBirth"))
        #expect(try sample.chipData[3].value == papers.value(of: "identityNumber"))
        #expect(try sample.chipData[4].value == papers.value(of: "documentNumber"))
        #expect(sample.chipData[6].value == "TUR")
        #expect(try sample.chipData[7].value == dotted("expiryDate"))
        #expect(sample.ocrImageData.frontPage?.width ?? 0 > 100)
      }
    }

    @Test func A_C19_completeIsAFunctionWithADelayThatMayBeLeftOut() async throws {
      try await OCRBench.run { bench in
        let heard = "idDocFailed(idDocFailed idDocComplete nothing_read)"
        try await bench.expect(heard) { EnQualifyOCR.idDocComplete() }
        try await bench.expect(heard) { EnQualifyOCR.idDocComplete(withDelay: 0.0) }
      }
    }

    @Test func A_C20_descriptionsAreTheVendorsAndTheMessageIsNotLost() {
      for (error, text) in [
        (EnQualifyOcrError.timeout(.idDocFront, "no_card"), "Timeout during idDocFront state with no_card"),
        (.idDocSave("no_network"), "Error while saving id document"),
        (.idDocFailed(.hologramCheck, "card_changed"), "Authentication failed during hologramCheck. Please try again."),
        (.cameraSetup("busy"), "Camera setup failed: busy"),
      ] {
        #expect(error.ocrErrorDescription == text)
        #expect(error.localizedDescription.contains(text) && error.localizedDescription.contains(error.message))
        #expect((error as NSError).userInfo[EnQualifyOcrError.messageKey] as? String == error.message)
      }
    }
  }
}

/// The vendor's usage example; `customerDoc` there is `customerCard`, and an empty picture is none.
@MainActor private final class Sample {
  struct Value { var value = "" }
  struct Images {
    var holoPage: UIImage?
    var frontPage: UIImage?
    var backPage: UIImage?
  }

  var chipData = [Value](repeating: Value(), count: 8)
  var ocrImageData = Images()

  func setCustomerChipValues() {
    let customerCard = CustomerIdentity.shared

    chipData[0].value = customerCard.getName() ?? ""
    chipData[1].value = customerCard.getSurname() ?? ""
    chipData[2].value = (customerCard.getFrontDateOfBirthDay() ?? "").convertDateFormat()
    chipData[3].value = customerCard.getIdentityNumber() ?? ""
    chipData[4].value = customerCard.getDocumentNumber() ?? ""
    chipData[5].value = customerCard.getGender() ?? ""
    chipData[6].value = customerCard.getNationality() ?? ""
    chipData[7].value = (customerCard.getExpiryDate() ?? "").convertDateFormat()

    ocrImageData.holoPage = customerCard.getHoloFrontImage()?.image
    ocrImageData.frontPage = customerCard.getFrontImage()?.image
    ocrImageData.backPage = customerCard.getBackImage()?.image
  }
}
