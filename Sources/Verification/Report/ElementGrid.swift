internal import BonafideObservations

/// What is on a document to be looked at, cut out one by one.
struct ElementGrid {
  private let elements: [ReportElement]

  init(_ elements: [ReportElement]) {
    self.elements = elements
  }

  var markup: Markup {
    guard !elements.isEmpty else { return "" }
    return "<h3>Elements</h3>\n<div class=\"elements\">\n\(elements.map(figure))</div>\n"
  }

  private func figure(_ element: ReportElement) -> Markup {
    let name = SecurityElement(rawValue: element.name)?.name ?? element.name
    let finding: Markup =
      element.confidence.map { confidence in
        let bar = ScaleBar(value: confidence, limit: nil, range: 0...1).markup
        return "<span class=\"good\">✓ seen</span>, confidence \(ReportNumber.text(confidence)) \(bar)"
      } ?? "<span class=\"bad\">✗ not seen</span>"
    return """
      <figure>\(crop(element, name))<figcaption><b>\(name)</b><br />\(finding)</figcaption></figure>

      """
  }

  private func crop(_ element: ReportElement, _ name: String) -> Markup {
    guard let picture = element.picture else {
      return "<div class=\"crop\" aria-hidden=\"true\">\(ReportNumber.missing)</div>"
    }
    guard let address = PictureFigure.address(of: picture.file) else {
      return "<div class=\"crop\">The picture cannot be shown.</div>"
    }
    let description = picture.caption.isEmpty ? name : picture.caption
    return "<div class=\"crop\"><img src=\"\(address)\" alt=\"\(description)\" /></div>"
  }
}

extension SecurityElement {
  fileprivate var name: String {
    switch self {
    case .flag: "Flag"
    case .mli: "Multiple laser image"
    case .signature: "Signature"
    case .crescent: "Crescent and star"
    case .barcode: "Barcode"
    case .chip: "Chip"
    case .icaoLogo: "Sign of a chip"
    case .ovi: "Colour-changing ink"
    }
  }
}
