internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A zone as it is looked at closely: turned level, of a fixed width, cut out of the picture at its own resolution.
struct ZoneView: Sendable {
  /// Pixels.
  static let width = 640
  private static let block = 32.0

  let height: Int
  /// From pixels of the view to pixels of the picture.
  let map: AffineMap

  static var middle: Double { Double(ZoneView.width) / 2 }

  /// `scale`: pixels of the picture in a pixel of the reduced one in which the place was found.
  init(_ place: ZonePlace, scale: Double) {
    let capital = place.capital * scale
    let step = (place.length * scale * 1.16 + 2 * capital) / Double(ZoneView.width)
    let wanted = ((place.height * scale + 4 * capital) / step / ZoneView.block).rounded(.up) * ZoneView.block
    height = Int(min(max(wanted, 64), 352))
    let center = Point(x: (place.center.x + 0.5) * scale - 0.5, y: (place.center.y + 0.5) * scale - 0.5)
    map = AffineMap(
      center: center, targetCenter: Point(x: Double(ZoneView.width - 1) / 2, y: Double(height - 1) / 2),
      right: place.direction * step, down: place.direction.normal * step)
  }

  private init(height: Int, map: AffineMap) {
    self.height = height
    self.map = map
  }

  func picture(of page: GreyImage) -> GreyImage { page.sampled(width: ZoneView.width, height: height, map: map) }

  /// The same part of the picture upside down.
  var turned: ZoneView {
    let right = Double(ZoneView.width - 1)
    let bottom = Double(height - 1)
    return ZoneView(
      height: height,
      map: AffineMap(
        a: -map.a, b: -map.b, tx: map.a * right + map.b * bottom + map.tx,
        c: -map.c, d: -map.d, ty: map.c * right + map.d * bottom + map.ty))
  }

  /// The place anew, from lines that turned out to be tilted by an angle (radians, clockwise).
  func place(of lines: [ZoneLine], tiltedBy angle: Double, scale: Double) -> ZonePlace? {
    let direction = Point(angle: angle)
    let ends = lines.flatMap { [Point(x: $0.left, y: $0.y(at: $0.left)), Point(x: $0.right, y: $0.y(at: $0.right))] }
    let along = ends.map { $0.dot(direction) }
    let across = ends.map { $0.dot(direction.normal) }
    guard let left = along.min(), let right = along.max(), let top = across.min(), let bottom = across.max() else {
      return nil
    }
    let center = map.apply(direction * ((left + right) / 2) + direction.normal * ((top + bottom) / 2))
    let step = map.scale / scale
    let capital = lines.map(\.capital).median
    let turned = Point(
      x: map.a * direction.x + map.b * direction.y, y: map.c * direction.x + map.d * direction.y)
    let length = hypot(turned.x, turned.y)
    guard length > 0 else { return nil }
    return ZonePlace(
      center: Point(x: (center.x + 0.5) / scale - 0.5, y: (center.y + 0.5) / scale - 0.5),
      direction: turned * (1 / length), length: (right - left) * step, height: (bottom - top + capital) * step,
      capital: capital * step, weight: 0)
  }
}

extension AffineMap {
  /// Leads `targetCenter` to `center`, a step right to `right` and a step down to `down`.
  init(center: Point, targetCenter: Point, right: Point, down: Point) {
    self.init(
      a: right.x, b: down.x, tx: center.x - right.x * targetCenter.x - down.x * targetCenter.y,
      c: right.y, d: down.y, ty: center.y - right.y * targetCenter.x - down.y * targetCenter.y)
  }

  /// First `inner`, then this.
  func after(_ inner: AffineMap) -> AffineMap {
    AffineMap(
      a: a * inner.a + b * inner.c, b: a * inner.b + b * inner.d, tx: a * inner.tx + b * inner.ty + tx,
      c: c * inner.a + d * inner.c, d: c * inner.b + d * inner.d, ty: c * inner.tx + d * inner.ty + ty)
  }
}

extension [Double] {
  /// The middle value, the mean of both where there are two; 0 of none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let order = sorted()
    let middle = order.count / 2
    return order.count % 2 == 1 ? order[middle] : (order[middle - 1] + order[middle]) / 2
  }
}
