import BonafideObservations
import CoreModule
import Foundation
import OCRModule
import Testing

extension OCRModuleTests {
  @MainActor @Suite("What else the module has") struct SymbolTests {
    @Test("C-031, C-033 to C-038: days, elements and pictures of a card, as they are told")
    func card() async throws {
      try await OCRBench.run { bench in
        try await bench.scanned()
        try await bench.typeCheck(.back)
        try await bench.back()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        let identity = CustomerIdentity.shared
        let birth = try #require(identity.getDateOfBirthDay())
        #expect(birth.count == 6 && birth.allSatisfy(\.isNumber))
        #expect(identity.getDateOfBirth() == birth)
        let printed = try #require(identity.getFrontDateOfBirthDay())
        #expect(birth.convertBirthDateFormat() == printed.convertDateFormat())
        let signature = try #require(identity.getTuri1fSignature())
        #expect(signature.image != nil && signature.confidence > 0 && !signature.name.isEmpty)
        #expect(identity.getChipPhoto() == nil)
        let again = ConfidenceItem(
          image: signature.image, confidence: signature.confidence, name: signature.name,
          boundingBox: signature.boundingBox)
        #expect(again.boundingBox == signature.boundingBox && again.confidence == signature.confidence)
      }
    }

    @Test("A-083: data of other systems are sent through the module")
    func integration() async throws {
      try await OCRBench.run { bench in
        let model = IntegrationModelOCR(data: #"{"consent":true}"#)
        try await bench.expect("integrationAddCompleted") { EnQualifyOCR.integrationAdd(model) }
        try await bench.expect("integrationAddFailed") { EnQualifyOCR.integrationAdd(IntegrationModelOCR(data: "")) }
      }
    }

    @Test("A-090, A-091: a document is signed through the module")
    func signing() async throws {
      try await OCRBench.run { bench in
        let document = CoreSigningModel(data: "AAAA", reference: "doc-1")
        try await bench.expect("signingSetCompleted") { EnQualifyOCR.signingSet(document) }
        try await bench.expect("signingCompleted") { EnQualifyOCR.signingFinish(reference: "doc-1") }
      }
    }

    @Test("C-021, C-022, A-C20: each state is named in the texts; what apps are told is not lost")
    func texts() {
      let states: [OCRState] = [
        .idle, .idDocTypeCheckFront, .idDocTypeCheckBack, .idDocFront, .hologramCheck, .idDocBack, .idDocComplete,
        .idDocSave, .passport, .frontCrescentConceal, .frontMLIConceal, .frontSignatureConceal, .backOVIConceal,
        .idDocConcealComplete,
      ]
      #expect(Set(states).count == OCRState.allCases.count)
      for state in states {
        let timeout = EnQualifyOcrError.timeout(state, "no_card")
        #expect(timeout.ocrErrorDescription == "Timeout during \(state.rawValue) state with no_card")
        let failure = EnQualifyOcrError.idDocFailed(state, "glare")
        #expect(failure.ocrErrorDescription == "Authentication failed during \(state.rawValue). Please try again.")
        #expect(failure.errorDescription?.contains("glare") == true)
      }
    }
  }
}
