package import BonafideObservations

extension Setting {
  static let codeReducedSide = Setting(
    "codes.reduced.side", .pixels, in: 300...4000, default: 1000,
    source: "measured: longer side to which larger pictures are reduced for the first look")
  static let codeEnlargedSide = Setting(
    "codes.enlarged.side", .pixels, in: 600...16_000, default: 4000,
    source: "measured: longer side up to which pictures are enlarged; more takes above a second")
  static let codeTileSide = Setting(
    "codes.tile.side", .pixels, in: 64...1000, default: 160,
    source: "measured: every Data Matrix of 70 pixels on Hungarian cards is found within tiles of 128 to 192 pixels")
}

/// The settings of reading bar codes and matrix codes.
package enum CodeSettings {
  package static let declared: [Setting] = [.codeReducedSide, .codeEnlargedSide, .codeTileSide]
}
