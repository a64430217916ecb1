internal import BonafideObservations

extension Setting {
  static let documentFlatWidth = Setting(
    "document.flat.width", .pixels, in: 600...2400, default: 1280,
    source: "design: the print of pages is smaller for their size than that of cards")
  static let documentFlatWidthCard = Setting(
    "document.flat.width.card", .pixels, in: 600...2400, default: 1000,
    source: "measured: of 640, 800, 1000 and 1280 pixels none reads cards better, and larger ones take longer")
  static let documentLinesLeast = Setting(
    "document.read.lines.min", .count, in: 1...20, default: 3,
    source: "design: a picture without a zone and with fewer lines of print is no document's")
  static let documentTitleLeast = Setting(
    "document.title.min", .probability, in: 0...1, default: 0.4,
    source: "design: two of the seven words and labels that only the front of the Turkish card prints")
  static let documentPortraitLeast = Setting(
    "document.portrait.min", .ratio, in: 0.03...0.5, default: 0.1,
    source: "measured: height of the face by the width of the side; portraits have 0.13 to 0.3, second pictures less")
  static let documentPortraitSmoother = Setting(
    "document.portrait.smoother", .pixels, in: 64...400, default: 128,
    source: "measured: the same, when they were not found in that")
  static let documentPortraitSmooth = Setting(
    "document.portrait.smooth", .pixels, in: 100...600, default: 224,
    source: "measured: width of the copy in which portraits under guilloche lines are looked for once more")
}

/// The settings of reading whole documents.
enum DocumentCaptureSettings {
  static let declared: [Setting] = [
    .documentFlatWidth, .documentFlatWidthCard, .documentLinesLeast, .documentTitleLeast, .documentPortraitLeast,
    .documentPortraitSmooth, .documentPortraitSmoother,
  ]
}
