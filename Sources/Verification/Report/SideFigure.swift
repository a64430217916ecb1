/// A side of a document with what was found on it, and its names as a list.
struct SideFigure {
  private let side: ReportDocumentSide

  init(_ side: ReportDocumentSide) {
    self.side = side
  }

  var markup: Markup {
    let caption: Markup = "<figcaption>\(side.caption)</figcaption>"
    guard let address = PictureFigure.address(of: side.file) else {
      return "<figure class=\"side\"><p class=\"missing\">The picture cannot be shown.</p>\(caption)</figure>\n"
    }
    return """
      <figure class="side"><div class="frame"><img src="\(address)" alt="\(description)" />\
      \(BoxDrawing(side).markup)</div>\(caption)
      \(key)</figure>

      """
  }

  private var description: String {
    side.caption + (BoxDrawing.drawable(side).isEmpty ? "" : ", what was found is framed and listed below")
  }

  private var key: Markup {
    let boxes = BoxDrawing.drawable(side)
    let items: [Markup] = ReportBox.Kind.allCases.compactMap { kind in
      let names: [Markup] = boxes.filter { $0.kind == kind }.enumerated().map { index, box in
        "\(index == 0 ? "" : ", ")<bdi>\(box.label)</bdi>"
      }
      guard !names.isEmpty else { return nil }
      return "<li><b class=\"\(kind.rawValue)\">\(kind.words)</b> \(names)</li>\n"
    }
    return items.isEmpty ? "" : "<ul class=\"key\">\n\(items)</ul>\n"
  }
}

extension ReportBox.Kind {
  fileprivate var words: String {
    switch self {
    case .field: "Printed"
    case .element: "Elements"
    case .portrait: "Portrait"
    case .zone: "Zone"
    }
  }
}
