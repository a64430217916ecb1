internal import BonafideMedia
internal import BonafideObservations

/// Looks, now and then, for the fine lines that the rows and stripes of a screen make with a sensor.
///
/// Print of a card has fine lines too, and a table may, but not both of the same film; a screen has them wherever it is
/// looked at. So the weaker of card and surroundings counts.
struct FilmLines: Sendable {
  private static let lines = StripeLines(.luma, bits: 7, lowest: 0.2, highest: 0.5)
  /// On the card, in shares of its width and height.
  private static let places = [(0.2, 0.2), (0.8, 0.2), (0.5, 0.5), (0.2, 0.8), (0.8, 0.8)]
  private static let leastTiles = 3

  private var next = -Double.infinity

  /// How far lines stand out, about 20 in noise. Nil in frames that are not looked at, and where there is no room for
  /// tiles.
  mutating func strength(in image: Image, corners: [Point], at time: Double, settings: Settings) -> Double? {
    guard time.isFinite, time >= next, let map = PerspectiveMap(unitSquareTo: corners) else { return nil }
    next = time + settings[.cardLinesInterval]
    let card = FilmLines.places.compactMap { tile(around: map.apply(Point(x: $0.0, y: $0.1)), in: image) }
    let side = Double(FilmLines.lines.side)
    let (right, bottom) = (Double(image.width) - side / 2, Double(image.height) - side / 2)
    // Along the border of the picture, clear of the card.
    let around = [
      Point(x: side / 2, y: side / 2), Point(x: image.size.width / 2, y: side / 2), Point(x: right, y: side / 2),
      Point(x: side / 2, y: image.size.height / 2), Point(x: right, y: image.size.height / 2),
      Point(x: side / 2, y: bottom), Point(x: image.size.width / 2, y: bottom), Point(x: right, y: bottom),
    ].compactMap { tile(around: $0, in: image) }
    guard card.count >= FilmLines.leastTiles, around.count >= FilmLines.leastTiles else { return nil }
    return min(card.median, around.median)
  }

  private func tile(around middle: Point, in image: Image) -> Double? {
    let half = Double(FilmLines.lines.side) / 2
    guard abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { return nil }
    return FilmLines.lines.strongest(in: image, left: Int(middle.x - half), top: Int(middle.y - half))
  }
}
