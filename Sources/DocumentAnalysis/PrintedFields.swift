package import BonafideObservations
package import BonafideTravelDocument

/// What the visual inspection zone of a document says. A field that was not read surely is nil, never a guess; what was
/// read of it is among the doubts.
package struct PrintedFields: Sendable {
  /// How the place of a value was found. The value itself is always what was printed.
  package enum LocatedBy: String, Sendable, Codable {
    /// The word or number beside or above it says what it is.
    case label
    /// It reads as the machine-readable zone does. Such a value says nothing about whether print and zone agree.
    case mrz
  }

  package struct Field<Value: Sendable>: Sendable {
    package let value: Value
    /// As printed.
    package let text: String
    /// 0…1, of the recognised characters.
    package let confidence: Double
    /// The same of the least sure of them.
    package let leastConfidence: Double
    /// In pixels of the upright picture.
    package let box: Rect
    package let locatedBy: LocatedBy
  }

  /// What stands at a label but was not taken for its value: it was hard to read, or it differs from the zone only where
  /// the reading is unsure or the characters look alike, or labels disagree.
  package struct Doubt: Sendable, Hashable {
    package let field: DocumentField
    /// The value; days as `YYYY-MM-DD`, a sex as in a zone, a nationality as a code.
    package let text: String
    /// In pixels of the upright picture.
    package let box: Rect
    /// Probability of its least sure character, 0…1.
    package let leastConfidence: Double
  }

  package internal(set) var surname: Field<String>?
  package internal(set) var givenNames: Field<String>?
  package internal(set) var documentNumber: Field<String>?
  package internal(set) var identityNumber: Field<String>?
  package internal(set) var dateOfBirth: Field<CalendarDate>?
  package internal(set) var expiryDate: Field<CalendarDate>?
  package internal(set) var sex: Field<Sex>?
  /// A state's code of three letters, or `D`, where it is known for the printed word.
  package internal(set) var nationality: Field<String>?
  /// Of fields that are nil, in no particular order.
  package internal(set) var doubts: [Doubt] = []
}
