internal import BonafideObservations
internal import Foundation

/// How an element is drawn, by its own width and height: 1 where it is light, 0 where it is dark. What lies beyond
/// 0…1 is what surrounds it.
struct ElementShape: Sendable {
  /// Share of the element's width and height that belongs to the shape on every side; negative leaves the rim out.
  let margin: Double
  /// At a place in units of the element's width and height; with its width by its height.
  let value: @Sendable (_ u: Double, _ v: Double, _ aspect: Double) -> Double

  /// The flag's field, darker than the card, with crescent and star (law no. 2893).
  static let flag = ElementShape(margin: 0.12) { u, v, aspect in
    guard (0...1).contains(u), (0...1).contains(v) else { return 1 }
    return emblem(x: u * aspect, y: v - 0.5)
  }

  /// The field alone.
  static let flagField = ElementShape(margin: -0.06) { u, v, aspect in emblem(x: u * aspect, y: v - 0.5) }

  /// By the flag's height, from the middle of its left side.
  private static func emblem(x: Double, y: Double) -> Double {
    let isMoon = hypot(x - 0.5, y) < 0.25 && hypot(x - 0.5625, y) > 0.2
    return isMoon || isStar(x: x - 0.825, y: y, radius: 0.125) ? 1 : 0
  }

  /// Crescent and star without a field, by the width of what surrounds them.
  static let crescent = ElementShape(margin: -0.13) { u, v, _ in
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
  static let logoInLines = ElementShape(margin: 0.08) { u, v, aspect in
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
  static let logoInBlocks = ElementShape(margin: 0.08) { u, v, aspect in
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

/// A shape in pixels of one size: sums to nothing, and its squares to one.
struct ShapeRaster: Sendable {
  let width: Int
  let height: Int
  let values: [Float]

  /// `size`: of the element without the shape's margin, pixels. Nil where nothing of it is left or it is of one colour.
  init?(_ shape: ElementShape, size: Size) {
    let aspect = size.width / max(size.height, 1e-9)
    // As many pixels beside as above.
    let rim = shape.margin * min(size.width, size.height)
    let width = Int((size.width + 2 * rim).rounded())
    let height = Int((size.height + 2 * rim).rounded())
    guard (4...256).contains(width), (4...256).contains(height) else { return nil }
    let steps = [-0.333, 0, 0.333]
    var values = [Float]()
    values.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0.0
        for dy in steps {
          for dx in steps {
            let u = (Double(x) + 0.5 + dx - Double(width) / 2) / size.width + 0.5
            let v = (Double(y) + 0.5 + dy - Double(height) / 2) / size.height + 0.5
            sum += shape.value(u, v, aspect)
          }
        }
        values.append(Float(sum / 9))
      }
    }
    let mean = values.reduce(0, +) / Float(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard squares > 1e-3 else { return nil }
    let share = 1 / squares.squareRoot()
    self.width = width
    self.height = height
    self.values = values.map { ($0 - mean) * share }
  }
}
