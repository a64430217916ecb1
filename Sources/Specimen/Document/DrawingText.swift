internal import BonafideObservations
internal import CCairo

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
    choose(lettering)
    // The foot of the line is where it is in the full size.
    let foot = Point(x: point.x, y: point.y + ascent)
    if let width {
      let full = extents(text).x_advance
      if full > width { cairo_set_font_size(pen, lettering.size * width / full) }
    }
    ink(lettering.ink)
    cairo_move_to(pen, foot.x, foot.y)
    cairo_show_text(pen, text)
    cairo_new_path(pen)
    let ink = extents(text)
    return Rect(x: foot.x + ink.x_bearing, y: foot.y + ink.y_bearing, width: ink.width, height: ink.height)
  }

  /// Width that the line moves the pen by.
  func advance(_ text: String, _ lettering: Lettering) -> Double {
    choose(lettering)
    return extents(text).x_advance
  }

  private func choose(_ lettering: Lettering) {
    cairo_select_font_face(
      pen, lettering.font.family, CAIRO_FONT_SLANT_NORMAL,
      lettering.weight == .bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(pen, lettering.size)
    // The same shapes at every size and on every machine: no fitting to the grid of pixels.
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_set_font_options(pen, options)
  }

  private var ascent: Double {
    var font = cairo_font_extents_t()
    cairo_font_extents(pen, &font)
    return font.ascent
  }

  private func extents(_ text: String) -> cairo_text_extents_t {
    var extents = cairo_text_extents_t()
    cairo_text_extents(pen, text, &extents)
    return extents
  }
}
