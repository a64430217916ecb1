internal import Foundation
internal import BonafideObservations
internal import BonafideTravelDocument

/// Chooses among candidates, field by field.
struct PrintedAssembly {
  typealias Candidate<Value: Sendable & Hashable> = PrintedSearch.Candidate<Value>

  let search: PrintedSearch
  let settings: Settings
  let today: CalendarDate
  private let mrz: MRZ?
  let order: PrintedDate.Order
  private let isTurkish: Bool
  /// A visa shows a passport's number beside its own, and its zone has either.
  private let isVisa: Bool
  /// Of the fields that were settled so far.
  var doubts: [PrintedFields.Doubt] = []

  init(lines: [TextLine], mrz: MRZ?, today: CalendarDate, settings: Settings) {
    self.mrz = mrz
    self.today = today
    self.settings = settings
    let words = Set(lines.flatMap { FoldedText($0.text).words.map(\.text) })
    let isAmerican =
      mrz?.issuingState.value == "USA" || words.isSuperset(of: ["UNITED", "STATES"]) || words.contains("USCIS")
    order = isAmerican ? .monthFirst : .dayFirst
    let isTurkish =
      mrz?.issuingState.value == "TUR" || !words.isDisjoint(with: ["CINSIYETI", "SOYADI", "TURKIYE"])
    self.isTurkish = isTurkish
    let titles = PrintedTitles(lines: lines)
    isVisa = mrz.map { $0.documentCode.value?.hasPrefix("V") == true } ?? (titles.visa && !titles.passport)
    search = PrintedSearch(isTurkish ? lines.map(\.inTurkish) : lines, settings: settings)
  }

  mutating func fields() -> PrintedFields {
    var fields = PrintedFields()
    let isTurkish = isTurkish
    let birth = dates(.dateOfBirth, as: .birth)
    let expiry = dates(.expiryDate, as: .expiry)
    let surnames = names(.surname)
    let givenNames = names(.givenNames)
    fields.surname = name(.surname, apart(surnames, from: givenNames), zone: mrz?.name.surname.value)
    fields.givenNames = name(.givenNames, apart(givenNames, from: surnames), zone: mrz?.name.givenNames.value)
    fields.dateOfBirth = date(.dateOfBirth, apart(birth, from: expiry), zone: mrz?.dateOfBirth.value, as: .birth)
    fields.expiryDate = date(.expiryDate, apart(expiry, from: birth), zone: mrz?.expiryDate?.value, as: .expiry)
    fields.documentNumber = documentNumber()
    fields.identityNumber = number(
      .identityNumber,
      holding(
        search.candidates(
          .identityNumber, inLabelLine: true, read: PrintedAssembly.whole(PrintedValue.identityNumber))),
      zone: mrz?.nationalNumber?.value)
    fields.sex = settled(
      .sex,
      search.candidates(
        .sex, inLabelLine: true, read: { PrintedAssembly.sex($0, isTurkish) }),
      text: { $0.rawValue }, zone: mrz?.sex.value)
    fields.nationality = settled(
      .nationality,
      search.candidates(.nationality, inLabelLine: true, read: PrintedAssembly.whole(PrintedNationality.code)),
      text: { $0 }, zone: mrz?.nationality.value)
    fields.doubts = doubts
    return fields
  }

  private mutating func documentNumber() -> PrintedFields.Field<String>? {
    let zone = mrz?.documentNumber.value
    let all = search.candidates(
      .documentNumber, inLabelLine: true, read: PrintedAssembly.whole(PrintedValue.documentNumber))
    let usable = all.filter { candidate in
      guard !isVisa else { return candidate.value == zone }
      return zone != nil || isTurkish || !PrintedValue.isAmbiguous(candidate.value)
    }
    let number = number(.documentNumber, usable, zone: zone)
    if number == nil { doubt(.documentNumber, all) { $0 } }
    return number
  }

  // MARK: Reading

  static func whole<Value>(
    _ read: @escaping (String) -> Value?
  ) -> (String) -> (value: Value, range: Range<Int>)? {
    { text in read(text).map { ($0, 0..<text.count) } }
  }

  static func name(_ text: String) -> (value: String, range: Range<Int>)? {
    guard let name = PrintedValue.name(text), !PrintedLabels.isNearlyLabel(FoldedText(name)),
      let found = text.range(of: name)
    else { return nil }
    let start = text.distance(from: text.startIndex, to: found.lowerBound)
    return (name, start..<start + name.count)
  }

  /// The letter at the end counts; the one before it agrees, or there would be no value.
  private static func sex(_ text: String, _ isTurkish: Bool) -> (value: Sex, range: Range<Int>)? {
    guard let sex = PrintedValue.sex(text, turkish: isTurkish), let last = FoldedText(text).words.last else {
      return nil
    }
    let end = last.range.upperBound
    return (sex, (last.range.count == 3 ? end - 1 : last.range.lowerBound)..<end)
  }

  /// With the lines that go on with them.
  private func names(_ label: PrintedLabel) -> [Candidate<String>] {
    search.candidates(label, inLabelLine: false, read: PrintedAssembly.name).map { candidate in
      var (value, parts) = (candidate.value, candidate.parts)
      while parts.count < 4, let last = parts.last,
        let next = search.continuations(of: last.piece).first(where: { index in
          !parts.contains { $0.piece == index } && search.pieces[index].middle >= search.pieces[last.piece].middle - 2
        })
      {
        let text = search.pieces[next].text
        guard let (name, range) = PrintedAssembly.name(text.text(0..<text.characters.count)) else { break }
        value += " " + name
        parts.append((next, range))
      }
      return Candidate(value: value, parts: parts, distance: candidate.distance)
    }
  }

  private func dates(_ label: PrintedLabel, as meaning: PrintedDate.Meaning) -> [Candidate<CalendarDate>] {
    let (today, order) = (today, order)
    return search.candidates(label, inLabelLine: true) { text in
      let dates = PrintedDate.found(in: text, order: order)
      guard dates.count == 1, let date = dates.first, let day = date.day(as: meaning, today: today) else { return nil }
      return (day, date.range)
    }
  }

  /// Where several numbers compete, those whose own check digits hold (C-107).
  private func holding(_ candidates: [Candidate<String>]) -> [Candidate<String>] {
    let state = isTurkish ? "TUR" : mrz?.issuingState.value ?? ""
    guard let kind = NationalNumber.Kind(rawValue: state) else { return candidates }
    let valid = candidates.filter { kind.isValid(Array($0.value.utf8)) }
    return valid.isEmpty ? candidates : valid
  }
}
