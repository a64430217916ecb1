package import BonafideMedia
package import BonafideObservations

/// The frame of a film that shows best what a check looks for.
package struct CardPicture: Sendable {
  package let time: Double
  /// Corners of the card in the frame, clockwise from its own top left.
  package let quad: [Point]
  /// The card, flat and upright.
  package let image: Image
  /// By which it was chosen.
  let strength: Double

  /// Takes the place of `best` where it is better: `strength` without regard to blur, which is measured only where
  /// it matters.
  static func take(
    _ best: inout CardPicture?, _ frame: Frame, _ quad: [Point], strength: Double, settings: Settings,
    flat: () throws -> Image?
  ) throws {
    let least = best?.strength ?? 0
    guard strength > least, let image = try flat() else { return }
    let grey = GreyImage(try image.fitted(longerSide: DocumentQuality.measuredWidth))
    let sharpness = DocumentQuality.sharpness(of: grey) / max(settings[.documentSharpnessLeast], 1e-9)
    let own = strength * min(sharpness, 1)
    guard own > least else { return }
    best = CardPicture(time: frame.time, quad: quad, image: image, strength: own)
  }
}
