package import BonafideObservations

extension Setting {
  static let textSide = Setting(
    "text.find.side", .pixels, in: 320...1600, default: 736,
    source: "measured on specimens: the longer side of the picture that lines are looked for in; PP-OCR's own is 960")
  static let textProbability = Setting(
    "text.find.probability", .probability, in: 0.05...0.95, default: 0.3,
    source: "PP-OCR's own choice: a pixel above it belongs to a line")
  static let textBoxProbability = Setting(
    "text.find.box", .probability, in: 0.05...0.95, default: 0.5,
    source: "PP-OCR's own choice: mean of a line's pixels below which there is none")
  static let textUnclip = Setting(
    "text.find.unclip", .ratio, in: 0.5...3, default: 1.5,
    source: "PP-OCR's own choice: the network marks the core of a line; its area by its perimeter, times this, is added"
  )
  static let textLinesMost = Setting(
    "text.find.lines.max", .count, in: 1...500, default: 120,
    source: "design: a card has 20 to 50 lines, a passport's page up to 60; bounds the time on any picture")
  static let textColumnsMost = Setting(
    "text.read.columns.max", .pixels, in: 1000...100_000, default: 24_000,
    source: "design: total width of the lines that are read, 48 pixels high; bounds the time to about two seconds")
  static let textConfidenceLeast = Setting(
    "text.read.confidence.min", .probability, in: 0...1, default: 0.5,
    source: "PP-OCR's own choice: mean probability of the characters below which a line is none")
  static let textSurely = Setting(
    "text.read.surely", .probability, in: 0.5...1, default: 0.99,
    source: "measured on 489 lines with numbers of specimens: 224 were read by the fast network with every character at"
      + " least so sure, and all of them as by the thorough one")
  static let printedBelowMost = Setting(
    "printed.below.max", .ratio, in: 0.5...4, default: 2.2,
    source: "design, not calibrated: middle of a label to that of the value below it, in mean heights of both")
  static let printedHeightMost = Setting(
    "printed.height.max", .ratio, in: 1...10, default: 3,
    source: "design, from specimens: height of a value by that of its label; larger print lies across the document")
  static let printedBesideMost = Setting(
    "printed.beside.max", .ratio, in: 0...40, default: 12,
    source: "design: from a label to the value to its right, in heights of the label")
  static let printedConfidenceLeast = Setting(
    "printed.confidence.min", .probability, in: 0...1, default: 0.85,
    source: "design, not calibrated: mean probability of the characters of a value, below which it is not taken")
  static let printedCharacterLeast = Setting(
    "printed.confidence.character.min", .probability, in: 0...1, default: 0.5,
    source: "design, not calibrated: the same of its least sure character")
  static let printedCharacterSure = Setting(
    "printed.confidence.character.sure", .probability, in: 0...1, default: 0.9,
    source: "design, not calibrated: where print and zone differ by a character that was read so surely, print counts")
}

/// The settings of reading print.
package enum TextSettings {
  package static let declared: [Setting] = [
    .textSide, .textProbability, .textBoxProbability, .textUnclip, .textLinesMost, .textColumnsMost,
    .textConfidenceLeast, .textSurely, .printedBelowMost, .printedHeightMost, .printedBesideMost,
    .printedConfidenceLeast, .printedCharacterLeast, .printedCharacterSure,
  ]
}
