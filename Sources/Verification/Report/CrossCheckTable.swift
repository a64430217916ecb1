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
  fileprivate var name: String {
    switch self {
    case .documentNumber: "Document number"
    case .identityNumber: "Identity number"
    case .surname: "Surname"
    case .givenNames: "Given names"
    case .dateOfBirth: "Date of birth"
    case .expiryDate: "Valid until"
    case .sex: "Sex"
    case .nationality: "Nationality"
    case .issuingState: "Issuing state"
    }
  }
}
