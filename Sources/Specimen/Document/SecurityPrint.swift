internal import BonafideObservations
internal import CCairo
internal import Foundation

/// What paper of documents is printed with before anybody's data come onto it.
enum SecurityPrint {
  static func draw(_ drawing: Drawing, _ sheet: Rect, _ palette: SheetPalette, _ random: inout SpecimenRandom) {
    drawing.gradient(
      sheet, from: Point(x: 0, y: 0), to: Point(x: sheet.width, y: sheet.height * random.uniform(0.2...1)),
      palette.paper)
    for ink in palette.lines { waves(drawing, sheet, ink, &random) }
    rosette(
      drawing, center: Point(x: sheet.width * 0.72, y: sheet.height * 0.42), radius: sheet.height * 0.34,
      palette.lines[0], &random)
    rosette(
      drawing, center: Point(x: sheet.width * 0.2, y: sheet.height * 0.62), radius: sheet.height * 0.25,
      palette.lines[1], &random)
    microText(drawing, sheet, palette.lines[0], &random)
  }

  /// Guilloche: bundles of lines that swing together and against each other.
  private static func waves(_ drawing: Drawing, _ sheet: Rect, _ ink: Ink, _ random: inout SpecimenRandom) {
    let (long, short) = (random.uniform(28...50), random.uniform(9...17))
    let (phase, height) = (random.uniform(0...6), random.uniform(1.2...2.6))
    let tilt = random.uniform(-0.12...0.12)
    for line in 0..<36 {
      let base = sheet.height * (Double(line) / 35 * 1.2 - 0.1)
      let turn = Double(line) * 0.17
      let points = stride(from: -1.0, through: sheet.width + 1, by: 0.5).map { x in
        Point(
          x: x,
          y: base + tilt * (x - sheet.width / 2) + height * sin(2 * .pi * x / long + phase + turn)
            + height * 0.5 * sin(2 * .pi * x / short - turn))
      }
      drawing.path(points)
      drawing.stroke(ink.faded(0.3), line: 0.09)
    }
  }

  private static func rosette(
    _ drawing: Drawing, center: Point, radius: Double, _ ink: Ink, _ random: inout SpecimenRandom
  ) {
    let petals = Double(random.whole(7...13))
    for ring in 0..<7 {
      let size = radius * (0.4 + 0.6 * Double(ring) / 6)
      let points = (0...360).map { step in
        let angle = Double(step) / 180 * .pi
        let reach = size * (0.82 + 0.18 * cos(petals * angle + Double(ring) * 0.5))
        return Point(x: center.x + reach * cos(angle), y: center.y + reach * sin(angle))
      }
      drawing.path(points, .closed)
      drawing.stroke(ink.faded(0.34), line: 0.1)
    }
  }

  private static func microText(_ drawing: Drawing, _ sheet: Rect, _ ink: Ink, _ random: inout SpecimenRandom) {
    let text = String(repeating: "BONAFIDESPECIMEN", count: 14)
    let lettering = Lettering(font: SpecimenFont.print[1], size: 0.55, ink: ink.faded(0.5))
    for line in 0..<5 {
      let y = sheet.height * (0.13 + 0.19 * Double(line)) + random.uniform(-0.5...0.5)
      drawing.text(text, at: Point(x: -random.uniform(0...4), y: y), lettering)
    }
  }

  /// The word across the whole document, under the data.
  static func specimenMark(_ drawing: Drawing, _ sheet: Rect, _ ink: Ink) {
    drawing.apart {
      drawing.turn(about: sheet.center, degrees: -24)
      let size = sheet.height * 0.25
      let lettering = Lettering(font: SpecimenFont.print[1], size: size, weight: .bold, ink: ink.faded(0.11))
      let width = drawing.advance("SPECIMEN", lettering)
      drawing.text("SPECIMEN", at: Point(x: sheet.center.x - width / 2, y: sheet.center.y - size * 0.6), lettering)
    }
  }
}
