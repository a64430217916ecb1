/// A number somebody may tune: its name, range, default and where the default comes from.
///
/// Rooms declare their settings as static members in an extension and list them in `Setting.declared…`; no analyser
/// or policy holds a threshold of its own.
public struct Setting: Sendable, Hashable {
  public enum Unit: String, Sendable, Codable {
    case ratio, probability, degrees, seconds, pixels, count, cosine, flag
  }

  /// Dotted, stable name, e.g. `liveness.smile.min`.
  public let name: String
  public let unit: Unit
  public let range: ClosedRange<Double>
  public let defaultValue: Double
  /// Requirement number, standard, paper or measurement.
  public let source: String

  public init(_ name: String, _ unit: Unit, in range: ClosedRange<Double>, default value: Double, source: String) {
    self.name = name
    self.unit = unit
    self.range = range
    self.defaultValue = min(max(value, range.lowerBound), range.upperBound)
    self.source = source
  }
}

/// Values for settings; everything not set has its default.
public struct Settings: Sendable, Hashable {
  public private(set) var overrides: [String: Double]

  public static let defaults = Settings()

  public init() {
    overrides = [:]
  }

  /// Takes values from outside. Unknown names and values out of range are refused, so that a typing mistake in a
  /// settings file never silently weakens a check.
  public init(_ values: [String: Double], declared: [Setting]) throws(BonafideError) {
    var known: [String: Setting] = [:]
    for setting in declared { known[setting.name] = setting }
    for (name, value) in values {
      guard let setting = known[name] else { throw BonafideError(.usage, "unknown setting '\(name)'") }
      guard setting.range.contains(value) else {
        throw BonafideError(
          .usage,
          "setting '\(name)' has to lie between \(setting.range.lowerBound) and \(setting.range.upperBound)")
      }
    }
    overrides = values
  }

  public subscript(_ setting: Setting) -> Double {
    overrides[setting.name] ?? setting.defaultValue
  }

  /// A copy with one value changed; values out of range are moved to its nearest end.
  public func setting(_ setting: Setting, to value: Double) -> Settings {
    var copy = self
    copy.overrides[setting.name] = min(max(value, setting.range.lowerBound), setting.range.upperBound)
    return copy
  }
}
