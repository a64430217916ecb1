internal import Foundation
package import BonafideObservations
package import BonafideTravelDocument

extension PrintedFields {
  /// Finds the fields among the lines of one side of a document.
  ///
  /// - `mrz`: the zone of the same document, where there is one that holds: it helps to find values that have no
  ///   legible label, and is never a source of one.
  /// - `today`: for the centuries of two-digit years.
  package init(lines: [TextLine], mrz: MRZ?, today: CalendarDate, settings: Settings = .defaults) {
    var assembly = PrintedAssembly(lines: lines, mrz: mrz, today: today, settings: settings)
    self = assembly.fields()
  }
}

/// Chooses among candidates, field by field.
struct PrintedAssembly {
  private typealias Candidate<Value: Sendable & Hashable> = PrintedSearch.Candidate<Value>

  private let search: PrintedSearch
  private let mrz: MRZ?
  private let today: CalendarDate
  private let settings: Settings
  private let order: PrintedDate.Order
  private let isTurkish: Bool

  init(lines: [TextLine], mrz: MRZ?, today: CalendarDate, settings: Settings) {
    search = PrintedSearch(lines, settings: settings)
    self.mrz = mrz
    self.today = today
    self.settings = settings
    let words = Set(search.pieces.flatMap { $0.text.words.map(\.text) })
    let isAmerican =
      mrz?.issuingState.value == "USA" || words.isSuperset(of: ["UNITED", "STATES"]) || words.contains("USCIS")
    order = isAmerican ? .monthFirst : .dayFirst
    isTurkish = mrz?.issuingState.value == "TUR" || !words.isDisjoint(with: ["CINSIYETI", "SOYADI", "TURKIYE"])
  }

  mutating func fields() -> PrintedFields {
    var fields = PrintedFields()
    let isTurkish = isTurkish
    let birth = dates(.dateOfBirth, as: .birth)
    let expiry = dates(.expiryDate, as: .expiry)
    let surnames = names(.surname)
    let givenNames = names(.givenNames)
    fields.surname = name(apart(surnames, from: givenNames), zone: mrz?.name.surname.value)
    fields.givenNames = name(apart(givenNames, from: surnames), zone: mrz?.name.givenNames.value)
    fields.dateOfBirth = chosen(apart(birth, from: expiry)) ?? date(mrz?.dateOfBirth.value, as: .birth)
    fields.expiryDate = chosen(apart(expiry, from: birth)) ?? date(mrz?.expiryDate?.value, as: .expiry)
    fields.documentNumber = number(
      search.candidates(
        .documentNumber, inLabelLine: true, read: PrintedAssembly.whole(PrintedValue.documentNumber)),
      zone: mrz?.documentNumber.value)
    fields.identityNumber = chosen(
      search.candidates(.identityNumber, inLabelLine: true, read: PrintedAssembly.whole(PrintedValue.identityNumber)))
    fields.sex = chosen(
      search.candidates(
        .sex, inLabelLine: true, read: PrintedAssembly.whole { PrintedValue.sex($0, turkish: isTurkish) }))
    fields.nationality = chosen(
      search.candidates(.nationality, inLabelLine: true, read: PrintedAssembly.whole(PrintedNationality.code)))
    return fields
  }

  // MARK: Reading

  private static func whole<Value>(
    _ read: @escaping (String) -> Value?
  ) -> (String) -> (value: Value, range: Range<Int>)? {
    { text in read(text).map { ($0, 0..<text.count) } }
  }

  private static func name(_ text: String) -> (value: String, range: Range<Int>)? {
    guard let name = PrintedValue.name(text), !PrintedLabels.isNearlyLabel(FoldedText(name)),
      let found = text.range(of: name)
    else { return nil }
    let start = text.distance(from: text.startIndex, to: found.lowerBound)
    return (name, start..<start + name.count)
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

  // MARK: Choosing

  /// Without those that stand where a nearer label of the other field claims the same print.
  private func apart<A, B>(_ own: [Candidate<A>], from others: [Candidate<B>]) -> [Candidate<A>] {
    own.filter { candidate in
      !others.contains { other in
        other.distance <= candidate.distance
          && other.parts.contains { part in candidate.parts.contains { $0.piece == part.piece } }
      }
    }
  }

  /// The value that all of them give.
  private func chosen<Value>(_ candidates: [Candidate<Value>]) -> PrintedFields.Field<Value>? {
    let sure = candidates.filter { isSure($0.parts) }
    guard let first = sure.first, Set(candidates.map(\.value)).count == 1 else { return nil }
    return field(first.value, first.parts, .label)
  }

  private func isSure(_ parts: [(piece: Int, range: Range<Int>)]) -> Bool {
    parts.allSatisfy { part in
      let confidence = search.pieces[part.piece].confidence(of: part.range)
      return confidence.mean >= settings[.printedConfidenceLeast]
        && confidence.least >= settings[.printedCharacterLeast]
    }
  }

  private func field<Value>(
    _ value: Value, _ parts: [(piece: Int, range: Range<Int>)], _ locatedBy: PrintedFields.LocatedBy
  ) -> PrintedFields.Field<Value> {
    let boxes = parts.map { search.pieces[$0.piece].box(of: $0.range) }
    let corners = boxes.flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.maxX, y: $0.maxY)] }
    return PrintedFields.Field(
      value: value, text: parts.map { search.pieces[$0.piece].text.text($0.range) }.joined(separator: " "),
      confidence: parts.map { search.pieces[$0.piece].confidence(of: $0.range).mean }.min() ?? 0,
      box: Rect(around: corners) ?? Rect(x: 0, y: 0, width: 0, height: 0), locatedBy: locatedBy)
  }

  // MARK: Fields

  private func name(_ labelled: [Candidate<String>], zone: String?) -> PrintedFields.Field<String>? {
    let own = chosen(labelled)
    guard let zone else { return own }
    if let own, Transliteration.matches(printed: own.value, zone: zone) { return own }
    if let field = named(zone) { return field }
    // Nearly what the zone says: misread rather than different, and not to be told apart from here.
    guard let own, let wanted = Transliteration.alternatives(of: own.value, limit: 1).first else { return nil }
    let near = PrintedLabels.distance(Array(wanted.utf8), Array(zone.utf8), most: 2)
    return near == nil ? own : nil
  }

  /// Print that reads as a name in the zone: one piece, or two below each other.
  private func named(_ zone: String) -> PrintedFields.Field<String>? {
    let names = search.values.compactMap { index -> (piece: Int, range: Range<Int>, name: String)? in
      let text = search.pieces[index].text
      guard let (name, range) = PrintedAssembly.name(text.text(0..<text.characters.count)) else { return nil }
      return (index, range, name)
    }
    for first in names where Transliteration.matches(printed: first.name, zone: zone) {
      return field(first.name, [(first.piece, first.range)], .mrz)
    }
    for first in names where zone.hasPrefix(FoldedText(first.name).words.first?.text ?? "-") {
      for second in names where second.piece != first.piece {
        let (upper, lower) = (search.pieces[first.piece], search.pieces[second.piece])
        let step = (lower.middle - upper.middle) / max(1, upper.height)
        guard step > 0.4, step < 2, abs(lower.left - upper.left) < 2 * upper.height,
          Transliteration.matches(printed: first.name + " " + second.name, zone: zone)
        else { continue }
        return field(
          first.name + " " + second.name, [(first.piece, first.range), (second.piece, second.range)], .mrz)
      }
    }
    return nil
  }

  private func number(_ labelled: [Candidate<String>], zone: String?) -> PrintedFields.Field<String>? {
    let own = chosen(labelled)
    guard let zone else { return own }
    if let own {
      // They differ by look-alikes only: most likely misread.
      guard own.value == zone || PrintedValue.plain(own.value) != PrintedValue.plain(zone) else { return nil }
      return own
    }
    for index in search.values {
      let text = search.pieces[index].text
      guard let number = PrintedValue.documentNumber(text.text(0..<text.characters.count)), number == zone else {
        continue
      }
      return field(number, [(index, 0..<text.characters.count)], .mrz)
    }
    return nil
  }

  private func date(_ zone: CalendarDate?, as meaning: PrintedDate.Meaning) -> PrintedFields.Field<CalendarDate>? {
    guard let zone else { return nil }
    for index in search.values {
      let text = search.pieces[index].text
      for date in PrintedDate.found(in: text.text(0..<text.characters.count), order: order)
      where date.day(as: meaning, today: today) == zone {
        return field(zone, [(index, date.range)], .mrz)
      }
    }
    return nil
  }
}
