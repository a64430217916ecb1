package import BonafideInference
package import BonafideMedia
package import BonafideObservations

/// Reads the print in a picture of a document: Latin letters, digits and punctuation, lines up to 45 degrees from the
/// horizontal. Holds no state between pictures.
package struct TextReader: Sendable {
  private let detector: TextDetector
  private let fast: TextRecogniser
  private let thorough: TextRecogniser
  /// See `Setting.textSurely`.
  private let surely: Double

  package init(models: ModelStore, settings: Settings = .defaults) {
    detector = TextDetector(models: models, settings: settings)
    fast = TextRecogniser(.fast, models: models, settings: settings)
    thorough = TextRecogniser(.thorough, models: models, settings: settings)
    surely = settings[.textSurely]
  }

  /// The lines of a picture, from the top down; none where there is no text. However much text there seems to be, no
  /// more is read than the settings `text.find.lines.max` and `text.read.columns.max` allow.
  ///
  /// `skipping`: corners of a part that is read otherwise, such as a machine-readable zone, and would take time here.
  package func read(_ image: Image, skipping quad: [Point] = []) throws -> [TextLine] {
    let skipped = quad.count == 4 ? PerspectiveMap(unitSquareTo: quad)?.inverse : nil
    let regions = try detector.regions(in: image).filter { region in
      guard let place = skipped?.apply(region.center) else { return true }
      return !((-0.05...1.05).contains(place.x) && (-0.1...1.1).contains(place.y))
    }
    var pyramid = Pyramid(image)
    var lines = try fast.read(regions, of: &pyramid)
    let values = lines.indices.filter { lines[$0].map(isWorthASecondLook) ?? false }
    for (index, line) in zip(values, try thorough.read(values.map { regions[$0] }, of: &pyramid)) {
      lines[index] = line
    }
    return lines.compactMap { $0 }.sorted {
      ($0.quad[0].y + $0.quad[2].y, $0.quad[0].x) < ($1.quad[0].y + $1.quad[2].y, $1.quad[0].x)
    }
  }

  /// Whether a line may hold a value, and a thorough reading may give another one: labels and prose are no values, nor
  /// is a zone.
  private func isWorthASecondLook(_ line: TextLine) -> Bool {
    let text = FoldedText(line.text)
    guard line.text.count <= TextReader.longestValue, line.text.count(where: { $0 == "<" }) < 2 else { return false }
    let digits = line.text.count(where: \.isNumber)
    // Eight digits may be a day whose blanks were lost.
    if digits >= 4, digits != 8 || line.text.contains(where: { !$0.isNumber && $0 != " " }),
      line.text.allSatisfy(\.isASCII),
      line.characters.allSatisfy({ $0.text == " " || $0.confidence >= surely })
    {
      return false
    }
    let letters = text.words.reduce(0) { $0 + $1.range.count }
    let labelled = PrintedLabels.found(in: text).reduce(0) { sum, label in
      sum + text.words.reduce(0) { label.range.contains($1.range.lowerBound) ? $0 + $1.range.count : $0 }
    }
    return digits > 0 || 10 * labelled < 7 * letters
  }

  /// Longer ones are headings, addresses and names that the fast network reads as well.
  private static let longestValue = 30
}
