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
    "element.crescent.middle", .ratio, in: 0.2...0.95, default: 0.5,
    source: "measured on drawn cards: the same with crescent and star, of whatever colour shows them best")
  static let elementLogoMiddle = Setting(
    "element.icao_logo.middle", .ratio, in: 0.2...0.95, default: 0.55,
    source: "measured on drawn cards: the same with the sign of ICAO Doc 9303-9")
}

/// The settings of finding the security elements of a card.
package enum ElementSettings {
  package static let declared: [Setting] = [
    .elementPlaceSlack, .elementSizeSlack, .elementFlagMiddle, .elementCrescentMiddle, .elementLogoMiddle,
  ]
}
