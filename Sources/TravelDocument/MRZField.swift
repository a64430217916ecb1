/// What one field of a zone says: always the characters, and the value where they have one.
package struct MRZField<Value: Sendable & Hashable>: Sendable, Hashable {
  /// As it stands in the zone, fillers included.
  package let raw: String
  package let value: Value?
  /// Why it cannot be relied on, or why there is no value.
  package let flaw: FieldFlaw?

  init(raw: String, value: Value?, flaw: FieldFlaw? = nil) {
    self.raw = raw
    self.value = value
    self.flaw = flaw
  }
}

/// What is wrong with a field. Stable codes.
package enum FieldFlaw: String, Sendable, Hashable, Codable {
  /// Its check digit does not hold.
  case checkDigit = "check_digit"
  /// It holds a character that has no place there.
  case malformed
  /// Nothing but fillers, where something is expected.
  case empty
  /// A date of which only a part is known.
  case partlyUnknown = "partly_unknown"
  /// A day that no calendar has, or a birth in the future.
  case impossible
  /// Two digits that no century, or more than one, fits.
  case ambiguousCentury = "ambiguous_century"
  /// A state that is not in the list.
  case unknownCode = "unknown_code"
}

/// The holder's sex as ICAO codes it.
package enum Sex: String, Sendable, Hashable, Codable {
  case male = "M"
  case female = "F"
  /// Not specified: `<` in a zone, X in print (9303-3, section 4.1.1.1).
  case unspecified = "X"
}

/// The holder's name in the letters of the zone.
package struct MRZName: Sendable, Hashable {
  package let surname: MRZField<String>
  package let givenNames: MRZField<String>
  /// Whether the field is full to its end, so that letters may be missing (9303-3, section 4.6.3).
  package let isTruncated: Bool
}
