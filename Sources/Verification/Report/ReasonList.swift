internal import BonafideObservations

/// Reasons with where each of them lies. Nothing for none.
struct ReasonList {
  private let reasons: [Reason]

  init(_ reasons: [Reason]) {
    self.reasons = reasons
  }

  var markup: Markup {
    guard !reasons.isEmpty else { return "" }
    let items: [Markup] = reasons.map { reason in
      """
      <li><span>\(reason.message)</span> <small class="quiet">\(reason.cause.words) · \
      <code>\(reason.code.rawValue)</code></small></li>

      """
    }
    return "<ul class=\"reasons\">\n\(items)</ul>\n"
  }
}

extension ReasonCause {
  fileprivate var words: String {
    switch self {
    case .person: "the person"
    case .capture: "the capture"
    case .attack: "a sign of an attack"
    case .document: "the document"
    case .system: "the system"
    }
  }
}
