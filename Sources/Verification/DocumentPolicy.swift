package import BonafideObservations

/// What a document came to.
package enum DocumentDecision: String, Sendable, Hashable, Codable, CaseIterable {
  case accepted
  case rejected
  /// Something needed was not read: a person has to look, or it has to be captured again.
  case review
}

/// Turns what was read from a document into a decision with reasons.
///
/// - Rejected: something speaks against the document.
/// - Review: nothing does, but something needed is not known.
/// - Accepted: zone and print were read, agree, hold and are in date.
package struct DocumentPolicy: Sendable {
  private let settings: Settings

  package init(settings: Settings = .defaults) {
    self.settings = settings
  }

  package func decide(_ evidence: DocumentEvidence) -> (decision: DocumentDecision, reasons: [Reason]) {
    let against = against(evidence)
    let missing = missing(evidence)
    let decision: DocumentDecision = against.isEmpty ? missing.isEmpty ? .accepted : .review : .rejected
    let notes = evidence.shown.contains(.backNotNeeded) ? [Reason(.backNotNeeded)] : []
    return (decision, against + missing + notes)
  }

  /// What speaks against the document.
  private func against(_ evidence: DocumentEvidence) -> [Reason] {
    var reasons: [Reason] = []
    if evidence.shown.contains(.twoDocuments) { reasons.append(Reason(.differentDocuments)) }
    if evidence.zone == .invalid { reasons.append(Reason(.mrzInvalid)) }
    let disagreeing = evidence.crossChecks.filter { $0.agrees == false }.map(\.field)
    if !disagreeing.isEmpty {
      let code: ReasonCode = evidence.zoneIsOnOtherSide ? .sidesDisagree : .printDisagrees
      reasons.append(Reason(code, code.sentence(about: disagreeing)))
    }
    if evidence.nationalNumberHolds == false { reasons.append(Reason(.nationalNumberInvalid)) }
    if evidence.isExpectedNumber == false { reasons.append(Reason(.identityNumberMismatch)) }
    if evidence.hasImpossibleDate { reasons.append(Reason(.impossibleDate)) }
    if evidence.expired == true { reasons.append(Reason(.documentExpired)) }
    if evidence.isGreyCopy == true { reasons.append(Reason(.greyCopy)) }
    if evidence.isScreen == true { reasons.append(Reason(.screenRecapture)) }
    return reasons
  }

  /// What is needed and not known.
  private func missing(_ evidence: DocumentEvidence) -> [Reason] {
    // All else follows from it.
    if evidence.shown.contains(.sameSideTwice) { return [Reason(.sameSideTwice)] }
    var reasons: [Reason] = []
    for (fault, code) in DocumentPolicy.faults where evidence.shown.contains(fault) { reasons.append(Reason(code)) }
    if evidence.type == .unknown { reasons.append(Reason(.documentUnknown)) }
    switch evidence.zone {
    case .missing where !evidence.shown.contains(.backMissing): reasons.append(Reason(.mrzNotFound))
    case .unclear: reasons.append(Reason(.mrzUnclear))
    case .valid where !evidence.doubtfulInZone.isEmpty: reasons.append(Reason(.mrzUnclear))
    case .missing, .invalid, .valid: break
    }
    if evidence.zone == .valid, !evidence.shown.contains(.frontMissing) {
      let unread = needed(evidence.type).filter { field in
        !evidence.doubtfulInZone.contains(field)
          && !evidence.crossChecks.contains { $0.field == field && $0.agrees != nil }
      }
      if !unread.isEmpty { reasons.append(Reason(.printNotRead, ReasonCode.printNotRead.sentence(about: unread))) }
    }
    if evidence.zone == .valid, evidence.expired == nil { reasons.append(Reason(.expiryNotRead)) }
    if evidence.isNumberExpected, evidence.isExpectedNumber == nil { reasons.append(Reason(.identityNumberNotRead)) }
    if !evidence.hasPortrait, !evidence.shown.contains(.frontMissing) { reasons.append(Reason(.noReferenceFace)) }
    reasons += elements(evidence)
    return reasons
  }

  private static let faults: [(DocumentEvidence.Shown, ReasonCode)] = [
    (.backMissing, .backMissing), (.frontMissing, .frontMissing), (.sidesSwapped, .sidesSwapped),
  ]

  /// Fields whose print has to be compared with the zone before a document is accepted.
  private func needed(_ type: DocumentType) -> [DocumentField] {
    switch type {
    case .turkishCard: [.documentNumber, .identityNumber, .surname, .givenNames, .dateOfBirth]
    case .card, .passport, .visa: [.documentNumber, .surname, .dateOfBirth]
    case .unknown: []
    }
  }

  /// A few elements may hide under glare or a finger; most of a side's have to be there.
  private func elements(_ evidence: DocumentEvidence) -> [Reason] {
    let least = settings[.elementConfidence]
    let missing = SecurityElement.allCases.filter { element in
      guard let seen = evidence.elements[element] else { return false }
      return (seen ?? 0) < least
    }
    guard Double(missing.count) > settings[.elementsMissingMost] else { return [] }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return [Reason(.elementsMissing, "Security elements were not seen: \(names). Show the card in even light.")]
  }
}

extension DocumentDecision {
  /// What it means for the verification as a whole.
  package var verification: VerificationDecision {
    switch self {
    case .accepted: .approved
    case .rejected: .declined
    case .review: .review
    }
  }
}
