package import BonafideObservations

/// The thresholds one capture works with: checked once, then only read. Codable, because a session is.
package struct LivenessSettings: Sendable, Hashable, Codable {
  private var values: [String: Double]

  package static let defaults = LivenessSettings(.defaults)

  /// Everything the liveness rules let somebody tune.
  package static let declared: [Setting] =
    Setting.livenessGestures + Setting.livenessTimes + Setting.livenessCapture + Setting.livenessCards

  private static let byName = Dictionary(declared.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Takes over what concerns liveness; settings of other rooms are left out.
  package init(_ settings: Settings) {
    values = settings.overrides.filter { Self.byName[$0.key] != nil }
  }

  package subscript(_ setting: Setting) -> Double {
    values[setting.name] ?? setting.defaultValue
  }

  /// A number of frames or things; at least 0.
  func count(_ setting: Setting) -> Int { max(0, Int(self[setting])) }

  func isOn(_ setting: Setting) -> Bool { self[setting] != 0 }

  /// Refuses a snapshot that somebody edited beyond the declared ranges.
  package init(from decoder: any Decoder) throws {
    let decoded = try decoder.singleValueContainer().decode([String: Double].self)
    self.init(try Settings(decoded, declared: Self.declared))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
