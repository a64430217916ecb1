internal import BonafideObservations

/// What the zone says beside what is printed.
struct CrossCheckTable {
  private let checks: [CrossCheck]

  init(_ checks: [CrossCheck]) {
    self.checks = checks
  }

  var markup: Markup {
    guard !checks.isEmpty else { return "" }
    let table = ReportTable(
      ["Field", "Zone", "Print", "Agreement"],
      checks.map { check in
        [
          "\(check.field.name)", "\(check.mrz ?? ReportNumber.missing)", "\(check.printed ?? ReportNumber.missing)",
          agreement(check.agrees),
        ]
      })
    return "<h3>Zone and print</h3>\n<div class=\"compared\">\(table.markup)</div>\n"
  }

  private func agreement(_ agrees: Bool?) -> Markup {
    switch agrees {
    case true?: "<span class=\"good\">✓ agrees</span>"
    case false?: "<span class=\"bad\">✗ disagrees</span>"
    case nil: "<span class=\"quiet\">\(ReportNumber.missing) not comparable</span>"
    }
  }
}

extension DocumentField {
  /// At the beginning of a row.
  fileprivate var name: String { words.prefix(1).uppercased() + words.dropFirst() }
}
