package import BonafideObservations
internal import CCairo

/// A typeface that specimens are set in, and the Debian package that brings it.
package struct SpecimenFont: Sendable, Hashable {
  let family: String
  let package: String

  package init(family: String, package: String) {
    self.family = family
    self.package = package
  }

  package static let machineReadable = SpecimenFont(family: "OCR B", package: "fonts-ocr-b")
  /// For printed fields; which one is chance.
  package static let print = [
    SpecimenFont(family: "DejaVu Sans", package: "fonts-dejavu-core"),
    SpecimenFont(family: "Liberation Sans", package: "fonts-liberation"),
    SpecimenFont(family: "Liberation Sans Narrow", package: "fonts-liberation"),
    SpecimenFont(family: "Liberation Serif", package: "fonts-liberation"),
  ]

  /// Throws `service_unavailable`, with the name of the package, when a font is not installed: another one would take
  /// its place without a word.
  package static func require(_ fonts: [SpecimenFont] = [machineReadable] + print) throws(BonafideError) {
    guard let missing = fonts.first(where: { !$0.isInstalled }) else { return }
    throw BonafideError(
      .serviceUnavailable, "the font '\(missing.family)' is not installed",
      hint: "install Debian's package \(missing.package)")
  }

  private var isInstalled: Bool {
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    let isNamed = family.utf8CString.withUnsafeBytes { bytes in
      FcPatternAddString(pattern, FC_FAMILY, bytes.bindMemory(to: FcChar8.self).baseAddress)
    }
    guard isNamed != 0, let found = FcFontList(nil, pattern, nil) else { return false }
    defer { FcFontSetDestroy(found) }
    return found.pointee.nfont > 0
  }
}
