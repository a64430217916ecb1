internal import BonafideObservations
internal import Foundation

/// How an element is drawn, by its own width and height: 1 where it is light, 0 where it is dark. What lies beyond
/// 0…1 is what surrounds it.
struct ElementShape: Sendable {
  /// Share of the shorter side that belongs to the shape on every side; negative leaves the rim out.
  let margin: Double
  private let table: ShapeTable

  /// - `aspect`: width by height as the element is drawn; shapes are stretched to others.
  /// - `value`: at a place in units of the element's width and height.
  private init(margin: Double, aspect: Double, _ value: (_ u: Double, _ v: Double, _ aspect: Double) -> Double) {
    self.margin = margin
    table = ShapeTable(margin: margin, aspect: aspect, value)
  }

  /// Mean over a part of the element, in units of its width and height.
  func mean(_ part: Rect) -> Float { table.mean(part) }

  /// The flag's field, darker than the card, with crescent and star (law no. 2893).
  static let flag = ElementShape(margin: 0.12, aspect: 1.5) { u, v, aspect in
    guard (0...1).contains(u), (0...1).contains(v) else { return 1 }
    return emblem(x: u * aspect, y: v - 0.5)
  }

  /// The field alone.
  static let flagField = ElementShape(margin: -0.06, aspect: 1.5) { u, v, aspect in emblem(x: u * aspect, y: v - 0.5) }

  /// By the flag's height, from the middle of its left side.
  private static func emblem(x: Double, y: Double) -> Double {
    let isMoon = hypot(x - 0.5, y) < 0.25 && hypot(x - 0.5625, y) > 0.2
    return isMoon || isStar(x: x - 0.825, y: y, radius: 0.125) ? 1 : 0
  }

  /// Crescent and star without a field, by the width of what surrounds them.
  static let crescent = ElementShape(margin: -0.13, aspect: 1) { u, v, _ in
    let (x, y) = (u - 0.5, v - 0.5)
    let isMoon = hypot(x + 0.06, y) < 0.3 && hypot(x - 0.02, y) > 0.237
    return isMoon || isStar(x: x - 0.2, y: y, radius: 0.12) ? 1 : 0
  }

  /// Five-pointed, one point to the left.
  private static func isStar(x: Double, y: Double, radius: Double) -> Bool {
    let reach = hypot(x, y)
    guard reach < radius else { return false }
    guard reach > radius * 0.382 else { return true }
    // The angle from the nearest point's axis; its flank is a straight line.
    let turn = 2 * Double.pi / 5
    let angle = atan2(y, -x)
    let off = abs(angle - (angle / turn).rounded() * turn)
    let (inner, half) = (0.382, Double.pi / 5)
    let (dx, dy) = (inner * cos(half) - 1, inner * sin(half))
    let (px, py) = (reach / radius * cos(off) - 1, reach / radius * sin(off))
    return dx * py - dy * px > 0
  }

  /// ICAO Doc 9303-9 in outline: a frame, a bar above and below, a ring between two dashes.
  static let logoInLines = ElementShape(margin: 0.08, aspect: 1.6) { u, v, aspect in
    guard (-0.03 / aspect...1 + 0.03 / aspect).contains(u), (-0.03...1.03).contains(v) else { return 1 }
    let x = (u - 0.5) * aspect
    let y = abs(v - 0.5)
    let side = abs(x)
    if side > aspect / 2 - 0.03 || y > 0.47 { return 0 }
    let radius = hypot(x, y)
    if abs(radius - 0.2) < 0.04 { return 0 }
    if side < aspect / 2 - 0.12, y > 0.22, y < 0.38 { return 0 }
    return side > 0.3 && side < aspect / 2 - 0.12 && y < 0.05 ? 0 : 1
  }

  /// The same in full: two blocks, a ring in a gap between them.
  static let logoInBlocks = ElementShape(margin: 0.08, aspect: 1.6) { u, v, aspect in
    guard (0...1).contains(u), (0...1).contains(v) else { return 1 }
    let x = (u - 0.5) * aspect
    let y = abs(v - 0.5)
    let radius = hypot(x, y)
    if radius < 0.13 { return 1 }
    if radius < 0.24 { return 0 }
    if radius < 0.32 { return 1 }
    return y < 0.05 ? 1 : 0
  }
}
