/// The small print: what it was made with.
struct ProvenanceSection: ReportSection {
  let heading = "How it was made"
  let style = "card small"

  func content(of report: VerificationReport) -> Markup? {
    let made = report.provenance
    let parts = [
      ruleset(made),
      table(
        "Inputs", ["Part", "Name"], made.inputs.map { ["\($0.part)", "\($0.name)"] }),
      table(
        "Models", ["Name", "Licence", "SHA-256"],
        made.models.map { ["\($0.name)", "\($0.licence)", "<code class=\"hash\">\($0.sha256)</code>"] }),
      made.settings.isEmpty
        ? "<p>All settings have their defaults.</p>\n"
        : table(
          "Settings that differ from their defaults", ["Name", "Value", "Default", "Unit"],
          made.settings.map {
            [
              "<code>\($0.name)</code>", "\(ReportNumber.text($0.value, decimals: 3))",
              "\(ReportNumber.text($0.defaultValue, decimals: 3))", "\($0.unit)",
            ]
          }),
      table(
        "Time taken", ["Part", "Milliseconds"],
        made.timings.map { ["\($0.name)", "\(ReportNumber.text($0.milliseconds, decimals: 0))"] }),
    ]
    return "\(parts)"
  }

  private func ruleset(_ made: ReportProvenance) -> Markup {
    guard let name = made.rulesetName else { return "" }
    return "<p>Ruleset: <b>\(name)</b>\(made.rulesetVersion.map { ", version \($0)" } ?? "")</p>\n"
  }

  /// Nothing for no rows.
  private func table(_ title: String, _ columns: [String], _ rows: [[Markup]]) -> Markup {
    rows.isEmpty ? "" : "<h3>\(title)</h3>\n\(ReportTable(columns, rows).markup)"
  }
}
