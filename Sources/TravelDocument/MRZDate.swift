/// The six digits of a date in a zone, YYMMDD, and how they become a day.
enum MRZDate {
  /// Why a date has no day.
  enum Flaw: Sendable { case empty, partlyUnknown, malformed, impossible, ambiguousCentury }

  enum Reading: Sendable {
    case day(CalendarDate)
    case flaw(Flaw)
  }

  /// A birth: the latest such day that is not after today (C-109).
  static func birth(_ digits: ArraySlice<UInt8>, today: CalendarDate) -> Reading {
    read(digits) { date in
      let days = candidates(date, around: today)
      guard let latest = days.last(where: { $0 <= today }) else { return .flaw(.impossible) }
      return .day(latest)
    }
  }

  /// An expiry: within 50 years of today, later than the birth, and of two such the nearer one (C-109).
  ///
  /// The 50 years are counted between years, not days, so that every pair of digits has a century that fits.
  static func expiry(_ digits: ArraySlice<UInt8>, birth: CalendarDate?, today: CalendarDate) -> Reading {
    read(digits) { date in
      let days = candidates(date, around: today)
      guard !days.isEmpty else { return .flaw(.impossible) }
      let fitting = days.filter { day in
        abs(day.year - today.year) <= reach && birth.map { $0 < day } ?? true
      }
      guard let first = fitting.first, let last = fitting.last else { return .flaw(.ambiguousCentury) }
      if first == last { return .day(first) }
      // Fifty years to either side of this very day.
      if (today.month, today.day) == (first.month, first.day) { return .flaw(.ambiguousCentury) }
      return .day(today.dayNumber - first.dayNumber < last.dayNumber - today.dayNumber ? first : last)
    }
  }

  private static let reach = 50

  /// Calls for digits only; tells what is wrong with anything else.
  private static func read(
    _ digits: ArraySlice<UInt8>, _ body: ((year: Int, month: Int, day: Int)) -> Reading
  ) -> Reading {
    guard digits.count == 6, digits.allSatisfy({ MRZAlphabet.isDigit($0) || $0 == MRZAlphabet.filler }) else {
      return .flaw(.malformed)
    }
    let fillers = digits.count { $0 == MRZAlphabet.filler }
    guard fillers == 0 else { return .flaw(fillers == 6 ? .empty : .partlyUnknown) }
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    return body((number / 10_000, number / 100 % 100, number % 100))
  }

  /// The days of the last, this and the next century that exist, in order.
  private static func candidates(
    _ date: (year: Int, month: Int, day: Int), around today: CalendarDate
  ) -> [CalendarDate] {
    let century = today.year / 100 * 100
    return [century - 100, century, century + 100].compactMap {
      CalendarDate(year: $0 + date.year, month: date.month, day: date.day)
    }
  }
}
