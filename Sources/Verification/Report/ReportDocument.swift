package import BonafideObservations

/// An identity document and what was found on it, as a report shows it.
package struct ReportDocument: Sendable, Hashable {
  /// `accepted`, `rejected` or `review`; anything else is shown as it is.
  package var decision: String
  /// A raw value of `DocumentType`; anything else is shown as it is.
  package var type: String
  package var issuingState: String?
  /// The decisive one first.
  package var reasons: [Reason] = []
  /// What the document says, in the order to show it.
  package var facts: [ReportDocumentFact] = []
  package var sides: [ReportDocumentSide] = []
  /// Nil when none was read.
  package var zone: ReportZone?
  package var crossChecks: [CrossCheck] = []
  package var elements: [ReportElement] = []

  package init(decision: String, type: String, issuingState: String? = nil) {
    self.decision = decision
    self.type = type
    self.issuingState = issuingState
  }
}

/// One thing that a document says, in words.
package struct ReportDocumentFact: Sendable, Hashable {
  package var label: String
  package var value: String

  package init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }
}
