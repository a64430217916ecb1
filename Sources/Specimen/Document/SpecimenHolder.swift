internal import BonafideObservations
package import BonafideTravelDocument
internal import Foundation

/// Who a specimen document is made out to, and what it says. Nobody has these data.
package struct SpecimenHolder: Sendable, Hashable {
  package let surname: String
  package let givenNames: String
  package let sex: Sex
  package let dateOfBirth: CalendarDate
  package let dateOfIssue: CalendarDate
  package let expiryDate: CalendarDate
  package let documentNumber: String
  /// Turkish number, or personal number of Utopia.
  package let identityNumber: String
  package let motherName: String
  package let fatherName: String
  package let placeOfBirth: String
  package let authority: String
}

extension SpecimenHolder {
  init(_ kind: SpecimenDocumentKind, flaw: SpecimenFlaw?, _ random: inout SpecimenRandom) throws {
    let names = kind == .turkishCard ? SpecimenNames.turkish : SpecimenNames.utopian
    sex = random.pick([.female, .male])
    surname = random.pick(names.surnames)
    givenNames = random.pick(sex == .female ? names.female : names.male)
    motherName = random.pick(names.mothers)
    fatherName = random.pick(names.fathers)
    placeOfBirth = random.pick(names.places)
    authority = random.pick(names.authorities)
    dateOfBirth = try SpecimenHolder.day(random.whole(1955...2004), &random)
    let until = flaw == .expired ? random.whole(2014...2022) : random.whole(2031...2035)
    expiryDate = try SpecimenHolder.day(until, &random)
    dateOfIssue = try SpecimenHolder.day(until - 10, month: expiryDate.month, day: expiryDate.day)
    switch kind {
    case .turkishCard:
      documentNumber = random.letter() + random.digits(2) + random.letter() + random.digits(5)
      let number = SpecimenHolder.turkishNumber(&random)
      identityNumber = flaw == .wrongNumber ? SpecimenHolder.spoilt(number) : number
    case .card, .passport:
      documentNumber =
        kind == .card ? random.letter() + random.letter() + random.digits(7) : random.letter() + random.digits(8)
      identityNumber = random.digits(10)
    }
  }

  private static func day(_ year: Int, _ random: inout SpecimenRandom) throws -> CalendarDate {
    try day(year, month: random.whole(1...12), day: random.whole(1...28))
  }

  private static func day(_ year: Int, month: Int, day: Int) throws -> CalendarDate {
    guard let date = CalendarDate(year: year, month: month, day: day) else {
      throw BonafideError(.internal, "a specimen has a day that does not exist")
    }
    return date
  }

  /// C-107.
  private static func turkishNumber(_ random: inout SpecimenRandom) -> String {
    var d = [random.whole(1...9)] + (0..<8).map { _ in random.whole(0...9) }
    let odd = d[0] + d[2] + d[4] + d[6] + d[8]
    let even = d[1] + d[3] + d[5] + d[7]
    d.append(((7 * odd - even) % 10 + 10) % 10)
    d.append(d.reduce(0, +) % 10)
    return d.map(String.init).joined()
  }

  /// The last check digit, one further.
  private static func spoilt(_ number: String) -> String {
    number.dropLast() + String(((number.last?.wholeNumberValue ?? 0) + 1) % 10)
  }
}

extension SpecimenRandom {
  /// Never asked for one of nothing.
  mutating func pick<Item>(_ items: [Item]) -> Item { items[whole(0...(items.count - 1))] }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() >> 33) % (range.upperBound - range.lowerBound + 1)
  }

  mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(whole(0...9)) }.joined() }

  mutating func letter() -> String { pick("ABCDEFGHJKLMNPRSTUVYZ".map(String.init)) }

  mutating func chance(_ share: Double) -> Bool { uniform(0...1) < share }
}
