internal import BonafideObservations

/// Elements that are known by their shape.
extension CardSide {
  /// The flag: its field on the card, and crescent and star in the field.
  func flag(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.flag, settings: settings)
    let grow = settings[.elementSizeSlack]
    guard
      let match = ShapeMatch(.flag, .darkGreen, layout: layout, grow: grow, coarse: coarse, fine: middle),
      let area = middle.area(match.box)
    else { return nil }
    let size = Size(width: match.box.width * middle.unit, height: match.box.height * middle.unit)
    guard let field = ShapeRaster(.flagField, size: size) else { return nil }
    let matcher = ShapeMatcher(plane: middle, ink: .darkGreen)
    var emblem = 0.0
    let left = Int((match.box.center.x * middle.unit - Double(field.width) / 2).rounded())
    let top = Int((match.box.center.y * middle.unit - Double(field.height) / 2).rounded())
    for dy in -1...1 {
      for dx in -1...1 { emblem = max(emblem, matcher.correlation(field, left: left + dx, top: top + dy)) }
    }
    let evidence = min(match.correlation, emblem)
    let shape = ElementSight.confidence(evidence, middle: settings[.elementFlagMiddle], width: 0.2)
    // Without the colour the shape alone has to do.
    let red = redness(area)
    return ElementSight(element: .flag, confidence: shape * (0.7 + 0.3 * red), box: match.box)
  }

  /// How red the darker part of an area is against the card, 0…1.
  private func redness(_ area: PlaneArea) -> Double {
    var (sum, count): (Float, Float) = (0, 0)
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let pixel = middle.pixels[y * middle.width + x]
        guard pixel.y < 0.6 else { continue }
        sum += (pixel.x - max(pixel.y, pixel.z)) / max(pixel.x, 0.1)
        count += 1
      }
    }
    guard count > 0 else { return 0 }
    return Double(min(max(sum / count / 0.35, 0), 1))
  }

  func crescent(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.crescent, settings: settings)
    guard
      let match = ShapeMatch(
        .crescent, .any, layout: layout, grow: settings[.elementSizeSlack], coarse: coarse.halved(), fine: middle)
    else { return nil }
    let confidence = ElementSight.confidence(
      match.correlation, middle: settings[.elementCrescentMiddle], width: 0.2)
    return ElementSight(element: .crescent, confidence: confidence, box: match.box)
  }

  func logo(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.icaoLogo, settings: settings)
    let matches = [ElementShape.logoInLines, .logoInBlocks].compactMap {
      ShapeMatch(
        $0, .any, layout: layout, grow: settings[.elementSizeSlack], step: 2, coarse: coarse, fine: middle)
    }
    guard let match = matches.max(by: { $0.correlation < $1.correlation }) else { return nil }
    let confidence = ElementSight.confidence(match.correlation, middle: settings[.elementLogoMiddle], width: 0.25)
    return ElementSight(element: .icaoLogo, confidence: confidence, box: match.box)
  }
}
