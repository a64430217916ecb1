internal import BonafideMedia
internal import BonafideObservations
internal import CCairo
internal import Foundation

/// What documents carry beside text. Each draws itself into a rectangle.
enum CardElements {
  static func portrait(_ picture: Image) -> (Drawing, Rect, inout SpecimenRandom) -> Void {
    { drawing, rect, _ in
      drawing.draw(picture, in: rect, corner: 0.8)
      drawing.stroke(rect, Ink(0.4, 0.45, 0.5, alpha: 0.5), line: 0.12, corner: 0.8)
    }
  }

  /// Proportions of the Turkish flag's law: crescent and star by the flag's height.
  static func flag(_ drawing: Drawing, _ rect: Rect, _ random: inout SpecimenRandom) {
    drawing.fill(rect, Ink(0.89, 0.04, 0.09))
    let g = rect.height
    let middle = rect.y + g / 2
    drawing.disc(Point(x: rect.x + g / 2, y: middle), radius: g / 4, .white)
    drawing.disc(Point(x: rect.x + g / 2 + g / 16, y: middle), radius: g / 5, Ink(0.89, 0.04, 0.09))
    star(drawing, center: Point(x: rect.x + g * 0.825, y: middle), radius: g / 8, points: 5, turn: .pi)
    drawing.fill(.white)
  }

  private static func star(_ drawing: Drawing, center: Point, radius: Double, points: Int, turn: Double) {
    let corners = (0..<(points * 2)).map { step in
      let angle = turn + Double(step) * .pi / Double(points)
      let reach = step % 2 == 0 ? radius : radius * 0.382
      return Point(x: center.x + reach * cos(angle), y: center.y + reach * sin(angle))
    }
    drawing.path(corners, .closed)
  }

  /// A second, tilted portrait under ribs, as a multiple laser image has it.
  static func laserImage(_ picture: Image, _ text: String) -> (Drawing, Rect, inout SpecimenRandom) -> Void {
    { drawing, rect, random in
      drawing.turn(about: rect.center, degrees: random.uniform(4...9))
      let inner = Rect(
        x: rect.x + rect.width * 0.06, y: rect.y + rect.height * 0.06, width: rect.width * 0.88,
        height: rect.height * 0.88)
      drawing.fill(inner, Ink(0.8, 0.82, 0.84, alpha: 0.7), corner: 1)
      drawing.gradient(
        inner, from: Point(x: inner.x, y: inner.y), to: Point(x: inner.maxX, y: inner.maxY),
        [Ink(0.75, 0.82, 0.9, alpha: 0.5), Ink(0.95, 0.95, 0.92, alpha: 0.5), Ink(0.78, 0.74, 0.84, alpha: 0.5)],
        corner: 1)
      // Not a face to be found: much of it gone.
      drawing.draw(
        picture,
        in: Rect(
          x: inner.x + inner.width * 0.22, y: inner.y + 0.6, width: inner.width * 0.56, height: inner.height * 0.72),
        alpha: 0.3)
      let lettering = Lettering(
        font: SpecimenFont.print[1], size: inner.height * 0.15, weight: .bold, ink: Ink(0.3, 0.32, 0.4))
      drawing.text(
        text, at: Point(x: inner.x + inner.width * 0.1, y: inner.maxY - inner.height * 0.22), lettering,
        fitting: inner.width * 0.8)
      for rib in stride(from: inner.y + 0.25, to: inner.maxY, by: 0.42) {
        drawing.path([Point(x: inner.x, y: rib), Point(x: inner.maxX, y: rib)])
        drawing.stroke(Ink(0.35, 0.38, 0.5, alpha: 0.35), line: 0.11)
      }
      drawing.stroke(inner, Ink(0.4, 0.42, 0.52, alpha: 0.7), line: 0.2, corner: 1)
    }
  }

  static func signature(_ drawing: Drawing, _ rect: Rect, _ random: inout SpecimenRandom) {
    var x = rect.x
    let middle = rect.y + rect.height * 0.55
    cairo_move_to(drawing.pen, x, middle)
    while x < rect.maxX - 1 {
      let step = min(random.uniform(0.8...2.6), rect.maxX - x)
      let up = middle - random.uniform(0.1...0.5) * rect.height
      let down = middle + random.uniform(-0.1...0.4) * rect.height
      cairo_curve_to(
        drawing.pen, x + step * 0.9, up, x - step * 0.25, down, x + step, middle + random.uniform(-0.6...0.6))
      x += step
    }
    drawing.stroke(Ink(0.1, 0.12, 0.3, alpha: 0.9), line: 0.3)
    cairo_move_to(drawing.pen, rect.x + rect.width * 0.1, rect.maxY - 0.6)
    cairo_curve_to(
      drawing.pen, rect.x + rect.width * 0.4, rect.maxY - 1.6, rect.x + rect.width * 0.6, rect.maxY, rect.maxX - 0.5,
      rect.y + rect.height * 0.7)
    drawing.stroke(Ink(0.1, 0.12, 0.3, alpha: 0.9), line: 0.25)
  }

  /// Crescent and star in the colours that a hologram happens to show.
  static func crescent(_ drawing: Drawing, _ rect: Rect, _ random: inout SpecimenRandom) {
    let hue = random.uniform(0...1)
    let side = min(rect.width, rect.height)
    let center = rect.center
    drawing.apart {
      cairo_arc(drawing.pen, center.x, center.y, side / 2, 0, 2 * .pi)
      cairo_clip(drawing.pen)
      drawing.gradient(
        rect, from: Point(x: rect.x, y: rect.y), to: Point(x: rect.maxX, y: rect.maxY),
        (0..<7).map { rainbow(hue + Double($0) / 6, alpha: 0.4) })
      for ray in 0..<40 {
        let angle = Double(ray) / 20 * .pi
        drawing.path([
          center, Point(x: center.x + side / 2 * cos(angle), y: center.y + side / 2 * sin(angle)),
        ])
        drawing.stroke(Ink(1, 1, 1, alpha: 0.3), line: 0.1)
      }
    }
    // A disc without the disc beside it.
    drawing.apart {
      cairo_set_fill_rule(drawing.pen, CAIRO_FILL_RULE_EVEN_ODD)
      let moon = Point(x: center.x - side * 0.06, y: center.y)
      cairo_new_sub_path(drawing.pen)
      cairo_arc(drawing.pen, moon.x, moon.y, side * 0.3, 0.66, 2 * .pi - 0.66)
      cairo_arc_negative(drawing.pen, moon.x + side * 0.085, moon.y, side * 0.235, 2 * .pi - 0.86, 0.86)
      cairo_close_path(drawing.pen)
      drawing.fill(rainbow(hue + 0.5, alpha: 0.8))
    }
    star(drawing, center: Point(x: center.x + side * 0.2, y: center.y), radius: side * 0.12, points: 5, turn: .pi)
    drawing.fill(rainbow(hue + 0.6, alpha: 0.85))
  }

  private static func rainbow(_ hue: Double, alpha: Double) -> Ink {
    func part(_ shift: Double) -> Double { 0.68 + 0.27 * cos(2 * .pi * (hue + shift)) }
    return Ink(part(0), part(1 / 3), part(2 / 3), alpha: alpha)
  }

  static func chip(_ drawing: Drawing, _ rect: Rect, _ random: inout SpecimenRandom) {
    drawing.gradient(
      rect, from: Point(x: rect.x, y: rect.y), to: Point(x: rect.maxX, y: rect.maxY),
      [Ink(0.83, 0.7, 0.38), Ink(0.95, 0.87, 0.6), Ink(0.78, 0.63, 0.32)], corner: 1.6)
    let seam = Ink(0.42, 0.33, 0.15)
    let inner = Rect(
      x: rect.x + rect.width * 0.33, y: rect.y + rect.height * 0.25, width: rect.width * 0.34, height: rect.height * 0.5
    )
    drawing.stroke(inner, seam, line: 0.2, corner: 0.8)
    for share in [0.25, 0.5, 0.75] {
      let y = rect.y + rect.height * share
      drawing.path([Point(x: rect.x, y: y), Point(x: inner.x, y: y)])
      drawing.stroke(seam, line: 0.2)
      drawing.path([Point(x: inner.maxX, y: y), Point(x: rect.maxX, y: y)])
      drawing.stroke(seam, line: 0.2)
    }
    drawing.path([Point(x: rect.center.x, y: rect.y), Point(x: rect.center.x, y: inner.y)])
    drawing.stroke(seam, line: 0.2)
    drawing.path([Point(x: rect.center.x, y: inner.maxY), Point(x: rect.center.x, y: rect.maxY)])
    drawing.stroke(seam, line: 0.2)
    drawing.stroke(rect, seam.faded(0.7), line: 0.2, corner: 1.6)
  }

  /// The sign of a document with a chip (ICAO Doc 9303-9): two bars around a disc.
  static func chipLogo(_ drawing: Drawing, _ rect: Rect, _ random: inout SpecimenRandom) {
    let gold = Ink(0.45, 0.36, 0.14)
    let bar = rect.height * 0.16
    let gap = rect.height * 0.12
    let radius = rect.height * 0.2
    drawing.stroke(rect, gold, line: rect.height * 0.06, corner: rect.height * 0.1)
    for y in [rect.y + gap, rect.maxY - gap - bar] {
      drawing.fill(Rect(x: rect.x + gap, y: y, width: rect.width - 2 * gap, height: bar), gold)
    }
    let middle = rect.center.y - rect.height * 0.04
    for x in [rect.x + gap, rect.center.x + radius * 1.5] {
      drawing.fill(
        Rect(x: x, y: middle, width: rect.width / 2 - gap - radius * 1.5, height: rect.height * 0.08), gold)
    }
    cairo_arc(drawing.pen, rect.center.x, rect.center.y, radius, 0, 2 * .pi)
    drawing.stroke(gold, line: rect.height * 0.08)
  }

  /// Ink that changes with the angle, seen from one.
  static func colorShift(_ text: String) -> (Drawing, Rect, inout SpecimenRandom) -> Void {
    { drawing, rect, random in
      let from = random.chance(0.5) ? Ink(0.1, 0.55, 0.4) : Ink(0.55, 0.35, 0.15)
      drawing.apart {
        cairo_translate(drawing.pen, rect.center.x, rect.center.y)
        cairo_scale(drawing.pen, rect.width / 2, rect.height / 2)
        cairo_arc(drawing.pen, 0, 0, 1, 0, 2 * .pi)
        cairo_clip(drawing.pen)
        drawing.gradient(
          Rect(x: -1, y: -1, width: 2, height: 2), from: Point(x: -1, y: -1), to: Point(x: 1, y: 1),
          [from.faded(0.85), Ink(0.75, 0.65, 0.25, alpha: 0.9), from.mixed(with: Ink(0.3, 0.2, 0.5), 0.6).faded(0.85)])
      }
      let lettering = Lettering(
        font: SpecimenFont.print[3], size: rect.height * 0.62, weight: .bold, ink: .white.faded(0.9))
      let width = min(drawing.advance(text, lettering), rect.width * 0.8)
      drawing.text(
        text, at: Point(x: rect.center.x - width / 2, y: rect.center.y - rect.height * 0.36), lettering,
        fitting: rect.width * 0.8)
    }
  }

  /// Code 39 (ISO/IEC 16388) of digits and capital letters, wide bars thrice as wide as narrow ones.
  static func barCode(_ text: String) -> (Drawing, Rect, inout SpecimenRandom) -> Void {
    { drawing, rect, _ in
      let widths = ("*" + text + "*").compactMap { code39[$0] }.flatMap { $0.map { $0 == "w" ? 3.0 : 1 } + [1] }
      drawing.fill(rect, .white)
      // Ten narrow bars' width of silence on either side.
      let narrow = rect.width / (widths.reduce(0, +) + 19)
      var x = rect.x + narrow * 10
      for (index, width) in widths.enumerated() {
        if index % 2 == 0 {
          drawing.fill(
            Rect(x: x, y: rect.y + rect.height * 0.08, width: width * narrow, height: rect.height * 0.84), .black)
        }
        x += width * narrow
      }
    }
  }

  /// Bars and gaps in turn, five bars and four gaps; ten to a character with the narrow gap after it.
  private static let code39: [Character: String] = [
    "0": "nnnwwnwnn", "1": "wnnwnnnnw", "2": "nnwwnnnnw", "3": "wnwwnnnnn", "4": "nnnwwnnnw", "5": "wnnwwnnnn",
    "6": "nnwwwnnnn", "7": "nnnwnnwnw", "8": "wnnwnnwnn", "9": "nnwwnnwnn", "A": "wnnnnwnnw", "B": "nnwnnwnnw",
    "C": "wnwnnwnnn", "D": "nnnnwwnnw", "E": "wnnnwwnnn", "F": "nnwnwwnnn", "G": "nnnnnwwnw", "H": "wnnnnwwnn",
    "I": "nnwnnwwnn", "J": "nnnnwwwnn", "K": "wnnnnnnww", "L": "nnwnnnnww", "M": "wnwnnnnwn", "N": "nnnnwnnww",
    "O": "wnnnwnnwn", "P": "nnwnwnnwn", "Q": "nnnnnnwww", "R": "wnnnnnwwn", "S": "nnwnnnwwn", "T": "nnnnwnwwn",
    "U": "wwnnnnnnw", "V": "nwwnnnnnw", "W": "wwwnnnnnn", "X": "nwnnwnnnw", "Y": "wwnnwnnnn", "Z": "nwwnwnnnn",
    "*": "nwnnwnwnn",
  ]
}
