package import BonafideTravelDocument

/// A machine-readable zone as a report shows it.
package struct ReportZone: Sendable, Hashable {
  /// In words, e.g. `TD1`.
  package let format: String
  /// After corrections.
  package let lines: [String]
  package let checks: [MRZCheckPlace]
  package let isValid: Bool
  package let corrected: [MRZCorrection]

  package init(_ mrz: MRZ, corrected: [MRZCorrection] = []) {
    format = mrz.format.rawValue
    lines = mrz.zone.lines
    checks = mrz.checkPlaces
    isValid = mrz.isValid
    self.corrected = corrected
  }
}
