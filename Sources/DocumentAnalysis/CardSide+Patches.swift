internal import BonafideObservations

/// Elements that are known by their tone, texture or strokes.
extension CardSide {
  func barCode(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.barcode, settings: settings)
    guard let band = BarPattern(fine, in: layout.window) else { return nil }
    let long = min(1, band.box.width / 20)
    let high = min(1, band.box.height / 2.5)
    let evidence = band.filled * band.upright * long * high
    return ElementSight(
      element: .barcode, confidence: ElementSight.confidence(evidence, middle: 0.4, width: 0.3), box: band.box)
  }

  func signature(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.signature, settings: settings)
    guard let strokes = InkStrokes(middle, in: layout.window) else { return nil }
    return ElementSight(
      element: .signature, confidence: ElementSight.confidence(strokes.length, middle: 6, width: 6), box: strokes.box)
  }

  func chip(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.chip, settings: settings)
    guard let patch = PatchSearch(sideShare: 0.7, plane: coarse).best(layout, grow: settings[.elementSizeSlack]) else {
      return nil
    }
    let tone = ElementSight.confidence(patch.contrast, middle: 0.06, width: 0.06)
    let seams = ElementSight.confidence(seamShare(patch.box), middle: 0.03, width: 0.03)
    return ElementSight(element: .chip, confidence: min(tone, seams), box: patch.box)
  }

  /// Share of a plate that thin dark lines take.
  func seamShare(_ box: Rect) -> Double {
    let rim = 0.1
    let inner = Rect(
      x: box.x + box.width * rim, y: box.y + box.height * rim, width: box.width * (1 - 2 * rim),
      height: box.height * (1 - 2 * rim))
    let reach = max(1, Int((0.6 * middle.unit).rounded()))
    guard let area = middle.area(inner), area.left >= reach, area.top >= reach, area.right + reach <= middle.width,
      area.bottom + reach <= middle.height
    else { return 0 }
    var count = 0
    for y in area.top..<area.bottom {
      for x in area.left..<area.right {
        let at = y * middle.width + x
        let here = middle.pixels[at].w + 0.05
        let across = min(middle.pixels[at - reach].w, middle.pixels[at + reach].w)
        let down = min(middle.pixels[at - reach * middle.width].w, middle.pixels[at + reach * middle.width].w)
        if here < max(across, down) { count += 1 }
      }
    }
    return Double(count) / Double(area.width * area.height)
  }

  func colorShift(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.ovi, settings: settings)
    guard let patch = PatchSearch(sideShare: 0.35, plane: coarse).best(layout, grow: settings[.elementSizeSlack]) else {
      return nil
    }
    let tone = ElementSight.confidence(patch.contrast, middle: 0.1, width: 0.1)
    return ElementSight(element: .ovi, confidence: tone, box: patch.box)
  }

  func laserImage(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.mli, settings: settings)
    guard let patch = PatchSearch(sideShare: 0.5, plane: coarse).best(layout, grow: settings[.elementSizeSlack]) else {
      return nil
    }
    let tone = ElementSight.confidence(patch.contrast, middle: 0.05, width: 0.05)
    return ElementSight(element: .mli, confidence: tone, box: patch.box)
  }
}
