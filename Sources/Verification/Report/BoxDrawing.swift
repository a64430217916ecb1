internal import BonafideObservations

/// Named boxes over a picture, as SVG in its pixels. A reader who cannot see it has the list of names below it.
struct BoxDrawing {
  private let size: Size
  /// What is seen of them inside the picture.
  private let boxes: [ReportBox]

  /// A drawing with more of them tells nothing.
  private static let boxLimit = 60
  /// Of a name; the whole one is in the list.
  private static let letterLimit = 24
  /// Letters that fit across a picture: about 12 pixels high where two pictures stand side by side.
  private static let lettersAcross = 60.0
  private static let roomsAcross = 300.0

  init(_ side: ReportDocumentSide) {
    size = side.size
    boxes = BoxDrawing.drawable(side)
  }

  /// With a little room, so that the outline does not run through what it frames; cut at the picture's border. None
  /// that make no sense.
  static func drawable(_ side: ReportDocumentSide) -> [ReportBox] {
    let size = side.size
    guard size.width >= 1, size.height >= 1, size.width.isFinite, size.height.isFinite else { return [] }
    let picture = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let room = size.width / roomsAcross
    return side.boxes.lazy.compactMap { box in
      guard box.rect.area.isFinite, let seen = box.rect.intersection(picture) else { return nil }
      let roomy = Rect(
        x: seen.x - room, y: seen.y - room, width: seen.width + 2 * room, height: seen.height + 2 * room)
      return roomy.intersection(picture).map { ReportBox(box.label, box.kind, $0) }
    }.prefix(boxLimit).map { $0 }
  }

  /// The outlines first, so that none runs through a name.
  var markup: Markup {
    guard !boxes.isEmpty else { return "" }
    let number = ReportNumber.coordinate
    return """
      <svg class="places" viewBox="0 0 \(number(size.width)) \(number(size.height))" aria-hidden="true">
      \(boxes.map(outline))\(names)</svg>
      """
  }

  private func outline(_ box: ReportBox) -> Markup {
    let place = BoxDrawing.attributes(box.rect)
    return """
      <g class="\(box.kind.rawValue)"><rect class="halo" \(place) /><rect class="edge" \(place) /></g>

      """
  }

  private var names: Markup {
    let letter = size.width / BoxDrawing.lettersAcross
    let height = letter * 2
    var placement = LabelPlacement(in: size, around: boxes.map(\.rect))
    let order = boxes.sorted { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }
    let names: [Markup] = order.compactMap { box in
      let text = BoxDrawing.shortened(box.label)
      let width = letter * (BoxDrawing.letters(text) + 1.4)
      guard !text.isEmpty, let place = placement.place(Size(width: width, height: height), beside: box.rect) else {
        return nil
      }
      let number = ReportNumber.coordinate
      return """
        <g class="name-tag \(box.kind.rawValue)"><rect \(BoxDrawing.attributes(place)) rx="\(number(height / 5))" />\
        <text x="\(number(place.center.x))" y="\(number(place.center.y))" dy="0.35em" text-anchor="middle" \
        font-size="\(number(letter * 1.7))">\(text)</text></g>

        """
    }
    return "\(names)"
  }

  private static func attributes(_ rect: Rect) -> Markup {
    let number = ReportNumber.coordinate
    return """
      x="\(number(rect.x))" y="\(number(rect.y))" width="\(number(rect.width))" height="\(number(rect.height))"
      """
  }

  private static func shortened(_ text: String) -> String {
    text.count > letterLimit ? text.prefix(letterLimit - 1) + "…" : text
  }

  /// Letters from East Asia are twice as wide.
  private static func letters(_ text: String) -> Double {
    text.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x1100 } ? 2 : 1) }
  }
}
