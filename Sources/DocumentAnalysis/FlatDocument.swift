package import BonafideMedia
package import BonafideObservations

/// A side of a document as if it were seen straight from the front, and how its pixels lie in the picture.
package struct FlatDocument: Sendable {
  package let image: Image
  /// Corners in pixels of the upright picture, clockwise from the document's own top left.
  package let quad: [Point]
  private let map: PerspectiveMap

  /// Flattens a part of a picture to the given width in pixels; the height follows from `aspect`, width by height.
  ///
  /// Nil for corners that are no convex quad, and for a shape more than eight times as long as wide.
  package init?(_ picture: Image, quad: [Point], width: Int, aspect: Double) throws {
    guard aspect.isFinite, (0.125...8).contains(aspect), (16...4096).contains(width) else { return nil }
    let height = min(max(Int((Double(width) / aspect).rounded()), 16), 4096)
    guard ConvexQuad(quad) != nil, let map = PerspectiveMap(width: width, height: height, onto: quad) else {
      return nil
    }
    image = try picture.warped(width: width, height: height, map: map)
    self.quad = quad
    self.map = map
  }

  /// An upright card whose corners are known.
  init?(card corners: [Point], in picture: Image) throws {
    let size = ElementLayout.flat
    try self.init(picture, quad: corners, width: Int(size.width), aspect: size.width / size.height)
  }

  private init(image: Image, quad: [Point], map: PerspectiveMap) {
    self.image = image
    self.quad = quad
    self.map = map
  }

  /// The same side the other way up.
  package func turnedOver() throws -> FlatDocument? {
    let turned = quad.turnedOver
    guard let map = PerspectiveMap(width: image.width, height: image.height, onto: turned) else { return nil }
    return FlatDocument(image: try image.oriented(.down), quad: turned, map: map)
  }

  /// A place in the picture.
  package func place(_ point: Point) -> Point { map.apply(point) }

  /// The upright box in the picture around a box of the flat side.
  package func box(_ box: Rect) -> Rect {
    let corners = [
      Point(x: box.x, y: box.y), Point(x: box.maxX, y: box.y), Point(x: box.maxX, y: box.maxY),
      Point(x: box.x, y: box.maxY),
    ]
    return Rect(around: corners.map(map.apply)) ?? box
  }

  /// A quad of the picture, on the flat side. Nil when it lies where the side cannot be seen.
  package func flat(_ quad: [Point]) -> [Point]? {
    guard let inverse = map.inverse else { return nil }
    let places = quad.map(inverse.apply)
    return places.allSatisfy { $0.x.isFinite && $0.y.isFinite } ? places : nil
  }
}
