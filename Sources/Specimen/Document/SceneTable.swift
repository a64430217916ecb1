internal import BonafideMedia
internal import BonafideObservations
internal import CCairo
internal import Foundation

/// What lies about where a document is photographed.
enum SceneTable {
  private static let tops = [
    Ink(0.42, 0.29, 0.19), Ink(0.6, 0.47, 0.33), Ink(0.25, 0.27, 0.3), Ink(0.36, 0.42, 0.44), Ink(0.2, 0.26, 0.36),
    Ink(0.45, 0.2, 0.2),
  ]

  static func draw(width: Int, height: Int, _ random: inout SpecimenRandom) throws -> Image {
    let drawing = try Drawing(width: width, height: height)
    let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let top = random.pick(tops)
    drawing.gradient(
      all, from: Point(x: 0, y: 0), to: Point(x: all.width, y: all.height),
      [top, top.mixed(with: .white, 0.12), top.mixed(with: .black, 0.2)])
    grain(drawing, all, top, &random)
    for _ in 0..<random.whole(2...5) { clutter(drawing, all, &random) }
    return try drawing.image()
  }

  private static func grain(_ drawing: Drawing, _ all: Rect, _ top: Ink, _ random: inout SpecimenRandom) {
    for _ in 0..<160 {
      let y = random.uniform(0...all.height)
      let bend = random.uniform(-30...30)
      let isDark = random.chance(0.6)
      cairo_move_to(drawing.pen, 0, y)
      cairo_curve_to(drawing.pen, all.width * 0.3, y + bend, all.width * 0.7, y - bend, all.width, y + bend / 2)
      drawing.stroke(
        (isDark ? top.mixed(with: .black, 0.5) : top.mixed(with: .white, 0.3)).faded(random.uniform(0.08...0.3)),
        line: random.uniform(0.8...4))
    }
  }

  /// A paper, a pen or a cup, somewhere about the edge.
  private static func clutter(_ drawing: Drawing, _ all: Rect, _ random: inout SpecimenRandom) {
    let angle = random.uniform(0...(2 * .pi))
    let place = Point(
      x: all.center.x + cos(angle) * all.width * random.uniform(0.42...0.56),
      y: all.center.y + sin(angle) * all.height * random.uniform(0.42...0.56))
    drawing.apart {
      drawing.turn(about: place, degrees: random.uniform(-60...60))
      switch random.whole(0...2) {
      case 0: paper(drawing, place, &random)
      case 1:
        let body = Rect(x: place.x - 330, y: place.y - 14, width: 660, height: 28)
        let color = Ink(random.uniform(0...0.7), random.uniform(0...0.5), random.uniform(0.1...0.8))
        drawing.gradient(
          body, from: Point(x: body.x, y: body.y), to: Point(x: body.x, y: body.maxY),
          [color.mixed(with: .white, 0.5), color, color.mixed(with: .black, 0.6)], corner: 13)
      default:
        drawing.disc(place, radius: 190, Ink(0.1, 0.1, 0.1, alpha: 0.25))
        drawing.disc(Point(x: place.x - 8, y: place.y - 10), radius: 175, Ink(0.88, 0.88, 0.86))
        drawing.disc(Point(x: place.x - 8, y: place.y - 10), radius: 150, Ink(0.3, 0.18, 0.1))
      }
    }
  }

  private static func paper(_ drawing: Drawing, _ place: Point, _ random: inout SpecimenRandom) {
    let sheet = Rect(x: place.x - 300, y: place.y - 220, width: 600, height: 440)
    drawing.fill(Rect(x: sheet.x + 8, y: sheet.y + 10, width: 600, height: 440), Ink(0, 0, 0, alpha: 0.25))
    drawing.fill(sheet, Ink(0.9, 0.9, random.uniform(0.78...0.92)))
    for line in 0..<14 {
      let y = sheet.y + 40 + Double(line) * 27
      let width = random.uniform(300...520)
      drawing.fill(Rect(x: sheet.x + 40, y: y, width: width, height: 7), Ink(0.35, 0.35, 0.4, alpha: 0.7))
    }
  }
}
