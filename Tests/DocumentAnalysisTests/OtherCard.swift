import BonafideMedia
import BonafideObservations
import CCairo
import Foundation

/// A second drawing of a card in the manner of the Turkish one, that shares nothing with the specimens: other places,
/// other proportions, inks, types and strokes. What finds elements on both does not know one drawing by heart.
///
/// Everything is in millimetres.
final class OtherCard {
  static let width = 1012
  static let height = 638

  let pen: OpaquePointer
  private let surface: OpaquePointer
  private var chance: Chance
  /// The elements, pixels of the picture.
  private(set) var places: [SecurityElement: Rect] = [:]
  private let without: Set<SecurityElement>

  /// A side of the card, the same from the same seed. `without`: elements that are left out, nothing in their places.
  static func draw(
    _ side: DocumentSide, seed: UInt64, without: Set<SecurityElement> = []
  ) throws -> (image: Image, places: [SecurityElement: Rect]) {
    let card = try OtherCard(seed: seed &* 2 &+ (side == .back ? 1 : 0), without: without)
    card.ground()
    switch side {
    case .front: card.front()
    case .back: card.back()
    }
    return (try card.image(), card.places)
  }

  private init(seed: UInt64, without: Set<SecurityElement>) throws {
    guard
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(OtherCard.width), Int32(OtherCard.height)),
      let pen = cairo_create(surface)
    else { throw BonafideError(.internal, "there is nothing to draw on") }
    self.surface = surface
    self.pen = pen
    self.without = without
    chance = Chance(seed: seed &+ 0xCA2D)
    cairo_scale(pen, Double(OtherCard.width) / 85.6, Double(OtherCard.width) / 85.6)
  }

  deinit {
    cairo_destroy(pen)
    cairo_surface_destroy(surface)
  }

  private func image() throws -> Image {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else { throw BonafideError(.internal, "no pixels") }
    return try Image(width: OtherCard.width, height: OtherCard.height) { pixels in
      for y in 0..<OtherCard.height {
        for x in 0..<OtherCard.width {
          for channel in 0..<3 {
            pixels[(y * OtherCard.width + x) * 4 + channel] = data[y * stride + x * 4 + 2 - channel]
          }
          pixels[(y * OtherCard.width + x) * 4 + 3] = 255
        }
      }
    }
  }

  // MARK: Tools

  func some(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &chance) }

  func ink(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    cairo_set_source_rgba(pen, red, green, blue, alpha)
  }

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_rectangle(pen, x, y, width, height)
    cairo_fill(pen)
  }

  func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, width: Double) {
    cairo_move_to(pen, x, y)
    cairo_line_to(pen, toX, toY)
    cairo_set_line_width(pen, width)
    cairo_stroke(pen)
  }

  func disc(_ x: Double, _ y: Double, _ radius: Double) {
    cairo_new_sub_path(pen)
    cairo_arc(pen, x, y, radius, 0, 2 * .pi)
    cairo_fill(pen)
  }

  func rounded(_ rect: Rect, _ corner: Double) {
    cairo_new_sub_path(pen)
    cairo_arc(pen, rect.maxX - corner, rect.y + corner, corner, -.pi / 2, 0)
    cairo_arc(pen, rect.maxX - corner, rect.maxY - corner, corner, 0, .pi / 2)
    cairo_arc(pen, rect.x + corner, rect.maxY - corner, corner, .pi / 2, .pi)
    cairo_arc(pen, rect.x + corner, rect.y + corner, corner, .pi, 1.5 * .pi)
    cairo_close_path(pen)
  }

  func star(_ x: Double, _ y: Double, _ radius: Double, turn: Double, inner: Double) {
    for step in 0..<10 {
      let reach = step % 2 == 0 ? radius : radius * inner
      let angle = turn + Double(step) * .pi / 5
      cairo_line_to(pen, x + reach * cos(angle), y + reach * sin(angle))
    }
    cairo_close_path(pen)
    cairo_fill(pen)
  }

  func text(_ text: String, _ x: Double, _ y: Double, size: Double, family: String = "Liberation Serif") {
    cairo_select_font_face(pen, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(pen, size)
    cairo_move_to(pen, x, y + size * 0.8)
    cairo_show_text(pen, text)
    cairo_new_path(pen)
  }

  func gradient(from: Point, to: Point, _ colors: [SIMD4<Double>]) {
    let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
    for (index, color) in colors.enumerated() {
      cairo_pattern_add_color_stop_rgba(
        pattern, Double(index) / Double(max(1, colors.count - 1)), color.x, color.y, color.z, color.w)
    }
    cairo_set_source(pen, pattern)
    cairo_pattern_destroy(pattern)
  }

  /// Draws with a place that strays by 2.5 % of the card and a size that strays by 8 %.
  func element(
    _ element: SecurityElement, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ draw: (Rect) -> Void
  ) {
    let scale = some(0.92...1.08)
    let rect = Rect(
      x: x + some(-1...1) * 0.025 * 85.6, y: y + some(-1...1) * 0.025 * 54, width: width * scale,
      height: height * scale * some(0.98...1.02))
    guard !without.contains(element) else { return }
    cairo_save(pen)
    draw(rect)
    cairo_restore(pen)
    let unit = Double(OtherCard.width) / 85.6
    places[element] = Rect(
      x: rect.x * unit, y: rect.y * unit, width: rect.width * unit, height: rect.height * unit)
  }

  // MARK: Sides

  /// Cream with fine slanting lines and dots.
  private func ground() {
    let warm = some(-0.02...0.02)
    ink(0.93 + warm, 0.91, 0.86 - warm)
    box(0, 0, 86, 55)
    ink(0.55, 0.42, 0.5, 0.25)
    for step in 0..<90 { line(Double(step) * 1.6 - 54, 0, Double(step) * 1.6 + some(-1...1), 54, width: 0.1) }
    ink(0.3, 0.55, 0.5, 0.25)
    for step in 0..<400 { disc(Double(step % 25) * 3.5 + some(0...1), Double(step / 25) * 3.5 + some(0...1), 0.28) }
  }

  private func front() {
    element(.flag, 4.4, 3.4, 7.4, 4.7, flag)
    ink(0.15, 0.1, 0.1)
    text("KİMLİK KARTI", 18, 4, size: 4)
    text("10000000146", 5, 11, size: 3.6)
    ink(0.5, 0.45, 0.42)
    box(5.5, 17, 22, 29)
    ink(0.75, 0.6, 0.5)
    disc(16.5, 28, 6.5)
    ink(0.12, 0.12, 0.14)
    let lines = ["ÖRNEK", "DENEME", "01.02.1990", "A12B34567", "31.12.2033"]
    for (row, value) in lines.enumerated() {
      text("Alan \(row)", 33, 11 + Double(row) * 6.4, size: 1.7)
      text(value, 33, 13 + Double(row) * 6.4, size: 3.4)
    }
    element(.signature, 34, 45.6, 18, 5, signature)
    element(.crescent, 64, 16, 11, 11, crescent)
    element(.mli, 63.8, 37.6, 16, 12.4, laserImage)
  }

  private func back() {
    element(.barcode, 28, 4, 39, 6.2, barCode)
    element(.chip, 6.6, 12.2, 12.4, 11.6, chip)
    element(.icaoLogo, 66.4, 11, 10, 6.4, logo)
    element(.ovi, 66.6, 20.8, 11.4, 8, colorShift)
    ink(0.12, 0.12, 0.14)
    text("Anne Adı", 26, 12, size: 1.8)
    text("AYŞE", 26, 14, size: 3)
    text("Veren Makam", 26, 19, size: 1.8)
    text("NÜFUS", 26, 21, size: 3)
    for row in 0..<3 {
      text("I<TURA12B345671<<10000000146<<", 4, 34 + Double(row) * 5.6, size: 4.1, family: "DejaVu Sans Mono")
    }
  }
}
