package import BonafideObservations

extension Setting {
  static let copyGreyness = Setting(
    "copy.grey.min", .ratio, in: 0...1, default: 0.5,
    source: "measured: greyness above which a picture shows a copy without colours")
  static let copyColorNone = Setting(
    "copy.grey.color.none", .ratio, in: 0...0.2, default: 0.02,
    source: "measured: spread of colour by luma that noise and JPEG leave in a grey copy")
  static let copyColorSome = Setting(
    "copy.grey.color.some", .ratio, in: 0.01...0.5, default: 0.05,
    source: "measured: the same of the palest of 123 documents in colour is 0.060")
  static let copyScreen = Setting(
    "copy.screen.min", .ratio, in: 0...1, default: 0.5,
    source: "measured: strength of a sub-pixel grid, between the two below by its logarithm, that shows a screen")
  static let copyScreenNone = Setting(
    "copy.screen.none", .count, in: 10...10_000, default: 200,
    source: "measured: power of a grid's line by the median of its ring; the strictest of 101 documents has 324")
  static let copyScreenSure = Setting(
    "copy.screen.sure", .count, in: 20...1_000_000, default: 2700,
    source: "measured: the same of two thirds of simulated screens of 92 to 220 pixels an inch")
  static let copyScreenWidth = Setting(
    "copy.screen.width.min", .pixels, in: 256...4000, default: 500,
    source: "design: a smaller picture of a document has lost any grid that there was")
}

/// The settings of the signs of copies and screens.
package enum CopySettings {
  package static let declared: [Setting] = [
    .copyGreyness, .copyColorNone, .copyColorSome, .copyScreen, .copyScreenNone,
    .copyScreenSure, .copyScreenWidth,
  ]
}
