import BonafideObservations
import BonafideVerification
import Testing

/// A Turkish card about which there is nothing to say.
private func sound(_ change: (inout DocumentEvidence) -> Void = { _ in }) -> DocumentEvidence {
  var evidence = DocumentEvidence(type: .turkishCard, zone: .valid)
  evidence.crossChecks = DocumentField.allCases.map { CrossCheck(field: $0, mrz: "A", printed: "A", agrees: true) }
  evidence.zoneIsOnOtherSide = true
  evidence.expired = false
  evidence.nationalNumberHolds = true
  evidence.isGreyCopy = false
  evidence.isScreen = false
  evidence.hasPortrait = true
  for element in SecurityElement.allCases { evidence.elements.updateValue(0.9, forKey: element) }
  change(&evidence)
  return evidence
}

private func disagree(_ field: DocumentField, _ agrees: Bool?) -> (inout DocumentEvidence) -> Void {
  { evidence in
    evidence.crossChecks.removeAll { $0.field == field }
    evidence.crossChecks.append(CrossCheck(field: field, mrz: "A", printed: agrees == nil ? nil : "B", agrees: agrees))
  }
}

private struct Case: Sendable, CustomTestStringConvertible {
  let name: String
  let decision: DocumentDecision
  let codes: [ReasonCode]
  let change: @Sendable (inout DocumentEvidence) -> Void

  var testDescription: String { name }

  init(
    _ name: String, _ decision: DocumentDecision, _ codes: [ReasonCode],
    _ change: @escaping @Sendable (inout DocumentEvidence) -> Void
  ) {
    (self.name, self.decision, self.codes, self.change) = (name, decision, codes, change)
  }
}

@Suite("The policy on documents") struct DocumentPolicyTests {
  private static let cases: [Case] = [
    Case("nothing", .accepted, []) { _ in },
    Case("expired", .rejected, [.documentExpired]) { $0.expired = true },
    Case("check digits", .rejected, [.mrzInvalid]) { $0.zone = .invalid },
    Case("check digits of a blurred zone", .review, [.mrzUnclear]) { $0.zone = .unclear },
    Case("a doubtful letter of the zone", .review, [.mrzUnclear]) {
      disagree(.surname, nil)(&$0)
      $0.doubtfulInZone = [.surname]
    },
    Case("sides disagree", .rejected, [.sidesDisagree]) { disagree(.surname, false)(&$0) },
    Case("print disagrees", .rejected, [.printDisagrees]) {
      disagree(.sex, false)(&$0)
      $0.zoneIsOnOtherSide = false
    },
    Case("needed print not read", .review, [.printNotRead]) { disagree(.identityNumber, nil)(&$0) },
    Case("other print not read", .accepted, []) { disagree(.sex, nil)(&$0) },
    Case("number does not check", .rejected, [.nationalNumberInvalid]) { $0.nationalNumberHolds = false },
    Case("another number than expected", .rejected, [.identityNumberMismatch]) {
      $0.isNumberExpected = true
      $0.isExpectedNumber = false
    },
    Case("expected number not read", .review, [.identityNumberNotRead]) { $0.isNumberExpected = true },
    Case("impossible date", .rejected, [.impossibleDate]) { $0.hasImpossibleDate = true },
    Case("grey copy", .rejected, [.greyCopy]) { $0.isGreyCopy = true },
    Case("screen", .rejected, [.screenRecapture]) { $0.isScreen = true },
    Case("colours not measured", .accepted, []) { $0.isGreyCopy = nil },
    Case("no portrait", .review, [.noReferenceFace]) { $0.hasPortrait = false },
    Case("expiry not read", .review, [.expiryNotRead]) { $0.expired = nil },
    Case("no zone", .review, [.mrzNotFound]) { $0.zone = .missing },
    Case("no back", .review, [.backMissing]) {
      $0.zone = .missing
      $0.shown = [.backMissing]
      $0.crossChecks = []
    },
    Case("no front", .review, [.frontMissing]) {
      $0.shown = [.frontMissing]
      $0.crossChecks = []
      $0.hasPortrait = false
    },
    Case("swapped", .review, [.sidesSwapped]) { $0.shown = [.sidesSwapped] },
    Case("same side twice", .review, [.sameSideTwice]) { $0.shown = [.sameSideTwice, .frontMissing] },
    Case("two documents", .rejected, [.differentDocuments]) { $0.shown = [.twoDocuments] },
    Case("passport with a back", .accepted, [.backNotNeeded]) {
      $0.type = .passport
      $0.shown = [.backNotNeeded]
      $0.elements = [:]
    },
    Case("unknown kind", .review, [.documentUnknown, .mrzNotFound]) {
      $0.type = .unknown
      $0.zone = .missing
      $0.elements = [:]
    },
    Case("two elements hidden", .accepted, []) {
      $0.elements.updateValue(nil, forKey: .ovi)
      $0.elements.updateValue(0.3, forKey: .flag)
    },
    Case("three elements hidden", .review, [.elementsMissing]) {
      for element in [SecurityElement.ovi, .chip, .flag] { $0.elements.updateValue(nil, forKey: element) }
    },
  ]

  @Test(arguments: cases)
  private func `decides by what is known`(example: Case) {
    let (decision, reasons) = DocumentPolicy().decide(sound(example.change))
    #expect(decision == example.decision)
    #expect(reasons.map(\.code) == example.codes)
  }

  @Test func `names the fields that disagree`() {
    let (_, reasons) = DocumentPolicy().decide(sound(disagree(.dateOfBirth, false)))
    #expect(reasons.first?.message.contains("date of birth") == true)
  }

  @Test func `puts what speaks against a document first`() {
    let (decision, reasons) = DocumentPolicy().decide(
      sound {
        $0.hasPortrait = false
        $0.expired = true
      })
    #expect(decision == .rejected && reasons.map(\.code) == [.documentExpired, .noReferenceFace])
  }
}

@Suite("The policy on verifications") struct VerificationPolicyTests {
  private func decide(
    live: Bool? = true, similarity: Double? = 0.9, reasons: [Reason] = [],
    document: VerificationEvidence.Document = .read(.accepted, [])
  ) -> (decision: VerificationDecision, codes: [ReasonCode]) {
    let (decision, reasons) = VerificationPolicy().decide(
      VerificationEvidence(
        live: live, livenessReasons: reasons, comparison: similarity.flatMap { FaceComparison(similarity: $0) },
        referenceFace: similarity == nil ? .missing : .found, document: document))
    return (decision, reasons.map(\.code))
  }

  @Test func `approves when everything speaks for the person`() {
    #expect(decide() == (.approved, []))
  }

  @Test func `declines what is not live, another face, and a rejected document`() {
    #expect(decide(live: false, reasons: [Reason(.stepTimeout)]) == (.declined, [.stepTimeout]))
    #expect(decide(similarity: 0.1) == (.declined, [.faceMismatch]))
    #expect(decide(document: .read(.rejected, [Reason(.documentExpired)])) == (.declined, [.documentExpired]))
    #expect(decide(live: nil, reasons: [Reason(.secondFace)]).decision == .declined)
  }

  @Test func `asks a person where something is not known`() {
    #expect(decide(live: nil, reasons: [Reason(.noFace)]) == (.review, [.noFace]))
    #expect(decide(similarity: 0.45) == (.review, [.faceUncertain]))
    #expect(decide(document: .notRead) == (.review, [.documentNotRead]))
    #expect(decide(document: .read(.review, [Reason(.printNotRead)])) == (.review, [.printNotRead]))
  }

  @Test func `gives a reason once`() {
    let document = VerificationEvidence.Document.read(.review, [Reason(.noReferenceFace)])
    #expect(decide(similarity: nil, document: document) == (.review, [.noReferenceFace]))
  }

  @Test func `lets nothing outweigh a rejection`() {
    #expect(decide(live: nil, reasons: [Reason(.noFace)], document: .read(.rejected, [])).decision == .declined)
  }
}
