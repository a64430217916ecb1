package import BonafideObservations
internal import BonafideTravelDocument

extension PrintedFields {
  /// A field as text, whatever the type of its value: dates `YYYY-MM-DD`, sex `M`, `F` or `X`.
  package struct Entry: Sendable, Hashable {
    package let field: DocumentField
    package let value: String
    /// As printed.
    package let text: String
    /// Mean probability of its characters, and that of the least sure one.
    package let confidence: Double
    package let leastConfidence: Double
    /// In pixels of the picture that was read.
    package let box: Rect
    package let locatedBy: LocatedBy

    init?<Value>(_ field: DocumentField, _ found: Field<Value>?, _ text: (Value) -> String) {
      guard let found else { return nil }
      self.field = field
      value = text(found.value)
      self.text = found.text
      confidence = found.confidence
      leastConfidence = found.leastConfidence
      box = found.box
      locatedBy = found.locatedBy
    }
  }

  /// The fields that print is read for.
  package static let names: [DocumentField] = [
    .documentNumber, .identityNumber, .surname, .givenNames, .dateOfBirth, .expiryDate, .sex, .nationality,
  ]

  /// What was read, in the order of all outputs.
  package var entries: [Entry] {
    [
      Entry(.documentNumber, documentNumber) { $0 }, Entry(.identityNumber, identityNumber) { $0 },
      Entry(.surname, surname) { $0 }, Entry(.givenNames, givenNames) { $0 },
      Entry(.dateOfBirth, dateOfBirth, \.description), Entry(.expiryDate, expiryDate, \.description),
      Entry(.sex, sex, \.rawValue), Entry(.nationality, nationality) { $0 },
    ].compactMap { $0 }
  }
}
