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
      element: .barcode, confidence: ElementSight.confidence(evidence, middle: settings[.elementBars], width: 0.3),
      box: band.box)
  }

  func signature(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.signature, settings: settings)
    guard let strokes = InkStrokes(middle, in: layout.window) else { return nil }
    let confidence = ElementSight.confidence(strokes.length, middle: settings[.elementStrokes], width: 5)
    return ElementSight(element: .signature, confidence: confidence, box: strokes.box)
  }

  /// A plate of metal: of one tone right up to all four sides, with seams between its contacts.
  func chip(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.chip, settings: settings)
    guard
      let patch = PatchSearch(sideShare: 0.7, plane: coarse).best(layout, grow: settings[.elementSizeSlack]),
      let look = PatchLook(patch, in: middle, fine: fine)
    else { return nil }
    // Without the colour of gold the plate alone has to do.
    let gold = min(max(look.yellow / 0.2, 0), 1)
    let plate = min(
      ElementSight.confidence(
        look.filled, middle: settings[.elementPlateFilled] - settings[.elementGoldBonus] * gold, width: 0.06),
      ElementSight.confidence(look.clear, middle: settings[.elementPlateClear], width: 0.06))
    let tone = ElementSight.confidence(patch.contrast, middle: settings[.elementPatchContrast], width: 0.06)
    let seams = ElementSight.confidence(seamShare(patch.box), middle: settings[.elementSeamShare], width: 0.03)
    return ElementSight(element: .chip, confidence: min(plate, tone, seams) * (0.7 + 0.3 * gold), box: patch.box)
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

  /// A spot of ink of another colour than the paper. In a copy without colours there is none to be found.
  func colorShift(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.ovi, settings: settings)
    guard
      let patch = PatchSearch(sideShare: 0.35, plane: coarse).best(layout, grow: settings[.elementSizeSlack]),
      let look = PatchLook(patch, in: middle, fine: fine)
    else { return nil }
    let tone = ElementSight.confidence(patch.contrast, middle: settings[.elementPatchContrast], width: 0.06)
    let spot = min(
      ElementSight.confidence(look.filled, middle: 0.5, width: 0.1),
      ElementSight.confidence(look.clear, middle: settings[.elementSpotClear], width: 0.08))
    let color = ElementSight.confidence(look.color, middle: settings[.elementSpotColor], width: 0.06)
    return ElementSight(element: .ovi, confidence: min(tone, spot, color), box: patch.box)
  }

  /// A greyish patch under ribs. The ribs tell it from any other small picture, so they weigh most.
  func laserImage(_ settings: Settings) -> ElementSight? {
    let layout = ElementLayout(.mli, settings: settings)
    guard
      let patch = PatchSearch(sideShare: 0.5, plane: coarse).best(layout, grow: settings[.elementSizeSlack]),
      let look = PatchLook(patch, in: middle, fine: fine)
    else { return nil }
    let ribs = ElementSight.confidence(look.ribs, middle: settings[.elementRibs], width: 0.3)
    let patchness = min(
      ElementSight.confidence(look.filled, middle: 0.55, width: 0.2),
      ElementSight.confidence(look.clear, middle: 0.85, width: 0.1))
    return ElementSight(element: .mli, confidence: min(1, 0.7 * ribs + 0.4 * patchness), box: patch.box)
  }
}
