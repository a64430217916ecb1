import BonafideMedia
import BonafideObservations
import CCairo
import Foundation

/// How the elements of the second drawing look.
extension OtherCard {
  /// Crimson; a thicker crescent and a larger star that stands on two points.
  func flag(_ rect: Rect) {
    let crimson = (some(0.7...0.85), some(0.02...0.12), some(0.05...0.18))
    ink(crimson.0, crimson.1, crimson.2)
    box(rect.x, rect.y, rect.width, rect.height)
    let g = rect.height
    let (x, y) = (rect.x + g * 0.48, rect.y + g / 2)
    ink(0.98, 0.97, 0.95)
    disc(x, y, g * 0.27)
    ink(crimson.0, crimson.1, crimson.2)
    disc(x + g * 0.075, y, g * 0.21)
    ink(0.98, 0.97, 0.95)
    star(x + g * 0.36, y, g * 0.14, turn: -.pi / 2, inner: 0.45)
  }

  /// Stripes of a grating within an outline; crescent and star stand out of them by being even.
  func crescent(_ rect: Rect) {
    let hue = some(0...1)
    func rainbow(_ place: Double, _ alpha: Double) -> SIMD4<Double> {
      SIMD4(
        0.7 + 0.28 * cos(2 * .pi * (hue + place)), 0.7 + 0.28 * cos(2 * .pi * (hue + place + 0.33)),
        0.7 + 0.28 * cos(2 * .pi * (hue + place + 0.66)), alpha)
    }
    rounded(rect, 2)
    gradient(
      from: Point(x: rect.x, y: rect.y), to: Point(x: rect.x, y: rect.maxY),
      (0..<6).map { rainbow(Double($0) / 9, 0.35) })
    cairo_fill(pen)
    let g = rect.width
    let (x, y) = (rect.center.x - g * 0.05, rect.center.y)
    let color = rainbow(0.5, 0.9) * SIMD4(0.85, 0.85, 0.85, 1)
    ink(color.x, color.y, color.z, color.w)
    cairo_new_sub_path(pen)
    cairo_arc(pen, x, y, g * 0.28, 0.75, 2 * .pi - 0.75)
    cairo_arc_negative(pen, x + g * 0.075, y, g * 0.225, 2 * .pi - 1, 1)
    cairo_close_path(pen)
    cairo_fill(pen)
    star(x + g * 0.24, y, g * 0.11, turn: .pi + 0.2, inner: 0.42)
  }

  /// Ribs down, a head and shoulders, a year.
  func laserImage(_ rect: Rect) {
    let pitch = some(0.4...0.6)
    rounded(rect, 0.6)
    ink(0.78, 0.8, 0.8, 0.9)
    cairo_fill(pen)
    ink(0.5, 0.5, 0.52, 0.75)
    disc(rect.x + rect.width * 0.45, rect.y + rect.height * 0.35, rect.height * 0.2)
    box(rect.x + rect.width * 0.25, rect.y + rect.height * 0.6, rect.width * 0.4, rect.height * 0.22)
    ink(0.2, 0.22, 0.25)
    text("1990", rect.x + rect.width * 0.55, rect.maxY - 3, size: 2.4, family: "Liberation Sans")
    ink(0.4, 0.4, 0.45, 0.4)
    for x in stride(from: rect.x + 0.3, to: rect.maxX, by: pitch) {
      line(x, rect.y + 0.1, x, rect.maxY - 0.1, width: pitch * 0.35)
    }
  }

  /// Loops one after the other, then a bar through them.
  func signature(_ rect: Rect) {
    ink(0.08, 0.08, 0.12, 0.92)
    let loops = Int(some(4...7))
    let step = rect.width / Double(loops)
    cairo_move_to(pen, rect.x, rect.center.y)
    for loop in 0..<loops {
      let x = rect.x + Double(loop) * step
      let top = rect.y + some(0...0.3) * rect.height
      let bottom = rect.maxY - some(0...0.3) * rect.height
      cairo_curve_to(pen, x + step * 1.1, top, x - step * 0.4, top, x + step * 0.4, rect.center.y)
      cairo_curve_to(pen, x + step * 0.6, bottom, x + step * 0.8, bottom, x + step, rect.center.y)
    }
    cairo_set_line_width(pen, some(0.22...0.4))
    cairo_stroke(pen)
    line(rect.x + rect.width * 0.2, rect.y + rect.height * 0.3, rect.maxX, rect.y + rect.height * 0.2, width: 0.25)
  }

  /// Bars and gaps of one to four modules, as Code 128 has them, straight on the card.
  func barCode(_ rect: Rect) {
    ink(0.1, 0.1, 0.12)
    let module = rect.width / 132
    var x = rect.x
    while x < rect.maxX - 4 * module {
      let bar = some(0...1) < 0.5 ? 1 : some(0...1) < 0.5 ? 2 : some(2...4).rounded()
      box(x, rect.y, bar * module, rect.height)
      x += (bar + (some(0...1) < 0.6 ? 1 : some(1...3).rounded())) * module
    }
  }

  /// Six contacts: two seams down, two across on either side, an arc at one end.
  func chip(_ rect: Rect) {
    rounded(rect, 2.2)
    let shine = some(-0.04...0.04)
    gradient(
      from: Point(x: rect.maxX, y: rect.y), to: Point(x: rect.x, y: rect.maxY),
      [SIMD4(0.86 + shine, 0.74, 0.45, 1), SIMD4(0.82, 0.69, 0.4, 1), SIMD4(0.9, 0.8 + shine, 0.52, 1)])
    cairo_fill(pen)
    ink(0.36, 0.3, 0.2)
    for share in [0.36, 0.64] {
      line(rect.x + rect.width * share, rect.y, rect.x + rect.width * share, rect.maxY, width: 0.22)
    }
    for share in [0.33, 0.66] {
      line(rect.x, rect.y + rect.height * share, rect.x + rect.width * 0.36, rect.y + rect.height * share, width: 0.22)
      line(
        rect.x + rect.width * 0.64, rect.y + rect.height * share, rect.maxX, rect.y + rect.height * share, width: 0.22)
    }
  }

  /// The sign of ICAO Doc 9303-9 in full: two blocks with a disc in the gap between them.
  func logo(_ rect: Rect) {
    ink(0.2, 0.2, 0.24)
    let gap = rect.height * 0.05
    box(rect.x, rect.y, rect.width, rect.height / 2 - gap)
    box(rect.x, rect.center.y + gap, rect.width, rect.height / 2 - gap)
    ink(0.92, 0.91, 0.87)
    disc(rect.center.x, rect.center.y, rect.height * 0.31)
    ink(0.2, 0.2, 0.24)
    disc(rect.center.x, rect.center.y, rect.height * 0.23)
    ink(0.92, 0.91, 0.87)
    disc(rect.center.x, rect.center.y, rect.height * 0.12)
  }

  /// Magenta into green, or gold into green, with a star left open.
  func colorShift(_ rect: Rect) {
    let isMagenta = some(0...1) < 0.5
    let from = isMagenta ? SIMD4(0.62, 0.2, 0.5, 0.85) : SIMD4(0.7, 0.55, 0.15, 0.85)
    rounded(rect, rect.height * 0.35)
    gradient(
      from: Point(x: rect.x, y: rect.y), to: Point(x: rect.maxX, y: rect.maxY), [from, SIMD4(0.25, 0.5, 0.35, 0.85)])
    cairo_fill(pen)
    ink(0.92, 0.91, 0.87)
    star(rect.center.x, rect.center.y, rect.height * 0.28, turn: -.pi / 2, inner: 0.4)
  }
}
