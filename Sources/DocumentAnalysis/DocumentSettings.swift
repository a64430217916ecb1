package import BonafideObservations

extension Setting {
  static let documentSide = Setting(
    "document.find.side", .pixels, in: 240...960, default: 480,
    source: "measured: longer side at which a border of a tenth of the picture is still a line")
  static let documentEdgeLeast = Setting(
    "document.find.edge.min", .count, in: 1...40, default: 4,
    source: "levels a pixel of the reduced picture; sensor noise is below it")
  static let documentEdgeFull = Setting(
    "document.find.edge.full", .count, in: 2...80, default: 14,
    source: "levels a pixel above which an edge counts in full: white paper on a light table has about that")
  static let documentLineLeast = Setting(
    "document.find.line.min", .ratio, in: 0.02...0.9, default: 0.1,
    source: "votes by the picture's shorter side: the short side of the smallest document looked for")
  static let documentAreaLeast = Setting(
    "document.find.area.min", .ratio, in: 0.005...0.5, default: 0.03,
    source: "share of the picture: smaller ones cannot be read")
  static let documentScoreLeast = Setting(
    "document.find.score.min", .ratio, in: 0...1, default: 0.55,
    source: "measured: two of 150 photos of people score above, no document of 300 drawn scenes below")
  static let documentScoreLeastWithZone = Setting(
    "document.find.score.min.zone", .ratio, in: 0...1, default: 0.3,
    source: "design: around a zone there is a document, so weaker borders count")
  static let documentScoreLeastOfMore = Setting(
    "document.find.score.min.more", .ratio, in: 0...1, default: 0.7,
    source: "tuned on drawn scenes: a second document in the same picture has to be clear, rectangles are everywhere")
  static let documentContrastWeight = Setting(
    "document.find.contrast", .ratio, in: 0...1, default: 0.4,
    source: "tuned on drawn scenes: share of the score that a step of colour across the border decides")
  static let documentAreaWeight = Setting(
    "document.find.area.weight", .ratio, in: 0...1, default: 0.12,
    source: "tuned on drawn scenes: of nested frames the outer one; more prefers clutter around the document")
  static let documentWeakestWeight = Setting(
    "document.find.weakest.weight", .ratio, in: 0...1, default: 0.25,
    source: "tuned on drawn scenes: share of the weakest side in the score; a hand may hide half of one")
  static let documentBeyondWeight = Setting(
    "document.find.beyond.weight", .ratio, in: 0...1, default: 0.3,
    source: "tuned on drawn scenes: what lines that go on beyond the corners cost")
  static let documentOuterShare = Setting(
    "document.find.outer.share", .ratio, in: 0.3...1, default: 0.75,
    source: "tuned on drawn scenes: share of the strongest line near a side that one farther out needs to be the border"
  )
  static let documentScanZone = Setting(
    "document.find.scan.zone", .ratio, in: 0.3...1, default: 0.7,
    source: "ICAO 9303: the zone takes nine tenths of the width of a card or page")
  static let documentScanCovered = Setting(
    "document.find.scan.covered", .ratio, in: 0.5...1, default: 0.85,
    source: "tuned on drawn scenes: share of a scan that the frame printed on the document takes")
  static let documentAspectBetween = Setting(
    "document.kind.aspect.between", .ratio, in: 1.42...1.59, default: 1.5,
    source: "middle of ID-1 and ID-3, ISO/IEC 7810")
  static let documentAspectSlack = Setting(
    "document.kind.aspect.slack", .ratio, in: 0...0.5, default: 0.12,
    source: "how far a view at 15 to 20 degrees changes the shape")
  static let documentCutMargin = Setting(
    "document.cut.margin", .ratio, in: 0...0.05, default: 0.002,
    source: "share of the picture's longer side by which a corner may lie outside: the accuracy of corners")
  static let documentWidthLeast = Setting(
    "document.hint.width.min", .pixels, in: 100...2000, default: 500,
    source: "30 characters of a card's zone need 16 pixels each to be read surely (measured)")
  static let documentMarginLeast = Setting(
    "document.hint.margin.min", .ratio, in: 0...0.1, default: 0.004,
    source: "nearer to the edge of the picture the next movement cuts it")
  static let documentBrightnessLeast = Setting(
    "document.hint.brightness.min", .ratio, in: 0...1, default: 0.2,
    source: "mean luma; print on white paper in a dim room is at 0.25")
  static let documentGlareMost = Setting(
    "document.hint.glare.max", .ratio, in: 0...1, default: 0.03,
    source: "share of the document's area: a blot of a tenth of the width each way covers 0.02")
  static let documentSharpnessLeast = Setting(
    "document.hint.sharpness.min", .ratio, in: 0...1, default: 0.18,
    source: "design, not calibrated: print that soft is hard to read")
}

/// The settings of finding documents.
package enum DocumentSettings {
  package static let declared: [Setting] = [
    .documentSide, .documentEdgeLeast, .documentEdgeFull, .documentLineLeast, .documentAreaLeast, .documentScoreLeast,
    .documentScoreLeastWithZone, .documentScoreLeastOfMore, .documentContrastWeight, .documentAreaWeight,
    .documentWeakestWeight, .documentBeyondWeight, .documentOuterShare, .documentScanZone, .documentScanCovered,
    .documentAspectBetween,
    .documentAspectSlack,
    .documentCutMargin,
    .documentWidthLeast, .documentMarginLeast, .documentBrightnessLeast, .documentGlareMost, .documentSharpnessLeast,
  ]
}
