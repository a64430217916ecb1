/// What a reader has to know first: the decision and why.
struct ReportHead {
  private let report: VerificationReport

  init(_ report: VerificationReport) {
    self.report = report
  }

  var markup: Markup {
    """
    <header>
    <h1>\(report.title)</h1>
    \(createdAt)\(profile)</header>
    <section class="decision \(report.decision.rawValue)" aria-labelledby="decision">
    <h2 id="decision"><span class="sign" aria-hidden="true">\(report.decision.sign)</span> \(report.decision.word)</h2>
    <p>\(report.decision.sentence)</p>
    </section>
    \(reasons)
    """
  }

  private var createdAt: Markup {
    guard let text = report.createdAt else { return "" }
    return "<p class=\"quiet\">Made \(text)</p>\n"
  }

  private var profile: Markup {
    guard let name = report.profile else { return "" }
    guard name == VerificationReport.specimenProfile else { return "<p class=\"quiet\">Profile: \(name)</p>\n" }
    return """
      <p class="specimen" role="note"><strong>Synthetic specimen:</strong> proves wiring, never accuracy. \
      No real person was verified.</p>

      """
  }

  private var reasons: Markup {
    guard !report.reasons.isEmpty else { return "" }
    return """
      <section class="card" aria-labelledby="reasons">
      <h2 id="reasons">Why</h2>
      \(ReasonList(report.reasons).markup)</section>

      """
  }
}

extension VerificationDecision {
  var word: String {
    switch self {
    case .approved: "Approved"
    case .declined: "Declined"
    case .review: "Needs review"
    }
  }

  fileprivate var sign: String {
    switch self {
    case .approved: "✓"
    case .declined: "✗"
    case .review: "?"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .approved: "Nothing that was checked speaks against it."
    case .declined: "Something that was checked speaks against it."
    case .review: "The evidence does not decide it: a person has to look."
    }
  }
}
