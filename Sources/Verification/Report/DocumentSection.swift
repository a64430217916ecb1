internal import BonafideObservations

/// The identity document: what it is, what it says and what speaks for it.
struct DocumentSection: ReportSection {
  let heading = "The document"

  func content(of report: VerificationReport) -> Markup? {
    guard let document = report.document else { return nil }
    return """
      <p class="finding">\(decision(document.decision))</p>
      \(kind(document))\(ReasonList(document.reasons).markup)\(facts(document.facts))\(sides(document.sides))\
      \(zone(document.zone))\(CrossCheckTable(document.crossChecks).markup)\(ElementGrid(document.elements).markup)
      """
  }

  private func decision(_ decision: String) -> Markup {
    switch decision {
    case "accepted": "<b class=\"good\">✓ Accepted</b>"
    case "rejected": "<b class=\"bad\">✗ Rejected</b>"
    case "review": "<b>? Needs review</b>"
    default: "<b>\(decision)</b>"
    }
  }

  private func kind(_ document: ReportDocument) -> Markup {
    let type = DocumentType(rawValue: document.type)?.name ?? document.type
    let state: Markup = document.issuingState.map { ", issued by <bdi>\($0)</bdi>" } ?? ""
    return "<p><bdi>\(type)</bdi>\(state)</p>\n"
  }

  private func facts(_ facts: [ReportDocumentFact]) -> Markup {
    guard !facts.isEmpty else { return "" }
    let rows: [Markup] = facts.map { "<div><dt>\($0.label)</dt><dd><bdi>\($0.value)</bdi></dd></div>\n" }
    return "<dl class=\"facts\">\n\(rows)</dl>\n"
  }

  private func sides(_ sides: [ReportDocumentSide]) -> Markup {
    sides.isEmpty
      ? "<p class=\"quiet\">There is no picture of it.</p>\n"
      : "<div class=\"sides\">\n\(sides.map { SideFigure($0).markup })</div>\n"
  }

  private func zone(_ zone: ReportZone?) -> Markup {
    zone.map { ZoneFigure($0).markup } ?? "<p class=\"quiet\">No machine-readable zone was read.</p>\n"
  }
}

extension DocumentType {
  fileprivate var name: String {
    switch self {
    case .turkishCard: "Turkish identity card"
    case .card: "Identity or residence card"
    case .passport: "Passport"
    case .visa: "Visa"
    case .unknown: "Document of an unknown kind"
    }
  }
}
