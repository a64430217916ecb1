/// A number by which a state knows a person, and whether its own check digits hold. No zone's check digit tells that:
/// those only show that it was read as it is printed.
package struct NationalNumber: Sendable, Hashable {
  package let value: String
  package let isValid: Bool

  /// Looks for the number of the issuing state in the optional data. Nil for states that are not in the table, and where
  /// nothing there has the form of its number.
  init?(_ mrz: MRZ) {
    guard let state = mrz.issuingState.value, let kind = Kind(rawValue: state) else { return nil }
    let fields = [mrz.optional.value, mrz.optional2?.value].compactMap { $0 }
    for field in fields {
      let number = field.utf8.filter { $0 != 0x20 }
      guard kind.hasForm(number) else { continue }
      value = String(decoding: number, as: UTF8.self)
      isValid = kind.isValid(number)
      return
    }
    return nil
  }

  /// Whether a number's own check digits hold, by the state's code in zones. Nil for states that are not in the table,
  /// and for what has not the form of its numbers.
  package static func holds(_ number: String, of state: String) -> Bool? {
    let bytes = number.utf8.filter { $0 != 0x20 }
    guard let kind = Kind(rawValue: state), kind.hasForm(bytes) else { return nil }
    return kind.isValid(bytes)
  }

  /// Whether an optional field holds nothing but a valid number of its state.
  static func isValid(_ field: ArraySlice<UInt8>, issuingState: ArraySlice<UInt8>) -> Bool {
    let number = field.filter { $0 != MRZAlphabet.filler }
    return Kind(rawValue: MRZText.raw(issuingState))?.isValid(number) == true
  }

  /// Whose number it is; the raw value is the state's code in zones.
  package enum Kind: String, Sendable, CaseIterable {
    /// T.C. kimlik numarası (C-107).
    case turkey = "TUR"
    /// Burgerservicenummer.
    case netherlands = "NLD"
    /// Documento nacional de identidad, and the foreigners' number with X, Y or Z.
    case spain = "ESP"
    /// Cod numeric personal.
    case romania = "ROU"
    /// Isikukood.
    case estonia = "EST"
    /// Rijksregisternummer, numéro national.
    case belgium = "BEL"
  }
}

extension NationalNumber.Kind {
  /// Whether these characters have the length and kinds of characters of such a number.
  func hasForm(_ number: [UInt8]) -> Bool {
    switch self {
    case .turkey, .estonia, .belgium: number.count == 11 && number.allSatisfy(MRZAlphabet.isDigit)
    case .netherlands: number.count == 9 && number.allSatisfy(MRZAlphabet.isDigit)
    case .romania: number.count == 13 && number.allSatisfy(MRZAlphabet.isDigit)
    case .spain:
      number.count == 9 && number.last.map(MRZAlphabet.isLetter) == true
        && number.dropFirst().dropLast().allSatisfy(MRZAlphabet.isDigit)
        && number.first.map { MRZAlphabet.isDigit($0) || "XYZ".utf8.contains($0) } == true
    }
  }

  /// Whether the number's own check digits or letter hold. False for anything without its form.
  package func isValid(_ number: [UInt8]) -> Bool {
    guard hasForm(number) else { return false }
    let digits = number.map { Int($0) - 0x30 }
    return switch self {
    case .turkey: Self.isTurkish(digits)
    case .netherlands: Self.isDutch(digits)
    case .spain: Self.isSpanish(number)
    case .romania: Self.isRomanian(digits)
    case .estonia: Self.isEstonian(digits)
    case .belgium: Self.isBelgian(digits)
    }
  }

  /// C-107.
  private static func isTurkish(_ d: [Int]) -> Bool {
    guard d[0] != 0 else { return false }
    let odd = d[0] + d[2] + d[4] + d[6] + d[8]
    let even = d[1] + d[3] + d[5] + d[7]
    let tenth = ((7 * odd - even) % 10 + 10) % 10
    return d[9] == tenth && d[10] == (odd + even + tenth) % 10
  }

  /// The eleven test: 9·d1 + 8·d2 + … + 2·d8 − d9 is a multiple of 11.
  private static func isDutch(_ d: [Int]) -> Bool {
    let sum = weighted(d, [9, 8, 7, 6, 5, 4, 3, 2, -1])
    return sum % 11 == 0 && d.contains { $0 != 0 }
  }

  /// The letter is that of the number modulo 23; X, Y and Z at the front count as 0, 1 and 2.
  private static func isSpanish(_ number: [UInt8]) -> Bool {
    let letters = Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)
    var value = 0
    for byte in number.dropLast() {
      value = value * 10 + (MRZAlphabet.digit(byte) ?? Int(byte) - Int(UInt8(ascii: "X")))
    }
    return number.last == letters[value % 23]
  }

  /// Weights 2 7 9 1 4 6 3 5 8 2 7 9, modulo 11, and 10 counts as 1.
  private static func isRomanian(_ d: [Int]) -> Bool {
    let rest = weighted(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
    return d[0] != 0 && d[12] == (rest == 10 ? 1 : rest)
  }

  /// Modulo 11 with the first row of weights; where that gives 10, with the second; where that does too, 0.
  private static func isEstonian(_ d: [Int]) -> Bool {
    var rest = weighted(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
    if rest == 10 { rest = weighted(d, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11 }
    return d[0] != 0 && d[10] == rest % 10
  }

  /// 97 less the first nine digits modulo 97; for those born from 2000 on a 2 stands before the nine.
  private static func isBelgian(_ d: [Int]) -> Bool {
    let base = d.prefix(9).reduce(0) { $0 * 10 + $1 }
    let check = d[9] * 10 + d[10]
    return check == 97 - base % 97 || check == 97 - (2_000_000_000 + base) % 97
  }

  private static func weighted(_ digits: [Int], _ weights: [Int]) -> Int {
    zip(digits, weights).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
