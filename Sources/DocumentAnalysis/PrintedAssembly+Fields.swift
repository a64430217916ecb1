internal import BonafideObservations
internal import BonafideTravelDocument

extension PrintedAssembly {
  private var sure: Double { settings[.printedCharacterSure] }

  /// The letters and digits of some parts, folded.
  private func letters(_ parts: [Part], _ expanded: Bool) -> [PrintedDifference.Letter] {
    parts.flatMap { part in
      search.pieces[part.piece].characters(of: part.range).flatMap { character, confidence in
        let text =
          expanded
          ? PrintedAssembly.expansions[character] ?? FoldedText.folded(character) : FoldedText.folded(character)
        return text.utf8.map { PrintedDifference.Letter(byte: $0, confidence: confidence) }
      }
    }
  }

  /// How zones write letters that fold to one (9303-3, section 6).
  private static let expansions: [Character: String] = [
    "Ä": "AE", "ä": "AE", "Ö": "OE", "ö": "OE", "Ü": "UE", "ü": "UE", "Å": "AA", "å": "AA", "Ø": "OE", "ø": "OE",
  ]

  // MARK: Names

  mutating func name(
    _ field: DocumentField, _ labelled: [Candidate<String>], zone: String?
  ) -> PrintedFields.Field<String>? {
    let difference = zone.map { zone in
      { [self] (candidate: Candidate<String>) -> PrintedDifference in
        if Transliteration.matches(printed: candidate.value, zone: zone, truncation: .possible) { return .none }
        let wanted = Array(zone.utf8.filter { $0 != 0x20 })
        let ways = [false, true].map { PrintedDifference.between(letters(candidate.parts, $0), wanted, sure: sure) }
        // Words that the zone divides otherwise.
        if ways.contains(.none) { return .none }
        return ways.contains(.misreading) ? .misreading : ways.contains(.few) ? .few : .many
      }
    }
    return settled(
      field, labelled, text: { $0 }, difference: difference, located: { [self] in zone.flatMap { named($0) } })
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
    return search.values.lazy.compactMap { part(of: $0, zone) }.first
  }

  /// Some words of a piece that read as a name in the zone: both names may stand in one line.
  private func part(of index: Int, _ zone: String) -> PrintedFields.Field<String>? {
    let text = search.pieces[index].text
    let wanted = zone.split(separator: " ").count
    let words = text.words.prefix(PrintedAssembly.mostWords)
    guard zone.count >= 4, words.count > wanted else { return nil }
    for start in 0...(words.count - wanted) {
      let range = words[start].range.lowerBound..<words[start + wanted - 1].range.upperBound
      let name = text.text(range)
      if Transliteration.matches(printed: name, zone: zone) { return field(name, [(index, range)], .mrz) }
    }
    return nil
  }

  private static let mostWords = 8

  // MARK: Numbers

  mutating func number(
    _ field: DocumentField, _ labelled: [Candidate<String>], zone: String?
  ) -> PrintedFields.Field<String>? {
    let difference = zone.map { zone in
      { [self] (candidate: Candidate<String>) -> PrintedDifference in
        let plain = zone.utf8.filter { $0 != 0x20 }
        if candidate.value.utf8.elementsEqual(plain) { return .none }
        return PrintedDifference.between(letters(candidate.parts, false), Array(plain), sure: sure)
      }
    }
    return settled(
      field, labelled, text: { $0 }, difference: difference,
      located: { [self] in zone.flatMap { numbered($0, isDocument: field == .documentNumber) } })
  }

  private func numbered(_ zone: String, isDocument: Bool) -> PrintedFields.Field<String>? {
    for index in search.values {
      let text = search.pieces[index].text
      let whole = text.text(0..<text.characters.count)
      let number = isDocument ? PrintedValue.documentNumber(whole) : PrintedValue.identityNumber(whole)
      if let number, number == zone { return field(number, [(index, 0..<text.characters.count)], .mrz) }
    }
    return nil
  }

  // MARK: Days

  mutating func date(
    _ field: DocumentField, _ labelled: [Candidate<CalendarDate>], zone: CalendarDate?, as meaning: PrintedDate.Meaning
  ) -> PrintedFields.Field<CalendarDate>? {
    let difference = zone.map { zone in
      { [self] (candidate: Candidate<CalendarDate>) -> PrintedDifference in
        guard candidate.value != zone else { return .none }
        let digits = zip(candidate.value.description.utf8, zone.description.utf8).count { $0 != $1 }
        guard digits <= 2 else { return .many }
        return leastConfidence(candidate.parts) < sure ? .misreading : .few
      }
    }
    return settled(
      field, labelled, text: \.description, difference: difference,
      located: { [self] in zone.flatMap { dated($0, as: meaning) } })
  }

  private func dated(_ zone: CalendarDate, as meaning: PrintedDate.Meaning) -> PrintedFields.Field<CalendarDate>? {
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
