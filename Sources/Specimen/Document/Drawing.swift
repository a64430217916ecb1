internal import BonafideMedia
internal import BonafideObservations
internal import CCairo

/// A colour of print; each part 0…1.
struct Ink: Sendable, Hashable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha = 1.0

  init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  static let black = Ink(0.08, 0.08, 0.1)
  static let white = Ink(1, 1, 1)

  func faded(_ alpha: Double) -> Ink { Ink(red, green, blue, alpha: alpha) }

  func mixed(with other: Ink, _ share: Double) -> Ink {
    Ink(
      red + (other.red - red) * share, green + (other.green - green) * share, blue + (other.blue - blue) * share,
      alpha: alpha + (other.alpha - alpha) * share)
  }
}

/// A sheet under the pen: vector graphics and text in its own units, at last a picture.
final class Drawing {
  let width: Int
  let height: Int
  let pen: OpaquePointer
  private let surface: OpaquePointer

  /// - `unit`: pixels of one unit that everything is drawn in.
  init(width: Int, height: Int, unit: Double = 1) throws {
    try ImageLimits.check(width: width, height: height)
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let pen = cairo_create(surface)
    else { throw BonafideError(.internal, "there is no sheet to draw on") }
    self.width = width
    self.height = height
    self.surface = surface
    self.pen = pen
    cairo_scale(pen, unit, unit)
  }

  deinit {
    cairo_destroy(pen)
    cairo_surface_destroy(surface)
  }

  func image() throws -> Image {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    guard let data = cairo_image_surface_get_data(surface) else {
      throw BonafideError(.internal, "the sheet has no pixels")
    }
    return try Image(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let from = data + y * stride + x * 4
          let to = (y * width + x) * 4
          // Blue comes first in the memory of a little-endian machine.
          pixels[to] = from[2]
          pixels[to + 1] = from[1]
          pixels[to + 2] = from[0]
          pixels[to + 3] = 255
        }
      }
    }
  }

  /// What is drawn inside leaves no trace in place, turn, clip and colour of what comes after.
  func apart(_ body: () throws -> Void) rethrows {
    cairo_save(pen)
    defer { cairo_restore(pen) }
    try body()
  }

  func ink(_ ink: Ink) { cairo_set_source_rgba(pen, ink.red, ink.green, ink.blue, ink.alpha) }

  func fill(_ rect: Rect, _ color: Ink, corner: Double = 0) {
    outline(rect, corner: corner)
    ink(color)
    cairo_fill(pen)
  }

  func stroke(_ rect: Rect, _ color: Ink, line: Double, corner: Double = 0) {
    outline(rect, corner: corner)
    stroke(color, line: line)
  }

  func disc(_ center: Point, radius: Double, _ color: Ink) {
    cairo_new_sub_path(pen)
    cairo_arc(pen, center.x, center.y, radius, 0, 2 * .pi)
    ink(color)
    cairo_fill(pen)
  }

  func path(_ points: [Point], _ closing: Closing = .open) {
    guard let first = points.first else { return }
    cairo_move_to(pen, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(pen, point.x, point.y) }
    if closing == .closed { cairo_close_path(pen) }
  }

  enum Closing { case open, closed }

  func fill(_ color: Ink) {
    ink(color)
    cairo_fill(pen)
  }

  func stroke(_ color: Ink, line: Double) {
    ink(color)
    cairo_set_line_width(pen, line)
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
    cairo_stroke(pen)
  }

  /// Colours along a line, over a rectangle.
  func gradient(_ rect: Rect, from: Point, to: Point, _ colors: [Ink], corner: Double = 0) {
    guard let pattern = cairo_pattern_create_linear(from.x, from.y, to.x, to.y) else { return }
    defer { cairo_pattern_destroy(pattern) }
    for (index, color) in colors.enumerated() {
      cairo_pattern_add_color_stop_rgba(
        pattern, Double(index) / Double(max(1, colors.count - 1)), color.red, color.green, color.blue, color.alpha)
    }
    outline(rect, corner: corner)
    cairo_set_source(pen, pattern)
    cairo_fill(pen)
  }

  /// A picture stretched over a rectangle.
  func draw(_ picture: Image, in rect: Rect, alpha: Double = 1, corner: Double = 0) {
    guard
      let copy = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height))
    else { return }
    defer { cairo_surface_destroy(copy) }
    guard let data = cairo_image_surface_get_data(copy) else { return }
    cairo_surface_flush(copy)
    let stride = Int(cairo_image_surface_get_stride(copy))
    picture.withPixels { pixels in
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let from = (y * picture.width + x) * 4
          let to = data + y * stride + x * 4
          to[0] = pixels[from + 2]
          to[1] = pixels[from + 1]
          to[2] = pixels[from]
        }
      }
    }
    cairo_surface_mark_dirty(copy)
    apart {
      outline(rect, corner: corner)
      cairo_clip(pen)
      cairo_translate(pen, rect.x, rect.y)
      cairo_scale(pen, rect.width / Double(picture.width), rect.height / Double(picture.height))
      cairo_set_source_surface(pen, copy, 0, 0)
      cairo_pattern_set_extend(cairo_get_source(pen), CAIRO_EXTEND_PAD)
      cairo_paint_with_alpha(pen, alpha)
    }
  }

  /// Where a point of the current units lies in the picture, as the centre of its pixel.
  func pixel(_ point: Point) -> Point {
    var (x, y) = (point.x, point.y)
    cairo_user_to_device(pen, &x, &y)
    return Point(x: x - 0.5, y: y - 0.5)
  }

  /// Corners of a rectangle of the current units in the picture, clockwise from its top left.
  func pixels(_ rect: Rect) -> [Point] {
    [
      Point(x: rect.x, y: rect.y), Point(x: rect.maxX, y: rect.y), Point(x: rect.maxX, y: rect.maxY),
      Point(x: rect.x, y: rect.maxY),
    ].map(pixel)
  }

  /// Turns what follows about a point, degrees clockwise.
  func turn(about center: Point, degrees: Double) {
    cairo_translate(pen, center.x, center.y)
    cairo_rotate(pen, degrees * .pi / 180)
    cairo_translate(pen, -center.x, -center.y)
  }

  func outline(_ rect: Rect, corner: Double) {
    guard corner > 0 else {
      cairo_rectangle(pen, rect.x, rect.y, rect.width, rect.height)
      return
    }
    cairo_new_sub_path(pen)
    cairo_arc(pen, rect.maxX - corner, rect.y + corner, corner, -.pi / 2, 0)
    cairo_arc(pen, rect.maxX - corner, rect.maxY - corner, corner, 0, .pi / 2)
    cairo_arc(pen, rect.x + corner, rect.maxY - corner, corner, .pi / 2, .pi)
    cairo_arc(pen, rect.x + corner, rect.y + corner, corner, .pi, 1.5 * .pi)
    cairo_close_path(pen)
  }
}
