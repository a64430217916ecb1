import BonafideObservations
import BonafideTravelDocument
import Foundation

/// `mrz parse`: what a machine-readable zone says that somebody has as text.
enum MRZParse: Command {
  static let words = ["mrz", "parse"]
  static let options: [Arguments.Option] = [.value("date"), .flag("repair")]
  static let summary = "read the two or three lines of a machine-readable zone from text"
  static let usage = """
    bonafide mrz parse [--date YYYY-MM-DD] [--repair] [--json] < LINES

    Reads TD1, TD2, TD3, MRV-A, MRV-B and the old French identity card from standard input. --date is today, for the
    centuries of two-digit years and for expiry. --repair also corrects characters where column types and check digits
    leave one reading. Exit 0 when all check digits hold, 1 when not.
    Example: printf '%s\\n' 'I<TURA12B345675<12345678950<<<' '9001011F3001019TUR<<<<<<<<<<<2' \\
               'ORNEK<<AYSE<DENEME<<<<<<<<<<<<' | bonafide mrz parse
    """

  private static let maximumBytes = 16_000_000

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let today = try day(arguments.value("date"))
    let zone = try ZoneText.zone(in: StandardInput.read(limit: maximumBytes))
    let repaired = arguments.has("repair") ? try MRZRepair.repair(zone) : nil
    let mrz = MRZ(repaired?.zone ?? zone, today: today)
    let report = MRZReport(mrz, raw: zone.lines, corrected: repaired?.corrected ?? [])
    if terminal.format == .json {
      terminal.print(JSON.object([("mrz", try .encoding(report))]).text)
    } else {
      terminal.print(report.text(today: today))
    }
    return mrz.isValid ? .positive : .negative
  }

  static func day(_ text: String?) throws(BonafideError) -> CalendarDate {
    if let text {
      guard let day = CalendarDate(iso: text) else {
        throw BonafideError(.usage, "option '--date' takes a day as YYYY-MM-DD")
      }
      return day
    }
    let now = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    guard let year = now.year, let month = now.month, let day = now.day,
      let today = CalendarDate(year: year, month: month, day: day)
    else { throw BonafideError(.internal, "this machine's clock tells no day") }
    return today
  }
}

extension MRZReport {
  /// For people: the lines, the values and what is wrong with them.
  func text(today: CalendarDate) -> String {
    let flaws = MRZFields(mrz).flaws
    let expiry = mrz.expiryDate?.value.map { $0.description + ($0 < today ? ", expired" : "") }
    let rows: [(label: String, name: String, value: String?)] = [
      ("document", "documentCode", mrz.documentCode.value), ("issued by", "issuingState", mrz.issuingState.value),
      ("number", "documentNumber", mrz.documentNumber.value), ("surname", "surname", mrz.name.surname.value),
      ("given names", "givenNames", mrz.name.givenNames.value),
      ("born", "dateOfBirth", mrz.dateOfBirth.value?.description), ("sex", "sex", mrz.sex.value?.rawValue),
      ("valid until", "expiryDate", expiry), ("nationality", "nationality", mrz.nationality.value),
      ("optional", "optional", mrz.optional.value), ("", "optional2", mrz.optional2?.value),
    ]
    var lines = mrz.zone.lines + ["\(mrz.format.rawValue), check digits \(mrz.isValid ? "hold" : "do not hold")"]
    for change in corrected {
      lines.append("corrected line \(change.line) column \(change.column): \(change.from) to \(change.to)")
    }
    for row in rows where row.value != nil || flaws[row.name] != nil {
      let mark = flaws[row.name].map { " (\($0.rawValue))" } ?? ""
      let label = row.label + String(repeating: " ", count: max(0, 13 - row.label.count))
      lines.append("  \(label)\(row.value ?? "-")\(mark)")
    }
    if let number = mrz.nationalNumber {
      lines.append("  national no. \(number.value)\(number.isValid ? "" : " (does not check)")")
    }
    return lines.joined(separator: "\n")
  }
}
