/// What is known about every column of a format before anything is read.
struct MRZColumns: Sendable {
  /// A field with a check digit of its own; the digit's column belongs to it.
  enum Field: Sendable { case number, birth, expiry, optional, composite }

  /// The characters that a column may hold.
  private(set) var types: [MRZCharacterSet]
  private(set) var fields: [Field?]
  /// How many check digits change with a column.
  private(set) var coverage: [Int]

  static func of(_ format: MRZFormat) -> MRZColumns {
    switch format {
    case .td1: td1
    case .td2: td2
    case .td3: td3
    case .mrva: mrva
    case .mrvb: mrvb
    case .idfra: idfra
    }
  }

  private static let td1 = MRZColumns(.td1)
  private static let td2 = MRZColumns(.td2)
  private static let td3 = MRZColumns(.td3)
  private static let mrva = MRZColumns(.mrva)
  private static let mrvb = MRZColumns(.mrvb)
  private static let idfra = MRZColumns(.idfra)

  private init(_ format: MRZFormat) {
    let layout = MRZLayout.of(format)
    types = Array(repeating: .all, count: format.characterCount)
    fields = Array(repeating: nil, count: format.characterCount)
    coverage = Array(repeating: 0, count: format.characterCount)

    let dateCharacters = MRZCharacterSet.digits.union(.filler)
    let nameCharacters = MRZCharacterSet.letters.union(.filler)
    types[layout.documentCode.lowerBound] = MRZColumns.firstLetters(of: format)
    for range in [layout.issuingState, layout.names, layout.givenNames, layout.nationality].compactMap({ $0 }) {
      restrict(range, to: nameCharacters)
    }
    types[layout.issuingState.lowerBound] = .letters
    types[layout.sex] = .sexes

    assign(.number, layout.number, layout.numberCheck)
    // The filler at the check digit's place announces a long number.
    types[layout.numberCheck] = layout.numberOverflow == nil ? .digits : dateCharacters
    restrict(layout.birth, to: dateCharacters)
    assign(.birth, layout.birth, layout.birthCheck)
    types[layout.birthCheck] = .digits
    if let expiry = layout.expiry, let check = layout.expiryCheck {
      restrict(expiry, to: dateCharacters)
      assign(.expiry, expiry, check)
      types[check] = .digits
    }
    if let check = layout.optionalCheck {
      assign(.optional, layout.optional, check)
      types[check] = dateCharacters
    }
    if let check = layout.compositeCheck {
      types[check] = .digits
      fields[check] = .composite
      for place in layout.composite.joined() { coverage[place] += 1 }
      coverage[check] += 1
    }
    // Year and month of issue before the department, a serial number after it.
    if format == .idfra {
      restrict(36..<40, to: .digits)
      restrict(43..<48, to: .digits)
    }
  }

  /// 9303-4 to 9303-7: what the document code begins with.
  private static func firstLetters(of format: MRZFormat) -> MRZCharacterSet {
    switch format {
    case .td1, .td2: MRZCharacterSet("ACI")
    case .td3: MRZCharacterSet("P")
    case .mrva, .mrvb: MRZCharacterSet("V")
    case .idfra: MRZCharacterSet("I")
    }
  }

  private mutating func restrict(_ range: Range<Int>, to characters: MRZCharacterSet) {
    for place in range { types[place] = characters }
  }

  private mutating func assign(_ field: Field, _ range: Range<Int>, _ check: Int) {
    for place in Array(range) + [check] {
      fields[place] = field
      coverage[place] += 1
    }
  }
}

/// Forms that a state gives its document numbers.
enum NumberForm {
  /// What the nine places of the number field may hold; nil where no form is known.
  static func places(_ format: MRZFormat, issuingState: ArraySlice<UInt8>) -> [MRZCharacterSet]? {
    switch (format, MRZText.raw(issuingState)) {
    case (.td1, "TUR"): turkishCard
    case (.td1, "D<<"), (.td2, "D<<"), (.td3, "D<<"): german
    default: nil
    }
  }

  /// C-106: letter, two digits, letter, five digits.
  private static let turkishCard: [MRZCharacterSet] =
    [.letters, .digits, .digits, .letters] + Array(repeating: .digits, count: 5)

  /// Since 2007 without vowels and without letters that look like digits or each other; before that digits only.
  private static let german = Array(repeating: MRZCharacterSet("0123456789CFGHJKLMNPRTVWXYZ<"), count: 9)
}
