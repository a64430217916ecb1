/// What the apps look like.
package struct Look: WireType, Hashable {
  package var colors: [String: String]
  package var fonts: [String: String]
  package var cornerRadii: [String: Double]
  /// Names or addresses of logo, icons and animation.
  package var images: [String: String]
  package var texts: [String: String]
  package var locale: String?

  package init(
    colors: [String: String], fonts: [String: String], cornerRadii: [String: Double], images: [String: String],
    texts: [String: String], locale: String? = nil
  ) {
    self.colors = colors
    self.fonts = fonts
    self.cornerRadii = cornerRadii
    self.images = images
    self.texts = texts
    self.locale = locale
  }

  package static let schema = Schema.object([
    .init("colors", .map(.text(1...40, .line), maximum: 100), isRequired: true, ""),
    .init("fonts", .map(.text(1...100, .line), maximum: 100), isRequired: true, ""),
    .init("cornerRadii", .map(.number(0...1000), maximum: 100), isRequired: true, ""),
    .init(
      "images", .map(.text(1...500, .line), maximum: 100), isRequired: true,
      "Names or addresses of logo, icons and animation."),
    .init("texts", .map(.text(0...1000, .free), maximum: 500), isRequired: true, ""),
    .init("locale", .text(2...20, .name), isRequired: false, ""),
  ])
}

/// A new version of the settings.
package struct SettingsRequest: WireType, Hashable {
  /// The version that was seen; 0 when there is none.
  package var previous: Int
  package var steps: [String]
  package var order: StepOrder
  package var modules: [String]
  /// Only those that differ from the default.
  package var values: [String: Double]
  /// Kinds that are left out keep their standard limit.
  package var uploads: [UploadLimit]
  package var recording: RecordingSettings
  package var times: SessionTimes
  package var look: Look
  /// Steps that a person may leave out on the capture page; all gestures when it is not said.
  package var alternatives: [String]?
  /// Elements of which the server draws the one to cover in the touch test; all when it is left out.
  package var concealElements: [String]?

  package init(
    previous: Int, steps: [String], order: StepOrder, modules: [String], values: [String: Double],
    uploads: [UploadLimit], recording: RecordingSettings, times: SessionTimes, look: Look,
    alternatives: [String]? = nil, concealElements: [String]? = nil
  ) {
    self.previous = previous
    self.steps = steps
    self.order = order
    self.modules = modules
    self.values = values
    self.uploads = uploads
    self.recording = recording
    self.times = times
    self.look = look
    self.alternatives = alternatives
    self.concealElements = concealElements
  }

  package static let schema = Schema.object([
    .init(
      "previous", .integer(0...9_007_199_254_740_991), isRequired: true,
      "The version that was seen; 0 when there is none."),
    .init("steps", .list(.text(1...32, .code), count: 1...20), isRequired: true, ""),
    .init("order", .choice(of: StepOrder.self), isRequired: true, ""),
    .init("modules", .list(.text(1...40, .name), count: 0...20), isRequired: true, ""),
    .init(
      "values", .map(.number(-1e300...1e300), maximum: 1000), isRequired: true,
      "Only those that differ from the default."),
    .init(
      "uploads", .list(UploadLimit.schema, count: 0...20), isRequired: true,
      "Kinds that are left out keep their standard limit."),
    .init("recording", RecordingSettings.schema, isRequired: true, ""),
    .init("times", SessionTimes.schema, isRequired: true, ""),
    .init("look", Look.schema, isRequired: true, ""),
    .init(
      "alternatives", .list(.text(1...32, .code), count: 0...20), isRequired: false,
      "Steps that a person may leave out on the capture page; all gestures when it is not said."),
    .init(
      "concealElements", .list(.text(1...32, .code), count: 0...20), isRequired: false,
      "Elements of which the server draws the one to cover in the touch test; all when it is left out."),
  ])
}

/// One version in a history.
package struct SettingsVersionAnswer: WireType, Hashable {
  package var callType: String
  package var version: Int
  package var author: String
  package var createdAt: Int

  package init(callType: String, version: Int, author: String, createdAt: Int) {
    self.callType = callType
    self.version = version
    self.author = author
    self.createdAt = createdAt
  }

  package static let schema = Schema.object([
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("version", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("author", .text(1...100, .line), isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
  ])
}

/// All versions, newest first.
package struct SettingsHistory: WireType, Hashable {
  package var versions: [SettingsVersionAnswer]

  package init(versions: [SettingsVersionAnswer]) {
    self.versions = versions
  }

  package static let schema = Schema.object([
    .init("versions", .list(SettingsVersionAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// Flows that have settings.
package struct CallTypesAnswer: WireType, Hashable {
  package var callTypes: [String]

  package init(callTypes: [String]) {
    self.callTypes = callTypes
  }

  package static let schema = Schema.object([
    .init("callTypes", .list(.text(1...64, .name), count: 0...10000), isRequired: true, "")
  ])
}

/// How long sessions are kept after their end.
package struct RetentionRequest: WireType, Hashable {
  package var days: Double

  package init(days: Double) {
    self.days = days
  }

  package static let schema = Schema.object([
    .init("days", .number(0...36500), isRequired: true, "")
  ])
}

/// The look of a flow.
package struct LookAnswer: WireType, Hashable {
  package var callType: String
  package var version: Int
  package var look: Look

  package init(callType: String, version: Int, look: Look) {
    self.callType = callType
    self.version = version
    self.look = look
  }

  package static let schema = Schema.object([
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("version", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("look", Look.schema, isRequired: true, ""),
  ])
}

/// A sound that the server has.
package struct SoundFile: WireType, Hashable {
  package var name: String
  package var sha256: String
  package var size: Int

  package init(name: String, sha256: String, size: Int) {
    self.name = name
    self.sha256 = sha256
    self.size = size
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .name), isRequired: true, ""),
    .init("sha256", .sha256, isRequired: true, ""),
    .init("size", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
  ])
}

/// All sounds.
package struct SoundsAnswer: WireType, Hashable {
  package var sounds: [SoundFile]

  package init(sounds: [SoundFile]) {
    self.sounds = sounds
  }

  package static let schema = Schema.object([
    .init("sounds", .list(SoundFile.schema, count: 0...500), isRequired: true, "")
  ])
}
