internal import Foundation
public import BonafideObservations

/// x' = a·x + b·y + tx, y' = c·x + d·y + ty. In sampling it leads from target pixels to source pixels.
public struct AffineMap: Sendable, Hashable {
  public var a: Double
  public var b: Double
  public var tx: Double
  public var c: Double
  public var d: Double
  public var ty: Double

  public init(a: Double, b: Double, tx: Double, c: Double, d: Double, ty: Double) {
    self.a = a
    self.b = b
    self.tx = tx
    self.c = c
    self.d = d
    self.ty = ty
  }

  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + b * point.y + tx, y: c * point.x + d * point.y + ty)
  }

  /// How many source pixels one target pixel covers, as a length.
  public var scale: Double { abs(a * d - b * c).squareRoot() }

  /// The map from a `side` × `side` square onto a rotated square of the picture.
  ///
  /// `angle` is clockwise on the screen, in radians: the square's own x axis points there.
  public init(squareOf side: Int, center: Point, length: Double, angle: Double) {
    let step = length / Double(side)
    let cosine = cos(angle) * step
    let sine = sin(angle) * step
    let half = Double(side) / 2
    self.init(
      a: cosine, b: -sine, tx: center.x - cosine * half + sine * half,
      c: sine, d: cosine, ty: center.y - sine * half - cosine * half)
  }

  /// The similarity (turn, size, shift; no mirror) that brings `from` nearest to `to` in the least-squares sense
  /// (Umeyama 1991, in closed form for the plane). Nil when the points coincide.
  public init?(similarityFrom from: [Point], to: [Point]) {
    guard from.count == to.count, from.count >= 2 else { return nil }
    let count = Double(from.count)
    let fromX = from.reduce(0) { $0 + $1.x } / count
    let fromY = from.reduce(0) { $0 + $1.y } / count
    let toX = to.reduce(0) { $0 + $1.x } / count
    let toY = to.reduce(0) { $0 + $1.y } / count
    var spread = 0.0
    var dot = 0.0
    var cross = 0.0
    for (p, q) in zip(from, to) {
      let (px, py) = (p.x - fromX, p.y - fromY)
      let (qx, qy) = (q.x - toX, q.y - toY)
      spread += px * px + py * py
      dot += px * qx + py * qy
      cross += px * qy - py * qx
    }
    guard spread > 1e-9, spread.isFinite else { return nil }
    let cosine = dot / spread
    let sine = cross / spread
    self.init(
      a: cosine, b: -sine, tx: toX - cosine * fromX + sine * fromY,
      c: sine, d: cosine, ty: toY - sine * fromX - cosine * fromY)
  }

  /// The way back, or nil when the map flattens the plane.
  public var inverse: AffineMap? {
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    return AffineMap(a: ia, b: ib, tx: -(ia * tx + ib * ty), c: ic, d: id, ty: -(ic * tx + id * ty))
  }
}
