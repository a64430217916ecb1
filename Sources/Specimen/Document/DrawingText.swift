internal import BonafideObservations
internal import CPangoCairo

/// How a line of text is set.
struct Lettering: Sendable {
  var font: SpecimenFont
  /// Height of the em, in units of the drawing.
  var size: Double
  var weight = Weight.regular
  var ink = Ink.black

  enum Weight: Sendable { case regular, bold }
}

extension Drawing {
  /// Sets one line with the top left of its line box at a point. Returns the box of the ink, in units of the drawing.
  ///
  /// - `fitting`: a longer line is set smaller.
  @discardableResult
  func text(_ text: String, at point: Point, _ lettering: Lettering, fitting width: Double? = nil) -> Rect {
    let first = measured(text, lettering)
    var scale = 1.0
    if let width, first.advance > width { scale = width / first.advance }
    var smaller = lettering
    smaller.size *= scale
    // The foot of the line stays where it was.
    let y = point.y + (lettering.size - smaller.size) * 0.9
    return set(text, at: Point(x: point.x, y: y), smaller)
  }

  /// Width that the line moves the pen by.
  func advance(_ text: String, _ lettering: Lettering) -> Double { measured(text, lettering).advance }

  private func set(_ text: String, at point: Point, _ lettering: Lettering) -> Rect {
    guard let layout = layout(text, lettering) else { return Rect(x: point.x, y: point.y, width: 0, height: 0) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    ink(lettering.ink)
    cairo_move_to(pen, point.x, point.y)
    pango_cairo_show_layout(pen, layout)
    cairo_new_path(pen)
    var ink = PangoRectangle()
    pango_layout_get_extents(layout, &ink, nil)
    let unit = Double(PANGO_SCALE)
    return Rect(
      x: point.x + Double(ink.x) / unit, y: point.y + Double(ink.y) / unit, width: Double(ink.width) / unit,
      height: Double(ink.height) / unit)
  }

  private func measured(_ text: String, _ lettering: Lettering) -> (advance: Double, height: Double) {
    guard let layout = layout(text, lettering) else { return (0, 0) }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    var box = PangoRectangle()
    pango_layout_get_extents(layout, nil, &box)
    return (Double(box.width) / Double(PANGO_SCALE), Double(box.height) / Double(PANGO_SCALE))
  }

  private func layout(_ text: String, _ lettering: Lettering) -> OpaquePointer? {
    guard let layout = pango_cairo_create_layout(pen), let font = pango_font_description_new() else { return nil }
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, lettering.font.family)
    pango_font_description_set_absolute_size(font, lettering.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, lettering.weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    // The same shapes at every size and on every machine: no fitting to the grid of pixels.
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    let context = pango_layout_get_context(layout)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
    pango_layout_context_changed(layout)
    pango_layout_set_font_description(layout, font)
    pango_layout_set_text(layout, text, -1)
    return layout
  }
}
