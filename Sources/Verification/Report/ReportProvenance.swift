package import BonafideObservations

/// What a verification was made with, so that somebody else can repeat it.
package struct ReportProvenance: Sendable, Hashable {
  package var models: [ReportModel] = []
  package var rulesetName: String?
  package var rulesetVersion: String?
  /// Only those that differ from their defaults.
  package var settings: [ReportSetting] = []
  package var timings: [ReportTiming] = []
  package var inputs: [ReportInput] = []

  package init() {}
}

/// A model that was used.
package struct ReportModel: Sendable, Hashable {
  package var name: String
  /// 64 lower-case hex digits.
  package var sha256: String
  package var licence: String

  package init(name: String, sha256: String, licence: String) {
    self.name = name
    self.sha256 = sha256
    self.licence = licence
  }
}

/// A setting that was changed.
package struct ReportSetting: Sendable, Hashable {
  package var name: String
  package var unit: String
  package var value: Double
  package var defaultValue: Double

  package init(name: String, unit: String, value: Double, defaultValue: Double) {
    self.name = name
    self.unit = unit
    self.value = value
    self.defaultValue = defaultValue
  }

  /// Those of the declared settings whose values are not the defaults, in the order of declaration.
  package static func changed(in settings: Settings, declared: [Setting]) -> [ReportSetting] {
    declared.filter { settings[$0] != $0.defaultValue }.map {
      ReportSetting(
        name: $0.name, unit: $0.unit.rawValue, value: settings[$0], defaultValue: $0.defaultValue)
    }
  }
}

/// How long a part took.
package struct ReportTiming: Sendable, Hashable {
  package var name: String
  package var milliseconds: Double

  package init(_ name: String, milliseconds: Double) {
    self.name = name
    self.milliseconds = milliseconds
  }
}

/// What went in: its part and its name, never its content or where it lies.
package struct ReportInput: Sendable, Hashable {
  /// E.g. `selfie`.
  package var part: String
  /// The plain name of the file.
  package var name: String

  package init(part: String, name: String) {
    self.part = part
    self.name = name
  }
  /// Takes the last part of a path.
  package init(part: String, path: String) {
    self.init(part: part, name: path.split(separator: "/").last.map(String.init) ?? path)
  }
}
