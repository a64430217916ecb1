/// The kinds of machine-readable zone that are read.
package enum MRZFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// Cards, 3 × 30 (ICAO Doc 9303-5).
  case td1 = "TD1"
  /// Larger cards, 2 × 36 (ICAO Doc 9303-6).
  case td2 = "TD2"
  /// Passports, 2 × 44 (ICAO Doc 9303-4).
  case td3 = "TD3"
  /// Visas, 2 × 44 (ICAO Doc 9303-7).
  case mrva = "MRVA"
  /// Smaller visas, 2 × 36 (ICAO Doc 9303-7).
  case mrvb = "MRVB"
  /// The French identity card of 1988 to 2021, 2 × 36, older than ICAO's format.
  case idfra = "IDFRA"

  package var lineCount: Int { self == .td1 ? 3 : 2 }

  package var lineLength: Int {
    switch self {
    case .td1: 30
    case .td2, .mrvb, .idfra: 36
    case .td3, .mrva: 44
    }
  }

  package var characterCount: Int { lineCount * lineLength }

  /// The format of lines that have this number and length, told by how the first one begins. Nil for other shapes.
  package init?(lineCount: Int, lineLength: Int, start: ArraySlice<UInt8>) {
    let isVisa = start.first == UInt8(ascii: "V")
    switch (lineCount, lineLength) {
    case (3, 30): self = .td1
    case (2, 44): self = isVisa ? .mrva : .td3
    case (2, 36): self = isVisa ? .mrvb : start.prefix(5).elementsEqual("IDFRA".utf8) ? .idfra : .td2
    default: return nil
    }
  }
}

/// Where the fields of a format stand, in places of all its lines put together.
struct MRZLayout: Sendable {
  let documentCode = 0..<2
  let issuingState = 2..<5
  let number: Range<Int>
  let numberCheck: Int
  /// Where a number that is longer than its field goes on, rest and check digit; TD1 and TD2 only.
  let numberOverflow: Range<Int>?
  /// Surname and given names with `<<` between them, or the surname alone.
  let names: Range<Int>
  /// Where the given names have a field of their own.
  let givenNames: Range<Int>?
  let nationality: Range<Int>?
  let birth: Range<Int>
  let birthCheck: Int
  let sex: Int
  let expiry: Range<Int>?
  let expiryCheck: Int?
  let optional: Range<Int>
  let optionalCheck: Int?
  let optional2: Range<Int>?
  let composite: [Range<Int>]
  let compositeCheck: Int?

  static func of(_ format: MRZFormat) -> MRZLayout {
    switch format {
    case .td1: td1
    case .td2: td2
    case .td3: td3
    case .mrva: mrva
    case .mrvb: mrvb
    case .idfra: idfra
    }
  }

  private static let td1 = MRZLayout(
    number: 5..<14, numberCheck: 14, numberOverflow: 15..<30, names: 60..<90, givenNames: nil, nationality: 45..<48,
    birth: 30..<36, birthCheck: 36, sex: 37, expiry: 38..<44, expiryCheck: 44, optional: 15..<30, optionalCheck: nil,
    optional2: 48..<59, composite: [5..<37, 38..<45, 48..<59], compositeCheck: 59)

  private static let td2 = MRZLayout(
    number: 36..<45, numberCheck: 45, numberOverflow: 64..<71, names: 5..<36, givenNames: nil, nationality: 46..<49,
    birth: 49..<55, birthCheck: 55, sex: 56, expiry: 57..<63, expiryCheck: 63, optional: 64..<71, optionalCheck: nil,
    optional2: nil, composite: [36..<46, 49..<56, 57..<71], compositeCheck: 71)

  private static let td3 = MRZLayout(
    number: 44..<53, numberCheck: 53, numberOverflow: nil, names: 5..<44, givenNames: nil, nationality: 54..<57,
    birth: 57..<63, birthCheck: 63, sex: 64, expiry: 65..<71, expiryCheck: 71, optional: 72..<86, optionalCheck: 86,
    optional2: nil, composite: [44..<54, 57..<64, 65..<87], compositeCheck: 87)

  private static let mrva = MRZLayout(
    number: 44..<53, numberCheck: 53, numberOverflow: nil, names: 5..<44, givenNames: nil, nationality: 54..<57,
    birth: 57..<63, birthCheck: 63, sex: 64, expiry: 65..<71, expiryCheck: 71, optional: 72..<88, optionalCheck: nil,
    optional2: nil, composite: [], compositeCheck: nil)

  private static let mrvb = MRZLayout(
    number: 36..<45, numberCheck: 45, numberOverflow: nil, names: 5..<36, givenNames: nil, nationality: 46..<49,
    birth: 49..<55, birthCheck: 55, sex: 56, expiry: 57..<63, expiryCheck: 63, optional: 64..<72, optionalCheck: nil,
    optional2: nil, composite: [], compositeCheck: nil)

  /// The number holds year and month of issue, department and a serial number; the optional field the issuing office.
  private static let idfra = MRZLayout(
    number: 36..<48, numberCheck: 48, numberOverflow: nil, names: 5..<30, givenNames: 49..<63, nationality: nil,
    birth: 63..<69, birthCheck: 69, sex: 70, expiry: nil, expiryCheck: nil, optional: 30..<36, optionalCheck: nil,
    optional2: nil, composite: [0..<71], compositeCheck: 71)
}
