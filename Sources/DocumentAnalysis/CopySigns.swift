package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Hints that a picture shows a copy or a screen in place of the document (C-056). Hints for people who look at it
/// again: neither proves anything, and their absence proves nothing either.
package struct CopySigns: Sendable, Hashable {
  /// How colourless the document is, once the cast of the light is taken away, 0…1; 0 where it cannot be measured.
  package let greyness: Double
  /// How strong the grid of a screen's sub-pixels is, 0…1; 0 where it cannot be measured.
  package let screen: Double
  /// Nil where it cannot be told: too dark, too small, or a picture without any colours.
  package let isGreyCopy: Bool?
  /// Nil where the document is too small in the picture to show a grid.
  package let isScreen: Bool?

  /// - `image`: the original picture; enlarged and reduced ones have lost a screen's grid.
  /// - `quad`: corners of the document in it, clockwise from the document's top left.
  package init(of image: Image, quad: [Point], settings: Settings = .defaults) throws {
    guard ConvexQuad(quad) != nil, quad.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else {
      throw BonafideError(.usage, "the corners of a document span nothing")
    }
    if let spread = ColorSpread(of: image, quad: quad), !spread.isColorlessPicture {
      greyness = 1 - CopySigns.share(spread.value, from: settings[.copyColorNone], to: settings[.copyColorSome])
      isGreyCopy = greyness >= settings[.copyGreyness]
    } else {
      greyness = 0
      isGreyCopy = nil
    }
    if let grid = SubpixelGrid(in: image, quad: quad, settings: settings) {
      screen = CopySigns.share(
        log(grid.strength), from: log(settings[.copyScreenNone]), to: log(settings[.copyScreenSure]))
      isScreen = screen >= settings[.copyScreen]
    } else {
      screen = 0
      isScreen = nil
    }
  }

  static func share(_ value: Double, from: Double, to: Double) -> Double {
    guard value > from else { return 0 }
    return min((value - from) / max(to - from, 1e-6), 1)
  }
}
