internal import Foundation
public import BonafideObservations

/// A plane seen from elsewhere: x' = (a·x + b·y + c) / w, y' = (d·x + e·y + f) / w with w = g·x + h·y + i.
///
/// In sampling it leads from target pixels to source pixels.
public struct PerspectiveMap: Sendable, Hashable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var e: Double
  public var f: Double
  public var g: Double
  public var h: Double
  public var i: Double

  public init(
    a: Double, b: Double, c: Double, d: Double, e: Double, f: Double, g: Double, h: Double, i: Double
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
    self.g = g
    self.h = h
    self.i = i
  }

  public init(_ map: AffineMap) {
    self.init(a: map.a, b: map.b, c: map.tx, d: map.c, e: map.d, f: map.ty, g: 0, h: 0, i: 1)
  }

  /// Leads the corners of the unit square, (0, 0), (1, 0), (1, 1), (0, 1), to four points (Heckbert 1989, in closed
  /// form). Nil when three of the points lie on a line, or there are not four.
  public init?(unitSquareTo quad: [Point]) {
    guard quad.count == 4, quad.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    let (p, q, r, s) = (quad[0], quad[1], quad[2], quad[3])
    let (x1, y1) = (q.x - r.x, q.y - r.y)
    let (x2, y2) = (s.x - r.x, s.y - r.y)
    let (x3, y3) = (p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y)
    let determinant = x1 * y2 - x2 * y1
    let size = (x1 * x1 + y1 * y1 + x2 * x2 + y2 * y2)
    guard abs(determinant) > 1e-9 * size, determinant.isFinite else { return nil }
    let g = (x3 * y2 - x2 * y3) / determinant
    let h = (x1 * y3 - x3 * y1) / determinant
    self.init(
      a: q.x - p.x + g * q.x, b: s.x - p.x + h * s.x, c: p.x,
      d: q.y - p.y + g * q.y, e: s.y - p.y + h * s.y, f: p.y, g: g, h: h, i: 1)
    guard inverse != nil else { return nil }
  }

  /// Leads four points to four others. Nil when three of either lie on a line.
  public init?(from: [Point], to: [Point]) {
    guard let start = PerspectiveMap(unitSquareTo: from)?.inverse, let end = PerspectiveMap(unitSquareTo: to) else {
      return nil
    }
    self = end.after(start)
  }

  /// Leads the pixel centres of a `width` × `height` picture to a quad: its corner pixels to the corners.
  public init?(width: Int, height: Int, onto quad: [Point]) {
    guard width > 1, height > 1, let square = PerspectiveMap(unitSquareTo: quad) else { return nil }
    let scale = AffineMap(a: 1 / Double(width - 1), b: 0, tx: 0, c: 0, d: 1 / Double(height - 1), ty: 0)
    self = square.after(PerspectiveMap(scale))
  }

  /// Where a point goes; far outside of any picture when it lies on the horizon.
  public func apply(_ point: Point) -> Point {
    let w = g * point.x + h * point.y + i
    let share = abs(w) > 1e-300 ? 1 / w : 1e300
    return Point(x: (a * point.x + b * point.y + c) * share, y: (d * point.x + e * point.y + f) * share)
  }

  /// First `inner`, then this.
  public func after(_ inner: PerspectiveMap) -> PerspectiveMap {
    PerspectiveMap(
      a: a * inner.a + b * inner.d + c * inner.g, b: a * inner.b + b * inner.e + c * inner.h,
      c: a * inner.c + b * inner.f + c * inner.i,
      d: d * inner.a + e * inner.d + f * inner.g, e: d * inner.b + e * inner.e + f * inner.h,
      f: d * inner.c + e * inner.f + f * inner.i,
      g: g * inner.a + h * inner.d + i * inner.g, h: g * inner.b + h * inner.e + i * inner.h,
      i: g * inner.c + h * inner.f + i * inner.i)
  }

  /// The way back, or nil when the map flattens the plane.
  public var inverse: PerspectiveMap? {
    let cofactorA = e * i - f * h
    let cofactorB = f * g - d * i
    let cofactorC = d * h - e * g
    let determinant = a * cofactorA + b * cofactorB + c * cofactorC
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let share = 1 / determinant
    return PerspectiveMap(
      a: cofactorA * share, b: (c * h - b * i) * share, c: (b * f - c * e) * share,
      d: cofactorB * share, e: (a * i - c * g) * share, f: (c * d - a * f) * share,
      g: cofactorC * share, h: (b * g - a * h) * share, i: (a * e - b * d) * share)
  }
}
