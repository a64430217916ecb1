package import BonafideObservations

/// What a machine-readable zone says, field by field. Nothing is lost when a part of it is wrong: every field keeps its
/// characters and tells its own flaw.
package struct MRZ: Sendable, Hashable {
  package let zone: MRZZone
  package let checks: MRZChecks
  package let documentCode: MRZField<String>
  package let issuingState: MRZField<String>
  package let documentNumber: MRZField<String>
  package let name: MRZName
  package let nationality: MRZField<String>
  package let dateOfBirth: MRZField<CalendarDate>
  package let sex: MRZField<Sex>
  /// The French identity card has none.
  package let expiryDate: MRZField<CalendarDate>?
  package let optional: MRZField<String>
  /// TD1 only.
  package let optional2: MRZField<String>?

  package var format: MRZFormat { zone.format }

  /// Whether all check digits hold, and the dates have no character that could not be in one: a letter that happens to
  /// satisfy a check digit is a misreading all the same.
  package var isValid: Bool {
    checks.allHold && dateOfBirth.flaw != .malformed && expiryDate?.flaw != .malformed
  }

  /// The number by which the issuing state knows the person, where its place and form are known.
  package var nationalNumber: NationalNumber? { NationalNumber(self) }

  /// Whether the document's last day is over; nil when that day is not known.
  package func isExpired(on today: CalendarDate) -> Bool? { expiryDate?.value.map { $0 < today } }

  /// Reads a zone. `today` decides centuries (C-109).
  package init(_ zone: MRZZone, today: CalendarDate) {
    let bytes = zone.bytes
    let layout = MRZLayout.of(zone.format)
    let number = DocumentNumber(bytes, layout)
    checks = MRZChecks(bytes, layout)
    self.zone = zone

    documentCode = MRZ.code(bytes[layout.documentCode])
    issuingState = MRZ.state(bytes[layout.issuingState])
    documentNumber = MRZ.number(bytes, layout, number)
    name = MRZName(bytes, layout)
    // The French card, which went to citizens only, has no field for it.
    nationality = layout.nationality.map { MRZ.state(bytes[$0]) } ?? issuingState
    dateOfBirth = MRZ.date(
      bytes[layout.birth], MRZDate.birth(bytes[layout.birth], today: today), checks.dateOfBirth)
    let birth = dateOfBirth.value
    let expiryChecks = checks.expiryDate
    expiryDate = layout.expiry.map {
      MRZ.date(bytes[$0], MRZDate.expiry(bytes[$0], birth: birth, today: today), expiryChecks)
    }
    sex = MRZ.sex(bytes[layout.sex])
    // What only the composite digit covers is as doubtful as that digit.
    let optionalHolds = layout.optionalCheck == nil ? checks.composite : checks.optional
    optional = MRZ.optional(bytes[number.optional], optionalHolds)
    let compositeHolds = checks.composite
    optional2 = layout.optional2.map { MRZ.optional(bytes[$0], compositeHolds) }
  }

  /// Reads lines of a known shape. Throws what `MRZZone(lines:)` throws.
  package init(lines: [[UInt8]], today: CalendarDate) throws(BonafideError) {
    self.init(try MRZZone(lines: lines), today: today)
  }
}

extension MRZ {
  private static func code(_ bytes: ArraySlice<UInt8>) -> MRZField<String> {
    let value = MRZText.words(bytes)
    let flaw: FieldFlaw? = bytes.first.map(MRZAlphabet.isLetter) == true ? nil : .malformed
    return MRZField(raw: MRZText.raw(bytes), value: value.isEmpty ? nil : value, flaw: flaw)
  }

  private static func state(_ bytes: ArraySlice<UInt8>) -> MRZField<String> {
    let code = MRZText.withoutTrailingFillers(bytes)
    guard !code.isEmpty else { return MRZField(raw: MRZText.raw(bytes), value: nil, flaw: .empty) }
    return MRZField(
      raw: MRZText.raw(bytes), value: MRZText.words(code), flaw: StateCode.isKnown(code) ? nil : .unknownCode)
  }

  private static func number(
    _ bytes: [UInt8], _ layout: MRZLayout, _ number: DocumentNumber
  ) -> MRZField<String> {
    var raw = MRZText.raw(bytes[layout.number])
    var value = MRZText.withoutFillers(bytes[layout.number])
    if let rest = number.rest {
      raw += MRZText.raw(bytes[rest])
      value += MRZText.withoutFillers(bytes[rest])
    }
    let flaw: FieldFlaw? = !number.checkHolds ? .checkDigit : value.isEmpty ? .empty : nil
    return MRZField(raw: raw, value: value.isEmpty ? nil : value, flaw: flaw)
  }

  private static func date(
    _ bytes: ArraySlice<UInt8>, _ reading: MRZDate.Reading, _ checkHolds: Bool?
  ) -> MRZField<CalendarDate> {
    let raw = MRZText.raw(bytes)
    switch reading {
    case .day(let day): return MRZField(raw: raw, value: day, flaw: checkHolds == false ? .checkDigit : nil)
    case .flaw(.malformed): return MRZField(raw: raw, value: nil, flaw: .malformed)
    case .flaw(let flaw): return MRZField(raw: raw, value: nil, flaw: checkHolds == false ? .checkDigit : flaw.code)
    }
  }

  private static func sex(_ byte: UInt8) -> MRZField<Sex> {
    let raw = String(UnicodeScalar(byte))
    return switch byte {
    case MRZAlphabet.filler: MRZField(raw: raw, value: .unspecified)
    default: MRZField(raw: raw, value: Sex(rawValue: raw), flaw: Sex(rawValue: raw) == nil ? .malformed : nil)
    }
  }

  private static func optional(_ bytes: ArraySlice<UInt8>, _ checkHolds: Bool?) -> MRZField<String> {
    let value = MRZText.words(bytes)
    return MRZField(
      raw: MRZText.raw(bytes), value: value.isEmpty ? nil : value, flaw: checkHolds == false ? .checkDigit : nil)
  }
}

extension MRZDate.Flaw {
  fileprivate var code: FieldFlaw {
    switch self {
    case .empty: .empty
    case .partlyUnknown: .partlyUnknown
    case .malformed: .malformed
    case .impossible: .impossible
    case .ambiguousCentury: .ambiguousCentury
    }
  }
}

extension MRZName {
  init(_ bytes: [UInt8], _ layout: MRZLayout) {
    let field = bytes[layout.names]
    if let own = layout.givenNames {
      surname = MRZName.part(field)
      givenNames = MRZName.part(bytes[own])
      isTruncated = MRZName.isFull(field) || MRZName.isFull(bytes[own])
      return
    }
    // Without `<<` there is only a primary identifier (9303-3, section 4.6.2).
    let split = MRZName.separator(in: field) ?? field.endIndex
    surname = MRZName.part(field[..<split])
    // More fillers than two are not part of the names.
    givenNames = MRZName.part(field[split...].drop { $0 == MRZAlphabet.filler })
    isTruncated = MRZName.isFull(field)
  }

  private static func separator(in field: ArraySlice<UInt8>) -> Int? {
    var previous: UInt8 = 0
    for place in field.indices {
      if field[place] == MRZAlphabet.filler, previous == MRZAlphabet.filler { return place - 1 }
      previous = field[place]
    }
    return nil
  }

  private static func isFull(_ field: ArraySlice<UInt8>) -> Bool { field.last != MRZAlphabet.filler }

  private static func part(_ bytes: ArraySlice<UInt8>) -> MRZField<String> {
    let value = MRZText.words(bytes)
    let hasDigit = bytes.contains(where: MRZAlphabet.isDigit)
    return MRZField(
      raw: MRZText.raw(bytes), value: value.isEmpty ? nil : value,
      flaw: hasDigit ? .malformed : nil)
  }
}
