internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Looks at a card, now and then, for the lines that a screen's rows and stripes make with a sensor: in colour as
/// `CopySigns` does, and in luma, of which a film's compression leaves more.
struct FilmScreen: Sendable {
  private static let lines = StripeLines(.luma, bits: 7, lowest: 0.2, highest: 0.5)
  /// In shares of the card's width and height.
  private static let places = [(0.2, 0.2), (0.8, 0.2), (0.5, 0.5), (0.2, 0.8), (0.8, 0.8)]
  private static let leastTiles = 3

  private var next = -Double.infinity

  /// How much a frame looks as if it showed a screen, 0…1. Nil in frames that are not looked at, and where the card is
  /// too small.
  mutating func strength(in image: Image, corners: [Point], at time: Double, settings: Settings) -> Double? {
    guard time.isFinite, time >= next else { return nil }
    next = time + settings[.cardScreenInterval]
    let grid = SubpixelGrid(in: image, quad: corners, settings: settings).map {
      CopySigns.share(log($0.strength), from: log(settings[.copyScreenNone]), to: log(settings[.copyScreenSure]))
    }
    let lines = FilmScreen.lines(in: image, corners: corners).map {
      CopySigns.share(log(max($0, 1)), from: log(settings[.cardScreenNone]), to: log(settings[.cardScreenSure]))
    }
    return [grid, lines].compactMap { $0 }.max()
  }

  /// How far lines stand out, the lower quartile of tiles; 10 to 30 in noise. A screen's are everywhere, those of a zone, a
  /// bar code or a chip are in some tiles only, on a back in most.
  private static func lines(in image: Image, corners: [Point]) -> Double? {
    guard let map = PerspectiveMap(unitSquareTo: corners) else { return nil }
    let half = Double(lines.side) / 2
    let tiles = places.compactMap { place -> Double? in
      let middle = map.apply(Point(x: place.0, y: place.1))
      guard abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { return nil }
      return lines.strongest(in: image, left: Int(middle.x - half), top: Int(middle.y - half))
    }
    return tiles.count >= leastTiles ? tiles.sorted()[tiles.count / 4] : nil
  }
}
