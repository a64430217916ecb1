package import BonafideInference
package import BonafideMedia
package import BonafideObservations

/// Reads the print in a picture of a document: Latin letters, digits and punctuation, lines up to 45 degrees from the
/// horizontal. Holds no state between pictures.
package struct TextReader: Sendable {
  private let detector: TextDetector
  private let recogniser: TextRecogniser

  package init(models: ModelStore, settings: Settings = .defaults) {
    detector = TextDetector(models: models, settings: settings)
    recogniser = TextRecogniser(models: models, settings: settings)
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
    return try recogniser.read(regions, of: image).compactMap { $0 }.sorted {
      ($0.quad[0].y + $0.quad[2].y, $0.quad[0].x) < ($1.quad[0].y + $1.quad[2].y, $1.quad[0].x)
    }
  }
}
