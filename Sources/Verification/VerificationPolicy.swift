package import BonafideObservations

/// What the parts of a verification came to. Values only; the policy turns them into a decision.
package struct VerificationEvidence: Sendable {
  /// True, false, or nil when the capture does not tell.
  package let live: Bool?
  package let livenessReasons: [Reason]
  /// Nil when it was not made, because there was no face on one of the sides.
  package let comparison: FaceComparison?
  package let referenceFace: ReferenceFace
  package let document: Document

  /// Whether the document shows a face to compare with.
  package enum ReferenceFace: Sendable, Hashable { case found, missing }

  /// What the document came to.
  package enum Document: Sendable, Hashable {
    /// None was found in the picture, or none was looked for.
    case notRead
    case read(DocumentDecision, [Reason])
  }

  package init(
    live: Bool?, livenessReasons: [Reason], comparison: FaceComparison?, referenceFace: ReferenceFace,
    document: Document
  ) {
    self.live = live
    self.livenessReasons = livenessReasons
    self.comparison = comparison
    self.referenceFace = referenceFace
    self.document = document
  }
}

/// Turns evidence into a decision with reasons.
///
/// - Declined: something speaks against the person – not live, an attack, another face, a document that is rejected.
/// - Review: nothing speaks against, but something needed is not known or not clear.
/// - Approved: everything was looked at and speaks for the person.
package struct VerificationPolicy: Sendable {
  /// Name and version of these rules, kept with every result.
  package static let ruleset = "bonafide-2"

  package init() {}

  package func decide(_ evidence: VerificationEvidence) -> (decision: VerificationDecision, reasons: [Reason]) {
    var decision = VerificationDecision.approved
    var reasons = evidence.livenessReasons
    switch evidence.live {
    case true?: break
    case false?: decision = .declined
    // A second person is an attack, also where it makes the capture unusable.
    case nil: decision = reasons.contains { $0.cause == .attack } ? .declined : .review
    }
    switch evidence.comparison?.validityLevel {
    case .belowMinimum: break
    case .aboveMaximum:
      decision = .declined
      reasons.append(Reason(.faceMismatch))
    case .between:
      decision = decision.worse(.review)
      reasons.append(Reason(.faceUncertain))
    case .notMeasured, nil:
      decision = decision.worse(.review)
      reasons.append(Reason(evidence.referenceFace == .missing ? .noReferenceFace : .notEvaluated))
    }
    switch evidence.document {
    case .notRead:
      decision = decision.worse(.review)
      reasons.append(Reason(.documentNotRead))
    case .read(let outcome, let found):
      decision = decision.worse(outcome.verification)
      reasons += found
    }
    return (decision, reasons.once)
  }
}

extension VerificationDecision {
  /// Declined is worse than review, review than approved.
  func worse(_ other: VerificationDecision) -> VerificationDecision {
    let order: [VerificationDecision] = [.approved, .review, .declined]
    let own = order.firstIndex(of: self) ?? 0
    let its = order.firstIndex(of: other) ?? 0
    return own >= its ? self : other
  }
}
