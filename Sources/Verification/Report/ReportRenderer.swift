/// Renders a report as one HTML file that asks nobody for anything: no script, no address but the pictures' own bytes.
/// It is well-formed XML too, so that other programs can read it.
package struct ReportRenderer: Sendable {
  /// In the order of the page. Each looks after itself; another kind of evidence is another section.
  private static let sections: [any ReportSection] = [
    StepsSection(), ChartsSection(), AttackSection(), DocumentSection(), ComparisonSection(), ProvenanceSection(),
  ]

  package init() {}

  package func html(of report: VerificationReport) -> String {
    let sections: [Markup] = ReportRenderer.sections.enumerated().compactMap { index, section in
      guard let content = section.content(of: report) else { return nil }
      return """
        <section class="\(section.style)" aria-labelledby="section-\(index + 1)">
        <h2 id="section-\(index + 1)">\(section.heading)</h2>
        \(content)</section>

        """
    }
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; img-src data:; style-src 'unsafe-inline'" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>\(report.title): \(report.decision.word)</title>
      \(ReportStyle.element)
      </head>
      <body>
      <main>
      \(ReportHead(report).markup)\(sections)</main>
      </body>
      </html>

      """
    return page.text
  }
}

/// A part of the page with a heading of its own.
protocol ReportSection: Sendable {
  var heading: String { get }
  /// Class of the section, for its looks.
  var style: String { get }
  /// Nil when there is nothing to show and nothing to say about that.
  func content(of report: VerificationReport) -> Markup?
}

extension ReportSection {
  var style: String { "card" }
}
