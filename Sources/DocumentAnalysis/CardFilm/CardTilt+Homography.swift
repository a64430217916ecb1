internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

extension CardTilt {
  /// From the corners of a card of known size, clockwise from its own top left, and the camera's focal length in pixels.
  ///
  /// The map from the card's plane to the picture is K · [r1 r2 t]; with K known, both axes and the card's place follow,
  /// and with them from where the camera looks at it.
  init?(corners: [Point], card: Size, picture: Size, focal: Double) {
    let flat = [
      Point(x: -card.width / 2, y: -card.height / 2), Point(x: card.width / 2, y: -card.height / 2),
      Point(x: card.width / 2, y: card.height / 2), Point(x: -card.width / 2, y: card.height / 2),
    ]
    guard focal > 0, let map = PerspectiveMap(from: flat, to: corners) else { return nil }
    let (cx, cy) = (picture.width / 2 - 0.5, picture.height / 2 - 0.5)
    func ray(_ x: Double, _ y: Double, _ w: Double) -> SIMD3<Double> {
      SIMD3((x - cx * w) / focal, (y - cy * w) / focal, w)
    }
    var first = ray(map.a, map.d, map.g)
    var second = ray(map.b, map.e, map.h)
    var place = ray(map.c, map.f, map.i)
    func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }
    let scale = (length(first) * length(second)).squareRoot()
    guard scale > 1e-12, place.z != 0 else { return nil }
    let share = (place.z > 0 ? 1 : -1) / scale
    first *= share
    second *= share
    place *= share
    let normal = SIMD3(
      first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z,
      first.x * second.y - first.y * second.x)
    // The camera in the card's own axes: right, down, and into the card.
    let view = SIMD3(-(first * place).sum(), -(second * place).sum(), -(normal * place).sum())
    guard view.z < 0, view.x.isFinite, view.y.isFinite else { return nil }
    // Lamps stay where they are: as the card turns, they turn against it, and as it is moved aside, they hardly do. What a
    // foil shows follows from both, so half of the tilt is the camera's place, half its direction.
    let direction = SIMD3(-first.z, -second.z, -normal.z)
    let middle = view / length(view) + direction / max(length(direction), 1e-12)
    self.init(across: atan2(middle.x, -middle.z) * 180 / .pi, down: atan2(middle.y, -middle.z) * 180 / .pi)
  }
}
