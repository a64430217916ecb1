package import BonafideObservations

extension Setting {
  static let elementPlaceSlack = Setting(
    "element.place.slack", .ratio, in: 0...0.2, default: 0.06,
    source: "design: share of the card's width and height by which an element may lie off, either way")
  static let elementSizeSlack = Setting(
    "element.size.slack", .ratio, in: 0...0.3, default: 0.1,
    source: "design: share of its width and height by which an element may be larger or smaller")
  static let elementFlagMiddle = Setting(
    "element.flag.middle", .ratio, in: 0.2...0.95, default: 0.62,
    source: "measured on drawn cards: correlation with the flag's shape at which it is as likely there as not")
  static let elementCrescentMiddle = Setting(
    "element.crescent.middle", .ratio, in: 0.2...0.95, default: 0.6,
    source: "measured on drawn cards: the same with crescent and star, of whatever colour shows them best")
  static let elementLogoMiddle = Setting(
    "element.icao_logo.middle", .ratio, in: 0.2...0.95, default: 0.55,
    source: "measured on drawn cards: the same with the sign of ICAO Doc 9303-9")
  static let elementBars = Setting(
    "element.barcode.middle", .ratio, in: 0.05...0.95, default: 0.4,
    source: "measured on drawn cards: share of a long band that upright bars fill; print has less than 0.2")
  static let elementStrokes = Setting(
    "element.signature.middle", .count, in: 1...30, default: 6,
    source: "measured on drawn cards: millimetres of connected thin strokes; no word of print has them")
  static let elementPatchContrast = Setting(
    "element.patch.contrast", .ratio, in: 0.01...0.5, default: 0.08,
    source: "measured on drawn cards: step at a patch's border by the paper's level; bare paper has less than 0.06")
  static let elementPlateFilled = Setting(
    "element.chip.filled", .ratio, in: 0.5...1, default: 0.87,
    source: "measured: share of a plate that has its tone; 0.88 and more of drawn ones without a lamp's mirror image")
  static let elementGoldBonus = Setting(
    "element.chip.filled.gold", .ratio, in: 0...0.5, default: 0.2,
    source: "measured: how much less of it is needed where it is yellow; under mirrored lamps drawn ones have 0.64")
  static let elementPlateClear = Setting(
    "element.chip.clear", .ratio, in: 0.5...1, default: 0.85,
    source: "measured: share of what surrounds a plate that is paper; 0.9 and more of drawn ones")
  static let elementSeamShare = Setting(
    "element.chip.seams", .ratio, in: 0.005...0.3, default: 0.03,
    source: "measured on drawn cards: share of the plate that thin dark lines take; 0.13 of one with eight contacts")
  static let elementSpotClear = Setting(
    "element.ovi.clear", .ratio, in: 0.5...1, default: 0.9,
    source: "measured: share of a spot's surroundings that are paper; 0.98 and more of drawn ones")
  static let elementSpotColor = Setting(
    "element.ovi.color", .ratio, in: 0.01...0.5, default: 0.09,
    source: "measured: distance of colour from the paper by luma; 0.16 and more of drawn ones")
  static let elementRibs = Setting(
    "element.mli.ribs", .ratio, in: 0.1...1.5, default: 0.65,
    source: "measured: 1.0 and more under drawn ribs, 0.5 and less in 124 pictures of documents without")
}

/// The settings of finding the security elements of a card.
package enum ElementSettings {
  package static let declared: [Setting] = [
    .elementPlaceSlack, .elementSizeSlack, .elementFlagMiddle, .elementCrescentMiddle, .elementLogoMiddle, .elementBars,
    .elementStrokes, .elementPatchContrast, .elementPlateFilled, .elementGoldBonus, .elementPlateClear,
    .elementSeamShare, .elementSpotClear, .elementSpotColor, .elementRibs,
  ]
}
