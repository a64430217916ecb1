package import BonafideObservations
package import BonafideTravelDocument

/// What the visual inspection zone of a document says. A field that was not read surely is nil, never a guess.
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
    /// In pixels of the upright picture.
    package let box: Rect
    package let locatedBy: LocatedBy
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
}
