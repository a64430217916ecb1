internal import BonafideObservations
internal import CPangoCairo

/// A typeface that specimens are set in, and the Debian package that brings it.
struct SpecimenFont: Sendable, Hashable {
  let family: String
  let package: String

  static let machineReadable = SpecimenFont(family: "OCR B", package: "fonts-ocr-b")
  /// For printed fields; which one is chance.
  static let print = [
    SpecimenFont(family: "DejaVu Sans", package: "fonts-dejavu-core"),
    SpecimenFont(family: "Liberation Sans", package: "fonts-liberation"),
    SpecimenFont(family: "Liberation Sans Narrow", package: "fonts-liberation"),
    SpecimenFont(family: "Liberation Serif", package: "fonts-liberation"),
  ]

  /// Throws `service_unavailable`, with the name of the package, when a font is not installed: another one would take
  /// its place without a word.
  static func require(_ fonts: [SpecimenFont] = [machineReadable] + print) throws(BonafideError) {
    let installed = families()
    guard let missing = fonts.first(where: { !installed.contains($0.family) }) else { return }
    throw BonafideError(
      .serviceUnavailable, "the font '\(missing.family)' is not installed",
      hint: "install Debian's package \(missing.package)")
  }

  private static func families() -> Set<String> {
    guard let map = pango_cairo_font_map_get_default() else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(map, &list, &count)
    defer { g_free(list) }
    guard let list else { return [] }
    return Set(
      (0..<Int(count)).compactMap { list[$0].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) } })
  }
}
