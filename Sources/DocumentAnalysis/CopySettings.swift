package import BonafideObservations

extension Setting {
  static let copyGreyness = Setting(
    "copy.grey.min", .ratio, in: 0...1, default: 0.5,
    source: "measured: greyness above which a picture shows a copy without colours")
  static let copyColorNone = Setting(
    "copy.grey.color.none", .ratio, in: 0...0.2, default: 0.02,
    source: "measured: spread of colour by luma that noise and JPEG leave in a grey copy")
  static let copyColorSome = Setting(
    "copy.grey.color.some", .ratio, in: 0.01...0.5, default: 0.06,
    source: "measured: the same of the palest documents in colour")
  static let copyScreen = Setting(
    "copy.screen.min", .ratio, in: 0...1, default: 0.5,
    source: "measured: share of places with the same sub-pixel grid above which a picture shows a screen")
  static let copyScreenPeak = Setting(
    "copy.screen.peak", .count, in: 5...1000, default: 60,
    source: "measured: power of a grid's line by the median of its ring; noise has less than 20")
  static let copyScreenWidth = Setting(
    "copy.screen.width.min", .pixels, in: 256...4000, default: 500,
    source: "design: a smaller picture of a document has lost any grid that there was")
}

/// The settings of the signs of copies and screens.
package enum CopySettings {
  package static let declared: [Setting] = [
    .copyGreyness, .copyColorNone, .copyColorSome, .copyScreen, .copyScreenPeak, .copyScreenWidth,
  ]
}
