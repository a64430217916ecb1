/// A zone as it is told to others: the `mrz` member of every command that reads one.
package struct MRZReport: Sendable, Encodable {
  package let mrz: MRZ
  /// What was read, before corrections.
  package let raw: [String]
  package let corrected: [MRZCorrection]

  package init(_ mrz: MRZ, raw: [String]? = nil, corrected: [MRZCorrection] = []) {
    self.mrz = mrz
    self.raw = raw ?? mrz.zone.lines
    self.corrected = corrected
  }

  private enum CodingKeys: String, CodingKey { case format, lines, raw, valid, checks, corrected, fields }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mrz.format, forKey: .format)
    try container.encode(mrz.zone.lines, forKey: .lines)
    try container.encode(raw, forKey: .raw)
    try container.encode(mrz.isValid, forKey: .valid)
    try container.encode(mrz.checks, forKey: .checks)
    try container.encode(corrected, forKey: .corrected)
    try container.encode(MRZFields(mrz), forKey: .fields)
  }
}

/// A character that was changed after it was read. Line and column count from 1.
package struct MRZCorrection: Sendable, Hashable, Codable {
  package let line: Int
  package let column: Int
  package let from: String
  package let to: String

  package init(line: Int, column: Int, from: String, to: String) {
    self.line = line
    self.column = column
    self.from = from
    self.to = to
  }
}

/// The values of a zone under the names that all commands use. What was not read is null, never left out.
package struct MRZFields: Sendable, Hashable, Encodable {
  private let mrz: MRZ

  package init(_ mrz: MRZ) { self.mrz = mrz }

  /// Why fields cannot be relied on, by name; sound ones are not in it.
  package var flaws: [String: FieldFlaw] {
    let all: [(CodingKeys, FieldFlaw?)] = [
      (.documentCode, mrz.documentCode.flaw), (.issuingState, mrz.issuingState.flaw),
      (.documentNumber, mrz.documentNumber.flaw), (.surname, mrz.name.surname.flaw),
      (.givenNames, mrz.name.givenNames.flaw), (.dateOfBirth, mrz.dateOfBirth.flaw), (.sex, mrz.sex.flaw),
      (.expiryDate, mrz.expiryDate?.flaw), (.nationality, mrz.nationality.flaw), (.optional, mrz.optional.flaw),
      (.optional2, mrz.optional2?.flaw),
    ]
    return Dictionary(uniqueKeysWithValues: all.compactMap { key, flaw in flaw.map { (key.rawValue, $0) } })
  }

  private enum CodingKeys: String, CodingKey {
    case documentCode, issuingState, documentNumber, identityNumber, identityNumberValid, surname, givenNames
    case nameTruncated, dateOfBirth, dateOfBirthRaw, sex, expiryDate, expiryDateRaw, nationality, optional, optional2
    case flaws
  }

  package func encode(to encoder: any Encoder) throws {
    let national = mrz.nationalNumber
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mrz.documentCode.value, forKey: .documentCode)
    try container.encode(mrz.issuingState.value, forKey: .issuingState)
    try container.encode(mrz.documentNumber.value, forKey: .documentNumber)
    try container.encode(national?.value, forKey: .identityNumber)
    try container.encode(national?.isValid, forKey: .identityNumberValid)
    try container.encode(mrz.name.surname.value, forKey: .surname)
    try container.encode(mrz.name.givenNames.value, forKey: .givenNames)
    try container.encode(mrz.name.isTruncated, forKey: .nameTruncated)
    try container.encode(mrz.dateOfBirth.value?.description, forKey: .dateOfBirth)
    try container.encode(mrz.dateOfBirth.raw, forKey: .dateOfBirthRaw)
    try container.encode(mrz.sex.value, forKey: .sex)
    try container.encode(mrz.expiryDate?.value?.description, forKey: .expiryDate)
    try container.encode(mrz.expiryDate?.raw, forKey: .expiryDateRaw)
    try container.encode(mrz.nationality.value, forKey: .nationality)
    try container.encode(mrz.optional.value, forKey: .optional)
    try container.encode(mrz.optional2?.value, forKey: .optional2)
    try container.encode(flaws.mapValues(\.rawValue), forKey: .flaws)
  }
}
