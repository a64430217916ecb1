/// An American or Canadian driver's licence or identity card, as its PDF417 tells (AAMVA DL/ID Card Design Standard,
/// versions 1 of 2000 to 10 of 2020). What is not on the card, or makes no sense, is nil; the elements keep everything.
package struct AAMVALicence: Sendable, Hashable {
  package let version: Int
  /// Issuer identification number: six digits, which stand for a state or province.
  package let issuer: String
  /// `USA`, `CAN` or `MEX`.
  package let issuingCountry: String?
  package let documentNumber: String?
  package let surname: String?
  /// First and middle names.
  package let givenNames: String?
  package let nameSuffix: String?
  package let dateOfBirth: CalendarDate?
  package let expiryDate: CalendarDate?
  package let issueDate: CalendarDate?
  package let sex: Sex?
  package let address: Address
  /// All values as they stand, by identifier.
  package let elements: [String: String]

  package struct Address: Sendable, Hashable {
    package let street: String?
    package let street2: String?
    package let city: String?
    package let state: String?
    package let postalCode: String?
  }

  /// Nil for a text that is no licence.
  package init?(_ text: String) {
    guard let file = AAMVAFile(text) else { return nil }
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { file.elements[$0].flatMap(AAMVALicence.meaning) }.first
    }
    version = file.version
    issuer = file.issuer
    elements = file.elements
    issuingCountry = value("DCG")
    documentNumber = value("DAQ")
    // Version 1 has all names in one element, and may have them apart as well.
    let whole = file.elements["DAA"].map { AAMVALicence.parts($0) } ?? []
    surname = value("DCS", "DAB") ?? AAMVALicence.part(whole, 0)
    let given = [value("DAC") ?? value("DCT"), value("DAD")].compactMap { $0 }
    let other = [AAMVALicence.part(whole, 1), AAMVALicence.part(whole, 2)].compactMap { $0 }
    let names = given.isEmpty ? other : given
    givenNames = names.isEmpty ? nil : AAMVALicence.words(names.joined(separator: " "))
    nameSuffix = value("DCU", "DAE") ?? AAMVALicence.part(whole, 3)
    dateOfBirth = value("DBB").flatMap(AAMVALicence.date)
    expiryDate = value("DBA").flatMap(AAMVALicence.date)
    issueDate = value("DBD").flatMap(AAMVALicence.date)
    sex = value("DBC").flatMap(AAMVALicence.sex)
    // Version 1 tells where mail goes, and may tell where the holder lives.
    address = Address(
      street: value("DAG", "DAL"), street2: value("DAH", "DAM"), city: value("DAI", "DAN"), state: value("DAJ", "DAO"),
      postalCode: value("DAK", "DAP"))
  }

  /// A value without its padding; nil for what the standard fills in where there is nothing (D.12.3).
  private static func meaning(_ raw: String) -> String? {
    let text = trimmed(raw)
    return ["", "NONE", "UNAVL", "UNAVAIL"].contains(text.uppercased()) ? nil : text
  }

  /// MMDDCCYY in the United States, CCYYMMDD in Canada and everywhere in version 1. Both are tried: between 1800 and
  /// 2199 no date reads as another one the other way.
  private static func date(_ text: String) -> CalendarDate? {
    let bytes = Array(text.utf8)
    guard bytes.count == 8, bytes.allSatisfy(MRZAlphabet.isDigit), let number = Int(text) else { return nil }
    let american = (year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
    let canadian = (year: number / 10_000, month: number / 100 % 100, day: number % 100)
    for date in [american, canadian] where (1800...2199).contains(date.year) {
      if let day = CalendarDate(year: date.year, month: date.month, day: date.day) { return day }
    }
    return nil
  }

  /// ANSI D20 codes; letters in version 1.
  private static func sex(_ text: String) -> Sex? {
    switch text {
    case "1", "M": .male
    case "2", "F": .female
    case "9", "X": .unspecified
    default: nil
    }
  }

  /// The parts of a name: surname, first name, middle name, suffix.
  private static func parts(_ name: String) -> [String] {
    name.split(omittingEmptySubsequences: false) { ",@$".contains($0) }.map { trimmed(String($0)) }
  }

  private static func part(_ parts: [String], _ index: Int) -> String? {
    parts.indices.contains(index) ? meaning(parts[index]) : nil
  }

  /// Several names may be separated by commas.
  private static func words(_ names: String) -> String {
    names.split { $0 == "," || $0 == " " }.joined(separator: " ")
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
    let start = text.drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}

extension AAMVALicence: Encodable {
  private enum CodingKeys: String, CodingKey {
    case version, issuer, issuingCountry, documentNumber, surname, givenNames, nameSuffix, dateOfBirth, expiryDate
    case issueDate, sex, address, elements
  }

  /// Every key, null where there is no value.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(issuer, forKey: .issuer)
    try container.encode(issuingCountry, forKey: .issuingCountry)
    try container.encode(documentNumber, forKey: .documentNumber)
    try container.encode(surname, forKey: .surname)
    try container.encode(givenNames, forKey: .givenNames)
    try container.encode(nameSuffix, forKey: .nameSuffix)
    try container.encode(dateOfBirth?.description, forKey: .dateOfBirth)
    try container.encode(expiryDate?.description, forKey: .expiryDate)
    try container.encode(issueDate?.description, forKey: .issueDate)
    try container.encode(sex, forKey: .sex)
    try container.encode(address, forKey: .address)
    try container.encode(elements, forKey: .elements)
  }
}

extension AAMVALicence.Address: Encodable {
  private enum CodingKeys: String, CodingKey { case street, street2, city, state, postalCode }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(street, forKey: .street)
    try container.encode(street2, forKey: .street2)
    try container.encode(city, forKey: .city)
    try container.encode(state, forKey: .state)
    try container.encode(postalCode, forKey: .postalCode)
  }
}
