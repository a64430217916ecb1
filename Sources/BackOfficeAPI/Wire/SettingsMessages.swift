/// Everything that a flow is run and judged by, in one version.
package struct SettingsAnswer: WireType, Hashable {
  package var callType: String
  package var version: Int
  /// Steps of which the server draws the challenge; the first stays first.
  package var steps: [String]
  package var order: StepOrder
  package var modules: [String]
  /// Elements of which the server draws the one to cover in the touch test.
  package var concealElements: [String]
  package var values: [SettingValue]
  package var uploads: [UploadLimit]
  package var recording: RecordingSettings
  package var times: SessionTimes
  package var look: Look
  package var sounds: [SoundFile]
  /// The most that one PATCH of an upload may carry.
  package var pieceBytes: Int

  package init(
    callType: String, version: Int, steps: [String], order: StepOrder, modules: [String],
    concealElements: [String], values: [SettingValue], uploads: [UploadLimit], recording: RecordingSettings,
    times: SessionTimes, look: Look, sounds: [SoundFile],
    pieceBytes: Int
  ) {
    self.callType = callType
    self.version = version
    self.steps = steps
    self.order = order
    self.modules = modules
    self.concealElements = concealElements
    self.values = values
    self.uploads = uploads
    self.recording = recording
    self.times = times
    self.look = look
    self.sounds = sounds
    self.pieceBytes = pieceBytes
  }

  package static let schema = Schema.object([
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("version", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init(
      "steps", .list(.text(1...32, .code), count: 0...20), isRequired: true,
      "Steps of which the server draws the challenge; the first stays first."),
    .init("order", .choice(of: StepOrder.self), isRequired: true, ""),
    .init("modules", .list(.text(1...40, .name), count: 0...20), isRequired: true, ""),
    .init(
      "concealElements", .list(.text(1...32, .code), count: 0...20), isRequired: true,
      "Elements of which the server draws the one to cover in the touch test."),
    .init("values", .list(SettingValue.schema, count: 0...1000), isRequired: true, ""),
    .init("uploads", .list(UploadLimit.schema, count: 0...20), isRequired: true, ""),
    .init("recording", RecordingSettings.schema, isRequired: true, ""),
    .init("times", SessionTimes.schema, isRequired: true, ""),
    .init("look", Look.schema, isRequired: true, ""),
    .init("sounds", .list(SoundFile.schema, count: 0...500), isRequired: true, ""),
    .init(
      "pieceBytes", .integer(0...9_007_199_254_740_991), isRequired: true,
      "The most that one PATCH of an upload may carry."),
  ])
}

package enum StepOrder: String, Codable, Sendable, Hashable, CaseIterable {
  case drawn
  case fixed
}

/// A number with its bounds and the value in use.
package struct SettingValue: WireType, Hashable {
  package var name: String
  package var unit: String
  package var minimum: Double
  package var maximum: Double
  package var defaultValue: Double
  package var value: Double
  /// Where the default comes from.
  package var source: String

  package init(
    name: String, unit: String, minimum: Double, maximum: Double, defaultValue: Double, value: Double, source: String
  ) {
    self.source = source
    self.name = name
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    self.defaultValue = defaultValue
    self.value = value
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .visible), isRequired: true, ""),
    .init("unit", .text(1...64, .code), isRequired: true, ""),
    .init("minimum", .number(-1e300...1e300), isRequired: true, ""),
    .init("maximum", .number(-1e300...1e300), isRequired: true, ""),
    .init("defaultValue", .number(-1e300...1e300), isRequired: true, ""),
    .init("value", .number(-1e300...1e300), isRequired: true, ""),
    .init("source", .text(0...500, .line), isRequired: true, "Where the default comes from."),
  ])
}

/// What an upload may be.
package struct UploadLimit: WireType, Hashable {
  package var kind: EvidenceKind
  package var maximumBytes: Int
  package var mediaTypes: [String]

  package init(kind: EvidenceKind, maximumBytes: Int, mediaTypes: [String]) {
    self.kind = kind
    self.maximumBytes = maximumBytes
    self.mediaTypes = mediaTypes
  }

  package static let schema = Schema.object([
    .init("kind", EvidenceKind.sent, isRequired: true, ""),
    .init("maximumBytes", .integer(1...2147483648), isRequired: true, ""),
    .init("mediaTypes", .list(.text(3...100, .mediaType), count: 1...20), isRequired: true, ""),
  ])
}

/// Recording of the screen.
package struct RecordingSettings: WireType, Hashable {
  package var screenRecord: Bool
  package var screenRecordUploadRetryCount: Int
  /// Seconds.
  package var screenRecordUploadTimeout: Int

  package init(screenRecord: Bool, screenRecordUploadRetryCount: Int, screenRecordUploadTimeout: Int) {
    self.screenRecord = screenRecord
    self.screenRecordUploadRetryCount = screenRecordUploadRetryCount
    self.screenRecordUploadTimeout = screenRecordUploadTimeout
  }

  package static let schema = Schema.object([
    .init("screenRecord", .flag, isRequired: true, ""),
    .init("screenRecordUploadRetryCount", .integer(0...20), isRequired: true, ""),
    .init("screenRecordUploadTimeout", .integer(1...3600), isRequired: true, "Seconds."),
  ])
}

/// Seconds.
package struct SessionTimes: WireType, Hashable {
  /// Until an open session expires.
  package var lifetime: Int
  package var uploadLifetime: Int

  package init(lifetime: Int, uploadLifetime: Int) {
    self.lifetime = lifetime
    self.uploadLifetime = uploadLifetime
  }

  package static let schema = Schema.object([
    .init("lifetime", .integer(60...2592000), isRequired: true, "Until an open session expires."),
    .init("uploadLifetime", .integer(60...604800), isRequired: true, ""),
  ])
}
