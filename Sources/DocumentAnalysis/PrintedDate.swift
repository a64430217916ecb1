package import BonafideTravelDocument

/// A date in one of the forms that documents print: `01.02.1990`, `01 FEB/FEV 90`, `1990-02-01`, `01 02 90`.
package struct PrintedDate: Sendable, Hashable {
  /// Which end of a century a year of two digits belongs to.
  package enum Meaning: Sendable { case birth, expiry }
  /// Of three numbers the first: the day nearly everywhere, the month in the United States.
  package enum Order: Sendable { case dayFirst, monthFirst }

  let day: Int
  let month: Int
  let year: Int
  let hasCentury: Bool
  /// Of the characters of the line.
  package let range: Range<Int>

  /// The dates of a line from left to right.
  package static func found(in text: String, order: Order = .dayFirst) -> [PrintedDate] {
    let folded = FoldedText(text)
    let parts = parts(of: folded)
    var dates: [PrintedDate] = []
    var next = 0
    while next < parts.count {
      if let (date, used) = date(parts[next...], in: folded, order) {
        dates.append(date)
        next += used
      } else {
        next += 1
      }
    }
    return dates
  }

  /// The day, with the century that its meaning asks for: a birth is the latest day that is not after today, an expiry
  /// the nearest to today (C-109). Nil for a day that does not exist, and for a birth after today or before 1880.
  package func day(as meaning: Meaning, today: CalendarDate) -> CalendarDate? {
    guard !hasCentury else {
      guard let date = CalendarDate(year: year, month: month, day: day), date.year >= 1880, date.year < 2200 else {
        return nil
      }
      return meaning == .birth && date > today ? nil : date
    }
    let century = today.year / 100 * 100
    let days = [century - 100, century, century + 100].compactMap {
      CalendarDate(year: $0 + year, month: month, day: day)
    }
    switch meaning {
    case .birth: return days.last { $0 <= today }
    case .expiry:
      let near = days.filter { abs($0.dayNumber - today.dayNumber) < 18_000 }
      return near.count == 1 ? near[0] : nil
    }
  }

  private struct Part {
    let text: String
    let number: Int?
    let range: Range<Int>
  }

  /// Words, cut where letters and digits touch: `01FEB1990`.
  private static func parts(of folded: FoldedText) -> [Part] {
    folded.words.flatMap { word -> [Part] in
      // A ligature has more letters than characters; none is part of a date.
      guard word.text.count == word.range.count else { return [Part(text: "", number: nil, range: word.range)] }
      if let month = month(word.text) { return [Part(text: month, number: nil, range: word.range)] }
      var parts: [Part] = []
      var start = word.text.startIndex
      while start < word.text.endIndex {
        let isDigit = word.text[start].isNumber
        let end = word.text[start...].firstIndex { $0.isNumber != isDigit } ?? word.text.endIndex
        let text = String(word.text[start..<end])
        let offset = word.range.lowerBound + word.text.distance(from: word.text.startIndex, to: start)
        parts.append(
          Part(text: text, number: isDigit && text.count <= 4 ? Int(text) : nil, range: offset..<offset + text.count))
        start = end
      }
      return parts
    }
  }

  /// The name of a month that was read with digits in it: `0CT`.
  private static func month(_ word: String) -> String? {
    guard word.count <= 12, word.contains(where: \.isLetter), word.contains(where: \.isNumber) else { return nil }
    let letters: [Character: Character] = ["0": "O", "1": "I", "5": "S", "8": "B"]
    let name = String(word.map { letters[$0] ?? $0 })
    return PrintedMonth.named(name) == nil ? nil : name
  }

  private static func date(
    _ parts: ArraySlice<Part>, in folded: FoldedText, _ order: Order
  ) -> (PrintedDate, used: Int)? {
    guard let first = parts.first, let number = first.number else { return nil }
    let rest = Array(parts.dropFirst().prefix(4))
    func made(_ day: Int, _ month: Int, _ year: Part, used: Int) -> (PrintedDate, used: Int)? {
      guard (1...31).contains(day), (1...12).contains(month), let value = year.number,
        year.text.count == 4 || year.text.count == 2
      else { return nil }
      let last = Array(parts.prefix(used)).last ?? first
      // A fourth number right behind: a telephone or a serial number.
      let date = PrintedDate(
        day: day, month: month, year: value, hasCentury: year.text.count == 4,
        range: first.range.lowerBound..<last.range.upperBound)
      return (date, used)
    }
    // Three numbers.
    if rest.count >= 2, let second = rest[0].number, let third = rest[1].number, first.text.count <= 4,
      rest[0].text.count <= 2
    {
      let between = [gap(first, rest[0], folded), gap(rest[0], rest[1], folded)]
      guard between[0] == between[1], let separator = between[0], [".", "/", "-", " "].contains(separator) else {
        return nil
      }
      if first.text.count == 4, rest[1].text.count <= 2 {
        guard let day = CalendarDate(year: number, month: second, day: third) else { return nil }
        return (
          PrintedDate(
            day: day.day, month: day.month, year: day.year, hasCentury: true,
            range: first.range.lowerBound..<rest[1].range.upperBound), 3
        )
      }
      guard first.text.count <= 2 else { return nil }
      // Two digits each, or a number of something else might be taken for a date.
      guard rest[1].text.count == 4 || first.text.count == 2 && rest[0].text.count == 2 else { return nil }
      let isMonthFirst = order == .monthFirst
      return made(isMonthFirst ? second : number, isMonthFirst ? number : second, rest[1], used: 3)
    }
    // A day, the month's name in one or two languages, a year.
    guard first.text.count <= 2 else { return nil }
    var months: Set<Int>?
    for (index, part) in rest.enumerated() {
      if part.number != nil {
        if let months, months.count == 1, let month = months.first { return made(number, month, part, used: index + 2) }
        // `09 AVR /04 2009`: the month once more as a number.
        if let month = part.number, let known = months, known.contains(month), index + 1 < rest.count {
          months = [month]
          continue
        }
        return nil
      }
      guard let meant = PrintedMonth.named(part.text) else {
        // An unknown language beside a known one.
        if months == nil || index > 2 { return nil }
        continue
      }
      months = months.map { $0.intersection(meant) } ?? meant
      if months?.isEmpty == true { return nil }
    }
    return nil
  }

  /// What separates two parts: one character without blanks around it, or a blank. Nil for anything longer.
  private static func gap(_ left: Part, _ right: Part, _ folded: FoldedText) -> Character? {
    let between = folded.characters[left.range.upperBound..<right.range.lowerBound]
    let marks = between.filter { $0 != " " }
    guard marks.count <= 1, between.count <= 3 else { return nil }
    return marks.first ?? (between.isEmpty ? nil : " ")
  }
}
