internal import BonafideTravelDocument

/// The characters of a machine-readable zone with its check digits and corrections, and what each of them means.
struct ZoneFigure {
  private let zone: ReportZone

  init(_ zone: ReportZone) {
    self.zone = zone
  }

  var markup: Markup {
    """
    <h3>Machine-readable zone</h3>
    <p>\(zone.format). \(summary)</p>
    <pre class="mrz" style="--letters: \(zone.lines.first?.count ?? 0)">\(lines)</pre>
    \(key)<div class="compared">\(checks)\(corrections)</div>

    """
  }

  private var summary: Markup {
    let failing = zone.checks.count { $0.holds == false }
    if failing > 0 {
      return "<span class=\"bad\">✗ \(failing) of \(zone.checks.count) check digits do not hold.</span>"
    }
    return zone.isValid
      ? "<span class=\"good\">✓ All check digits hold.</span>"
      : "<span class=\"bad\">✗ The check digits hold, but a date has characters that no date can have.</span>"
  }

  private var lines: Markup {
    let lines: [Markup] = zone.lines.enumerated().map { index, line in
      let characters: [Markup] = line.enumerated().map { column, character in
        self.character(String(character), line: index + 1, column: column + 1)
      }
      return "\(index == 0 ? "" : "\n" as Markup)\(characters)"
    }
    return "\(lines)"
  }

  /// Most stand for themselves.
  private func character(_ text: String, line: Int, column: Int) -> Markup {
    let check = zone.checks.first { $0.line == line && $0.column == column }
    let corrections = zone.corrected.filter { $0.line == line && $0.column == column }
    guard check != nil || !corrections.isEmpty else { return "\(text)" }
    let styles = [check?.style, corrections.isEmpty ? nil : "corrected"].compactMap { $0 }
    let titles =
      [check.map { "check digit of \($0.check.words): \($0.state)" }].compactMap { $0 } + corrections.map(\.words)
    return """
      <span class="\(styles.joined(separator: " "))" title="\(titles.joined(separator: "; "))">\(text)</span>
      """
  }

  private var key: Markup {
    let marks = [
      zone.checks.contains { $0.holds == true } ? "Framed: a check digit that holds." : nil,
      zone.checks.contains { $0.holds == false } ? "Filled: one that does not hold." : nil,
      zone.corrected.isEmpty ? nil : "Underlined: a character that was corrected.",
    ].compactMap { $0 }
    return marks.isEmpty ? "" : "<p class=\"quiet note\">\(marks.joined(separator: " "))</p>\n"
  }

  private var checks: Markup {
    ReportTable(
      ["Check digit of", "Result", "Digit", "Where", "Covers"],
      zone.checks.map { check in
        [
          "\(check.check.words)", result(check), "<code>\(check.digit)</code>",
          "line \(check.line), column \(check.column)", "\(check.coverage)",
        ]
      }
    ).markup
  }

  private func result(_ check: MRZCheckPlace) -> Markup {
    let style = check.holds == true ? "good" : check.holds == false ? "bad" : "quiet"
    return "<span class=\"\(style)\">\(check.sign) \(check.state)</span>"
  }

  private var corrections: Markup {
    ReportTable(
      ["Corrected", "Change"],
      zone.corrected.map { ["line \($0.line), column \($0.column)", "\($0.words)"] }
    ).markup
  }
}

extension MRZCheck {
  fileprivate var words: String {
    switch self {
    case .documentNumber: "the document number"
    case .dateOfBirth: "the date of birth"
    case .expiryDate: "the expiry date"
    case .optional: "the optional data"
    case .composite: "several fields together"
    }
  }
}

extension MRZSpan {
  fileprivate var range: String {
    columns.count == 1 ? "\(columns.lowerBound)" : "\(columns.lowerBound)–\(columns.upperBound)"
  }
}

extension MRZCheckPlace {
  fileprivate var style: String { holds == true ? "holds" : holds == false ? "fails" : "unused" }
  fileprivate var sign: String { holds == true ? "✓" : holds == false ? "✗" : ReportNumber.missing }
  fileprivate var state: String { holds == true ? "holds" : holds == false ? "does not hold" : "left out" }

  /// Such as `line 1, 6–30; line 2, 1–7, 9–15`.
  fileprivate var coverage: String {
    Set(covers.map(\.line)).sorted().map { line in
      "line \(line), " + covers.filter { $0.line == line }.map(\.range).joined(separator: ", ")
    }.joined(separator: "; ")
  }
}

extension MRZCorrection {
  fileprivate var words: String { "read \(from), corrected to \(to)" }
}
