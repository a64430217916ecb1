internal import BonafideBackOfficeAPI
internal import BonafideStore

/// Limits of signs of an attack, found on captures of a flow's own kind. They stay with the version of the settings, and
/// are no part of what apps are told: who knows them knows how far an attack may go.
struct Calibration: Sendable {
  /// As a judge takes it.
  let document: JSONValue

  init(_ document: JSONValue) { self.document = document }

  /// Nil where a version has none.
  init?(_ version: SettingsVersion) throws {
    guard let document = try version.document.decoded(as: Part.self).calibration else { return nil }
    self.document = document
  }

  /// What is stored of settings with a calibration.
  static func document(_ settings: SettingsRequest, with calibration: Calibration?) throws -> JSONDocument {
    try JSONDocument(encoding: Whole(settings: settings, calibration: calibration?.document))
  }

  private struct Part: Codable {
    let calibration: JSONValue?
  }

  private struct Whole: Encodable {
    let settings: SettingsRequest
    let calibration: JSONValue?

    func encode(to encoder: any Encoder) throws {
      try settings.encode(to: encoder)
      try Part(calibration: calibration).encode(to: encoder)
    }
  }
}
