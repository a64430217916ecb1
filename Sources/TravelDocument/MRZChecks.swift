/// Which check digits of a zone hold. Nil where the format has none, or where it may be left out and was.
package struct MRZChecks: Sendable, Hashable, Codable {
  package var documentNumber: Bool?
  package var dateOfBirth: Bool?
  package var expiryDate: Bool?
  package var optional: Bool?
  package var composite: Bool?

  /// Whether none fails.
  package var allHold: Bool {
    documentNumber != false && dateOfBirth != false && expiryDate != false && optional != false && composite != false
  }

  package init(_ zone: MRZZone) {
    self.init(zone.bytes, .of(zone.format))
  }

  /// `bytes` has to be as long as the format of the layout says.
  init(_ bytes: [UInt8], _ layout: MRZLayout) {
    documentNumber = DocumentNumber(bytes, layout).checkHolds
    dateOfBirth = MRZChecks.holds(bytes, layout.birth, layout.birthCheck)
    if let expiry = layout.expiry, let check = layout.expiryCheck {
      expiryDate = MRZChecks.holds(bytes, expiry, check)
    }
    if let check = layout.optionalCheck {
      let isEmpty = bytes[layout.optional].allSatisfy { $0 == MRZAlphabet.filler }
      // 9303-4, 4.2.2.2: where the field is empty its digit may be 0 or the filler.
      let isLeftOut = isEmpty && bytes[check] == MRZAlphabet.filler
      optional = isLeftOut ? nil : MRZChecks.holds(bytes, layout.optional, check)
    }
    if let check = layout.compositeCheck {
      var digit = CheckDigit()
      for range in layout.composite { digit.append(bytes[range]) }
      composite = MRZAlphabet.digit(bytes[check]) == digit.value
    }
  }

  private static func holds(_ bytes: [UInt8], _ range: Range<Int>, _ check: Int) -> Bool {
    var digit = CheckDigit()
    digit.append(bytes[range])
    return MRZAlphabet.digit(bytes[check]) == digit.value
  }

  private enum CodingKeys: String, CodingKey { case documentNumber, dateOfBirth, expiryDate, optional, composite }

  /// Writes null instead of leaving a key out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(documentNumber, forKey: .documentNumber)
    try container.encode(dateOfBirth, forKey: .dateOfBirth)
    try container.encode(expiryDate, forKey: .expiryDate)
    try container.encode(optional, forKey: .optional)
    try container.encode(composite, forKey: .composite)
  }
}

/// Where a zone keeps its document number, which may be longer than the field for it.
///
/// 9303-5 and 9303-6, note j: with the filler in place of the check digit, the number goes on in the optional data, and
/// its check digit and a filler follow. Whether that digit also counts the filler between the two parts is done both
/// ways: Belgium's older cards count it, the newer do not. It weighs nothing but moves the weights of the rest.
struct DocumentNumber {
  /// The second part of a long number.
  let rest: Range<Int>?
  /// What the optional field has left.
  let optional: Range<Int>
  /// Where its check digit stands.
  let check: Int
  let checkHolds: Bool

  init(_ bytes: [UInt8], _ layout: MRZLayout) {
    let first = bytes[layout.numberCheck]
    var digit = CheckDigit()
    digit.append(bytes[layout.number])
    guard first == MRZAlphabet.filler, let overflow = layout.numberOverflow,
      let end = DocumentNumber.end(of: overflow, in: bytes)
    else {
      rest = nil
      optional = layout.optional
      check = layout.numberCheck
      checkHolds = MRZAlphabet.digit(first) == digit.value
      return
    }
    let rest = overflow.lowerBound..<(end - 1)
    var withFiller = digit
    withFiller.append(MRZAlphabet.filler)
    digit.append(bytes[rest])
    withFiller.append(bytes[rest])
    let printed = MRZAlphabet.digit(bytes[end - 1])
    self.rest = rest
    check = end - 1
    optional = min(end + 1, overflow.upperBound)..<overflow.upperBound
    checkHolds = printed == digit.value || printed == withFiller.value
  }

  /// The end of what stands in the overflow up to its first filler; nil unless that ends with a digit.
  private static func end(of overflow: Range<Int>, in bytes: [UInt8]) -> Int? {
    let end = bytes[overflow].firstIndex(of: MRZAlphabet.filler) ?? overflow.upperBound
    return end > overflow.lowerBound && MRZAlphabet.isDigit(bytes[end - 1]) ? end : nil
  }
}
