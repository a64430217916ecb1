package import BonafideObservations

extension Setting {
  static let cardFocal = Setting(
    "card.film.focal", .ratio, in: 0.5...3, default: 0.85,
    source:
      "design: focal length by the picture's longer side of phones' main cameras, 24 to 28 mm equivalent; a wrong one "
      + "scales angles, their order stays")
  static let cardElementLeast = Setting(
    "card.film.element.min", .probability, in: 0...1, default: 0.5,
    source: "design: an element that is as likely there as not can be watched")
  static let cardElementWeak = Setting(
    "card.film.element.weak", .probability, in: 0...1, default: 0.15,
    source: "design: well below even odds, because several frames have to agree on the place")
  static let cardElementSightings = Setting(
    "card.film.element.sightings", .count, in: 1...30, default: 4,
    source: "design: frames that show an element weakly at one place")
  static let cardElementStray = Setting(
    "card.film.element.stray", .ratio, in: 0...10, default: 1.5,
    source: "design: millimetres by which such places may differ")
  static let cardScreenInterval = Setting(
    "card.film.screen.interval", .seconds, in: 0.05...5, default: 0.4, source: "seventeen spectra take about 15 ms")
  static let cardScreenNone = Setting(
    "card.film.screen.none", .count, in: 10...10_000, default: 100,
    source: "measured on drawn films: power of a line in luma by the median of its ring; cards have 35...62, one 133")
  static let cardScreenSure = Setting(
    "card.film.screen.sure", .count, in: 20...1_000_000, default: 1000,
    source: "measured on drawn films: the same of a drawn tablet is 640; of some screens nothing is left")
  static let cardElementsLeast = Setting(
    "card.film.elements.min", .ratio, in: 0...4, default: 1,
    source: "design: sum of the confidences of a side's elements, so that two of them say which side and way up it is")
  static let cardAspectLeast = Setting(
    "card.film.aspect.min", .ratio, in: 1...1.58, default: 1.3, source: "ISO/IEC 7810 ID-1 seen at up to 35 degrees")
  static let cardAspectMost = Setting(
    "card.film.aspect.max", .ratio, in: 1.6...3, default: 1.95, source: "ISO/IEC 7810 ID-1 seen at up to 35 degrees")
  static let cardMatchLeast = Setting(
    "card.film.match.min", .ratio, in: 0...1, default: 0.5,
    source: "set on a few drawn films: correlation of a block that is found again; chance gives up to 0.4")
  static let cardLikenessLeast = Setting(
    "card.film.likeness.min", .ratio, in: 0...1, default: 0.6,
    source: "set on a few drawn films: median correlation of blocks; the same card has 0.8 and more")
  static let cardChangedMost = Setting(
    "card.film.changed.max", .ratio, in: 0...1, default: 0.3,
    source: "set on a few drawn films: share of the visible blocks that no longer fit; another card has more")
  static let cardCoverColor = Setting(
    "card.film.cover.color", .ratio, in: 0.05...2, default: 0.22,
    source: "set on a few drawn films: distance of log colour from the free card that a cover has; shadows have less")
  static let cardCoverTexture = Setting(
    "card.film.cover.texture", .ratio, in: 0...1, default: 0.4,
    source: "set on a few drawn films: correlation with the free card below which print is hidden")
  static let cardCoverContact = Setting(
    "card.film.cover.contact", .count, in: 1...20, default: 3,
    source: "design: places of 2 mm on the border that a cover takes; a finger is wider than 6 mm")
}

/// The settings of following a card through a film.
package enum CardFilmSettings {
  package static let declared: [Setting] = [
    .cardFocal, .cardElementLeast, .cardElementsLeast, .cardAspectLeast, .cardAspectMost, .cardMatchLeast,
    .cardLikenessLeast, .cardElementWeak, .cardElementSightings, .cardElementStray, .cardScreenInterval,
    .cardScreenNone, .cardScreenSure,
    .cardChangedMost, .cardCoverColor, .cardCoverTexture, .cardCoverContact,
  ]
}
