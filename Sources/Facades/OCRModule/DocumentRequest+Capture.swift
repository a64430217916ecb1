internal import BonafideBackOfficeAPI
internal import BonafideCapture
internal import BonafideDocumentAnalysis
internal import BonafideObservations
internal import BonafideTravelDocument
internal import BonafideVerification

extension DocumentRequest {
  /// What was read on this device: a hint for the back office, which reads for itself.
  init(_ capture: DocumentCapture, pictures: [CapturedPicture]) {
    let reading = capture.reading
    self.init(type: (reading?.type ?? capture.type).rawValue)
    self.pictures = pictures
    let zone = reading?.zone ?? capture.rejectedZone
    mrz = zone?.zone.zone.lines.joined(separator: "\n")
    checkDigits = zone.map { DocumentRequest.checks(MRZChecks($0.zone.zone)) }
    timings = Dictionary(
      capture.seconds.map { (DocumentRequest.name(of: $0.key), $0.value) }, uniquingKeysWith: { $1 })
    var found: [DocumentSide] = DocumentSide.allCases.filter { capture.sides[$0]?.detail == .dataAndElements }
    if reading?.type != .turkishCard { found = [] }
    let seen = capture.elements
    elements = SecurityElement.allCases.filter { found.contains($0.side) }.map { element in
      let sighting = seen.first { $0.element == element }
      return VisualElement(name: element.rawValue, score: sighting?.confidence, found: sighting != nil)
    }
    guard let reading else { return }
    var texts: [String: String] = [:]
    for field in DocumentField.allCases { texts[field.rawValue] = reading.value(of: field) }
    for printed in reading.printed { texts["printed." + printed.entry.field.rawValue] = printed.entry.value }
    fields = texts
    crossChecks = Dictionary(
      reading.crossChecks.compactMap { check in check.agrees.map { (check.field.rawValue, $0) } },
      uniquingKeysWith: { $1 })
    details = DocumentRequest.details(reading, isRejected: reading.zone == nil && capture.rejectedZone != nil)
  }

  private static func checks(_ checks: MRZChecks) -> [String: Bool] {
    [
      "documentNumber": checks.documentNumber, "dateOfBirth": checks.dateOfBirth, "expiryDate": checks.expiryDate,
      "optional": checks.optional, "composite": checks.composite,
    ].compactMapValues { $0 }
  }

  private static func name(of step: DocumentStep) -> String { "\(OCRState(step))" }

  /// What a person may look at, or a rule (C-056, C-112).
  private static func details(_ reading: DocumentReading, isRejected: Bool) -> JSONValue {
    let evidence = reading.evidence
    let flags: [(String, Bool?)] = [
      ("expired", evidence.expired), ("greyCopy", evidence.isGreyCopy), ("screen", evidence.isScreen),
      ("nationalNumberHolds", evidence.nationalNumberHolds), ("expectedNumber", evidence.isExpectedNumber),
      ("portrait", evidence.hasPortrait), ("zoneRejected", isRejected),
    ]
    return .object(Dictionary(flags.compactMap { flag in flag.1.map { (flag.0, JSONValue.flag($0)) } }) { $1 })
  }
}
