package import BonafideObservations
internal import BonafideTravelDocument

extension Setting {
  static let zoneCoarseSide = Setting(
    "mrz.find.side", .pixels, in: 320...1280, default: 640,
    source: "measured: longer side at which a zone of a quarter of the picture's width is still found")
  static let zoneCellsLeast = Setting(
    "mrz.find.cells.min", .count, in: 1...100, default: 6, source: "measured: less is noise in every picture seen")
  static let zoneObliqueSlope = Setting(
    "mrz.find.oblique", .ratio, in: 0...1, default: 0.1,
    source: "measured: steeper lines are turned level before they are read")
  static let zoneUprightCertainty = Setting(
    "mrz.read.certainty.upright", .ratio, in: -5...0, default: -0.12,
    source: "measured: mean log-probability below which the other way up is tried as well")
  static let zoneSureCertainty = Setting(
    "mrz.read.certainty.sure", .ratio, in: -5...0, default: -0.15,
    source: "measured: mean log-probability above which no other place is looked at")
  static let zoneAgainCertainty = Setting(
    "mrz.read.certainty.again", .ratio, in: -5...0, default: -0.3,
    source: "measured: mean log-probability below which a larger copy of the picture is searched")
  static let zoneLegibleCertainty = Setting(
    "mrz.read.certainty.legible", .ratio, in: -5...0, default: -0.25,
    source: "measured: mean log-probability below which nothing is corrected")
  static let zoneDoubtMargin = Setting(
    "mrz.read.doubt", .ratio, in: 0...20, default: 2,
    source: "measured: lead over the next character, in natural logarithms, below which most wrong ones are and one "
      + "of 45 right zones has one")
  static let zoneBelievedCertainty = Setting(
    "mrz.read.certainty.believed", .ratio, in: -5...0, default: -0.2,
    source: "measured: no zone of 123 documents reads below -0.03; below this a known state and a birth are asked for")
  static let zoneLeastCertainty = Setting(
    "mrz.read.certainty.min", .ratio, in: -5...0, default: -0.6,
    source: "measured: other text that the finder takes for a zone reads below; see BENCHMARKS.md")
}

/// The settings of finding and reading machine-readable zones.
package enum MRZSettings {
  package static let declared: [Setting] =
    [
      .zoneCoarseSide, .zoneCellsLeast, .zoneObliqueSlope, .zoneUprightCertainty, .zoneSureCertainty,
      .zoneAgainCertainty,
      .zoneLegibleCertainty, .zoneDoubtMargin, .zoneBelievedCertainty, .zoneLeastCertainty,
    ] + Setting.declaredMRZRepair + Setting.declaredMRZChoice
}
