internal import BonafideMedia
internal import BonafideObservations
internal import BonafideTravelDocument
internal import CCairo

/// Size of a document and of its picture.
struct SheetFormat: Sendable {
  /// Millimetres.
  let size: Size
  let width: Int
  let height: Int

  /// ID-1 (ISO/IEC 7810) at 508 dots an inch.
  static let card = SheetFormat(size: Size(width: 85.6, height: 53.98), width: 1713, height: 1080)
  /// ID-3, a passport's page, at 300.
  static let passportPage = SheetFormat(size: Size(width: 125, height: 88), width: 1476, height: 1039)
}

/// One side of a document in the making. Everything is in millimetres from its top left; what is set and drawn is noted
/// in the truth.
final class DocumentSheet {
  let drawing: Drawing
  let format: SheetFormat
  let portrait: Image
  let palette: SheetPalette
  private(set) var random: SpecimenRandom
  private(set) var truth: SpecimenTruth
  private let jitter: Double
  private let shift: Point
  private let scale: Double
  private let font: SpecimenFont
  private let valueWeight: Lettering.Weight

  init(
    _ kind: SpecimenDocumentKind, side: SpecimenTruth.Side, seed: UInt64, flaw: SpecimenFlaw?, jitter: Double,
    portrait: Image
  ) throws {
    format = kind.format
    self.portrait = portrait
    self.jitter = jitter
    // The sides of a document share paper and type, not the places of their fields.
    var common = SpecimenRandom(seed: seed, use: 2)
    palette = common.pick(SheetPalette.all(kind))
    font = common.pick(SpecimenFont.print)
    valueWeight = common.chance(0.5) ? .bold : .regular
    var random = SpecimenRandom(seed: seed, use: side == .back ? 4 : 3)
    scale = 1 + random.uniform(-1...1) * jitter * 2
    // Most of the way together, so that neighbours do not run into each other.
    shift = Point(
      x: random.uniform(-1...1) * jitter * format.size.width * 3 / 4,
      y: random.uniform(-1...1) * jitter * format.size.height * 3 / 4)
    self.random = random
    drawing = try Drawing(
      width: format.width, height: format.height, unit: Double(format.width) / format.size.width)
    let (right, bottom) = (Double(format.width - 1), Double(format.height - 1))
    truth = SpecimenTruth(
      kind: kind, side: side, seed: seed, flaw: flaw, width: format.width, height: format.height,
      corners: [
        Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom),
      ])
  }

  func picture() throws -> SpecimenDocument.Picture {
    let image = try drawing.image()
    return SpecimenDocument.Picture(image: truth.flaw == .greyCopy ? try image.copiedInGrey() : image, truth: truth)
  }

  /// Where this layout has a point, once strayed.
  func strayed(_ x: Double, _ y: Double) -> Point {
    Point(
      x: x + shift.x + random.uniform(-1...1) * jitter * format.size.width / 4,
      y: y + shift.y + random.uniform(-1...1) * jitter * format.size.height / 4)
  }

  func lettering(_ size: Double, _ weight: Lettering.Weight = .regular, _ ink: Ink = .black) -> Lettering {
    Lettering(font: font, size: size * scale, weight: weight, ink: ink)
  }

  /// A label with the value under it.
  func field(
    _ name: String, _ label: String, _ value: String, printed: String? = nil, at x: Double, _ y: Double,
    size: Double = 3.2, fitting width: Double = 34
  ) {
    let place = strayed(x, y)
    drawing.text(label, at: place, lettering(size * 0.56, .regular, palette.label), fitting: width)
    let below = Point(x: place.x, y: place.y + size * 0.72 * scale)
    let printed = printed ?? value
    let box = drawing.text(printed, at: below, lettering(size, valueWeight), fitting: width)
    truth.fields.append(
      SpecimenTruth.Field(name: name, value: value, printed: printed, place: SpecimenTruth.Place(drawing.pixels(box))))
  }

  func title(_ text: String, at x: Double, _ y: Double, size: Double, _ ink: Ink, fitting width: Double) {
    let place = Point(x: x + shift.x, y: y + shift.y)
    drawing.text(text, at: place, lettering(size, .bold, ink), fitting: width)
  }

  /// A label alone, over an element.
  func caption(_ text: String, at x: Double, _ y: Double, size: Double = 1.8) {
    drawing.text(text, at: strayed(x, y), lettering(size, .regular, palette.label))
  }

  /// Draws an element in a rectangle of that size somewhere about a place, and notes it.
  func element(
    _ name: String, at x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ draw: (Drawing, Rect, inout SpecimenRandom) -> Void
  ) {
    let place = strayed(x, y)
    let rect = Rect(x: place.x, y: place.y, width: width, height: height)
    drawing.apart { draw(drawing, rect, &random) }
    truth.elements.append(SpecimenTruth.Element(name: name, place: SpecimenTruth.Place(drawing.pixels(rect))))
  }

  /// The zone along the lower edge (ICAO Doc 9303-5 and 9303-4): ten characters an inch.
  func zone(_ zone: MRZZone) {
    let lines = zone.lines
    let pitch = 2.54
    let length = Double(zone.format.lineLength) * pitch
    let spacing = random.uniform(zone.format == .td3 ? 6.2...6.7 : 4.6...5.6)
    let left = (format.size.width - length) / 2 + random.uniform(-1...1) * jitter * 40
    let last = format.size.height - 8.2 + random.uniform(-1...1) * jitter * 30
    var lettering = Lettering(font: .machineReadable, size: 4)
    let line = lines.first ?? ""
    lettering.size *= length / max(drawing.advance(line, lettering), 1e-9)
    var boxes: [Rect] = []
    for (index, text) in lines.enumerated() {
      let y = last - Double(lines.count - 1 - index) * spacing
      boxes.append(drawing.text(text, at: Point(x: left, y: y), lettering))
    }
    let top = boxes.map(\.y).min() ?? 0
    let bottom = boxes.map(\.maxY).max() ?? 0
    let right = boxes.map(\.maxX).max() ?? 0
    let around = Rect(x: left, y: top, width: right - left, height: bottom - top)
    truth.mrz = SpecimenTruth.Zone(lines: lines, place: SpecimenTruth.Place(drawing.pixels(around)))
  }

  /// Paper, lines and small type that everything else stands on.
  func ground(_ draw: (Drawing, Rect, SheetPalette, inout SpecimenRandom) -> Void) {
    drawing.apart {
      draw(
        drawing, Rect(x: 0, y: 0, width: format.size.width, height: format.size.height), palette, &random)
    }
  }
}

/// Colours of one kind of paper.
struct SheetPalette: Sendable {
  let paper: [Ink]
  let lines: [Ink]
  let label: Ink
  let title: Ink

  static func all(_ kind: SpecimenDocumentKind) -> [SheetPalette] {
    switch kind {
    case .turkishCard:
      [
        SheetPalette(
          paper: [Ink(0.86, 0.92, 0.95), Ink(0.95, 0.94, 0.93), Ink(0.93, 0.87, 0.88)],
          lines: [Ink(0.35, 0.62, 0.72), Ink(0.78, 0.45, 0.5)], label: Ink(0.2, 0.33, 0.42), title: Ink(0.6, 0.1, 0.14)),
        SheetPalette(
          paper: [Ink(0.9, 0.94, 0.95), Ink(0.94, 0.94, 0.9), Ink(0.88, 0.91, 0.94)],
          lines: [Ink(0.4, 0.6, 0.66), Ink(0.72, 0.55, 0.5)], label: Ink(0.25, 0.3, 0.36), title: Ink(0.55, 0.08, 0.12)),
      ]
    case .card, .passport:
      [
        SheetPalette(
          paper: [Ink(0.88, 0.93, 0.88), Ink(0.95, 0.95, 0.9), Ink(0.87, 0.91, 0.95)],
          lines: [Ink(0.45, 0.65, 0.5), Ink(0.45, 0.55, 0.72)], label: Ink(0.18, 0.32, 0.25),
          title: Ink(0.1, 0.25, 0.42)),
        SheetPalette(
          paper: [Ink(0.95, 0.91, 0.86), Ink(0.94, 0.94, 0.92), Ink(0.9, 0.88, 0.94)],
          lines: [Ink(0.75, 0.58, 0.42), Ink(0.58, 0.5, 0.7)], label: Ink(0.36, 0.26, 0.2), title: Ink(0.32, 0.14, 0.3)),
        SheetPalette(
          paper: [Ink(0.87, 0.91, 0.96), Ink(0.94, 0.95, 0.96), Ink(0.92, 0.88, 0.92)],
          lines: [Ink(0.42, 0.56, 0.75), Ink(0.7, 0.5, 0.62)], label: Ink(0.16, 0.26, 0.4), title: Ink(0.12, 0.2, 0.45)),
      ]
    }
  }
}

extension Image {
  /// As a copier gives it back: no colour, harder contrast.
  fileprivate func copiedInGrey() throws -> Image {
    try withPixels { pixels in
      try Image(width: width, height: height) { copy in
        for at in stride(from: 0, to: pixels.count, by: 4) {
          let light = 0.299 * Double(pixels[at]) + 0.587 * Double(pixels[at + 1]) + 0.114 * Double(pixels[at + 2])
          let hard = UInt8(min(max((light - 128) * 1.25 + 134, 0), 255))
          (copy[at], copy[at + 1], copy[at + 2], copy[at + 3]) = (hard, hard, hard, 255)
        }
      }
    }
  }
}
