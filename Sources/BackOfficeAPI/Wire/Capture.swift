/// What the client found in the face check. Only a hint for the server.
package struct FaceRequest: WireType, Hashable {
  /// The nonce of the challenge that was done.
  package var challengeNonce: String
  package var steps: [FaceStep]
  package var pictures: [CapturedPicture]?
  package var isLive: Bool?
  package var livenessScore: Double?
  package var device: DeviceInfo?
  package var details: JSONValue?

  package init(
    challengeNonce: String, steps: [FaceStep], pictures: [CapturedPicture]? = nil, isLive: Bool? = nil,
    livenessScore: Double? = nil, device: DeviceInfo? = nil, details: JSONValue? = nil
  ) {
    self.challengeNonce = challengeNonce
    self.steps = steps
    self.pictures = pictures
    self.isLive = isLive
    self.livenessScore = livenessScore
    self.device = device
    self.details = details
  }

  package static let schema = Schema.object([
    .init("challengeNonce", .text(1...100, .visible), isRequired: true, "The nonce of the challenge that was done."),
    .init("steps", .list(FaceStep.schema, count: 0...50), isRequired: true, ""),
    .init("pictures", .list(CapturedPicture.schema, count: 0...50), isRequired: false, ""),
    .init("isLive", .flag, isRequired: false, ""),
    .init("livenessScore", .number(0...1), isRequired: false, ""),
    .init("device", DeviceInfo.schema, isRequired: false, ""),
    .init("details", .anyObject, isRequired: false, ""),
  ])
}

/// One step of the face check.
package struct FaceStep: WireType, Hashable {
  package var step: String
  package var startedAt: Int?
  package var endedAt: Int?
  /// Degrees.
  package var yaw: Double?
  package var pitch: Double?
  package var roll: Double?
  package var leftEyeOpen: Double?
  package var rightEyeOpen: Double?
  package var smile: Double?
  package var antiSpoofing: Double?
  /// Of this session.
  package var evidence: String?

  package init(
    step: String, startedAt: Int? = nil, endedAt: Int? = nil, yaw: Double? = nil, pitch: Double? = nil,
    roll: Double? = nil, leftEyeOpen: Double? = nil, rightEyeOpen: Double? = nil, smile: Double? = nil,
    antiSpoofing: Double? = nil, evidence: String? = nil
  ) {
    self.step = step
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.yaw = yaw
    self.pitch = pitch
    self.roll = roll
    self.leftEyeOpen = leftEyeOpen
    self.rightEyeOpen = rightEyeOpen
    self.smile = smile
    self.antiSpoofing = antiSpoofing
    self.evidence = evidence
  }

  package static let schema = Schema.object([
    .init("step", .text(1...32, .code), isRequired: true, ""),
    .init("startedAt", .time, isRequired: false, ""),
    .init("endedAt", .time, isRequired: false, ""),
    .init("yaw", .number(-180...180), isRequired: false, "Degrees."),
    .init("pitch", .number(-180...180), isRequired: false, ""),
    .init("roll", .number(-180...180), isRequired: false, ""),
    .init("leftEyeOpen", .number(0...1), isRequired: false, ""),
    .init("rightEyeOpen", .number(0...1), isRequired: false, ""),
    .init("smile", .number(0...1), isRequired: false, ""),
    .init("antiSpoofing", .number(0...1), isRequired: false, ""),
    .init("evidence", .identifier, isRequired: false, "Of this session."),
  ])
}

/// A picture that was uploaded before.
package struct CapturedPicture: WireType, Hashable {
  package var name: String
  /// Of this session.
  package var evidence: String
  package var sha256: String?

  package init(name: String, evidence: String, sha256: String? = nil) {
    self.name = name
    self.evidence = evidence
    self.sha256 = sha256
  }

  package static let schema = Schema.object([
    .init("name", .text(1...64, .code), isRequired: true, ""),
    .init("evidence", .identifier, isRequired: true, "Of this session."),
    .init("sha256", .sha256, isRequired: false, ""),
  ])
}

/// What the client read from the document. Only a hint for the server.
package struct DocumentRequest: WireType, Hashable {
  package var type: String
  package var mrz: String?
  package var fields: [String: String]?
  package var checkDigits: [String: Bool]?
  package var pictures: [CapturedPicture]?
  package var elements: [VisualElement]?
  package var crossChecks: [String: Bool]?
  package var timings: [String: Double]?
  package var details: JSONValue?

  package init(
    type: String, mrz: String? = nil, fields: [String: String]? = nil, checkDigits: [String: Bool]? = nil,
    pictures: [CapturedPicture]? = nil, elements: [VisualElement]? = nil, crossChecks: [String: Bool]? = nil,
    timings: [String: Double]? = nil, details: JSONValue? = nil
  ) {
    self.type = type
    self.mrz = mrz
    self.fields = fields
    self.checkDigits = checkDigits
    self.pictures = pictures
    self.elements = elements
    self.crossChecks = crossChecks
    self.timings = timings
    self.details = details
  }

  package static let schema = Schema.object([
    .init("type", .text(1...40, .name), isRequired: true, ""),
    .init("mrz", .text(0...200, .free), isRequired: false, ""),
    .init("fields", .map(.text(0...200, .free), maximum: 60), isRequired: false, ""),
    .init("checkDigits", .map(.flag, maximum: 20), isRequired: false, ""),
    .init("pictures", .list(CapturedPicture.schema, count: 0...50), isRequired: false, ""),
    .init("elements", .list(VisualElement.schema, count: 0...50), isRequired: false, ""),
    .init("crossChecks", .map(.flag, maximum: 50), isRequired: false, ""),
    .init("timings", .map(.number(0...1e9), maximum: 50), isRequired: false, ""),
    .init("details", .anyObject, isRequired: false, ""),
  ])
}

/// A security element.
package struct VisualElement: WireType, Hashable {
  package var name: String
  package var score: Double?
  package var found: Bool
  package var evidence: String?

  package init(name: String, score: Double? = nil, found: Bool, evidence: String? = nil) {
    self.name = name
    self.score = score
    self.found = found
    self.evidence = evidence
  }

  package static let schema = Schema.object([
    .init("name", .text(1...64, .code), isRequired: true, ""),
    .init("score", .number(0...1), isRequired: false, ""),
    .init("found", .flag, isRequired: true, ""),
    .init("evidence", .identifier, isRequired: false, ""),
  ])
}

/// What the client saw of hologram or touch.
package struct FilmRequest: WireType, Hashable {
  package var passed: Bool
  package var elements: [VisualElement]?
  package var pictures: [CapturedPicture]?
  package var details: JSONValue?

  package init(
    passed: Bool, elements: [VisualElement]? = nil, pictures: [CapturedPicture]? = nil, details: JSONValue? = nil
  ) {
    self.passed = passed
    self.elements = elements
    self.pictures = pictures
    self.details = details
  }

  package static let schema = Schema.object([
    .init("passed", .flag, isRequired: true, ""),
    .init("elements", .list(VisualElement.schema, count: 0...50), isRequired: false, ""),
    .init("pictures", .list(CapturedPicture.schema, count: 0...50), isRequired: false, ""),
    .init("details", .anyObject, isRequired: false, ""),
  ])
}

/// What was read from the chip.
package struct ChipRequest: WireType, Hashable {
  /// By name.
  package var dataGroups: [String: String]
  package var sod: String?
  package var authentication: [String: Bool]?
  package var details: JSONValue?

  package init(
    dataGroups: [String: String], sod: String? = nil, authentication: [String: Bool]? = nil, details: JSONValue? = nil
  ) {
    self.dataGroups = dataGroups
    self.sod = sod
    self.authentication = authentication
    self.details = details
  }

  package static let schema = Schema.object([
    .init("dataGroups", .map(.text(0...200000, .base64), maximum: 20), isRequired: true, "By name."),
    .init("sod", .text(0...200000, .base64), isRequired: false, ""),
    .init("authentication", .map(.flag, maximum: 10), isRequired: false, ""),
    .init("details", .anyObject, isRequired: false, ""),
  ])
}

/// What the client's comparison gave.
package struct CompareRequest: WireType, Hashable {
  package var references: [CompareReference]
  package var confidence: Int?
  package var distance: Double?
  package var details: JSONValue?

  package init(
    references: [CompareReference], confidence: Int? = nil, distance: Double? = nil, details: JSONValue? = nil
  ) {
    self.references = references
    self.confidence = confidence
    self.distance = distance
    self.details = details
  }

  package static let schema = Schema.object([
    .init("references", .list(.choice(of: CompareReference.self), count: 1...2), isRequired: true, ""),
    .init("confidence", .integer(0...100), isRequired: false, ""),
    .init("distance", .number(0...1e9), isRequired: false, ""),
    .init("details", .anyObject, isRequired: false, ""),
  ])
}

package enum CompareReference: String, Codable, Sendable, Hashable, CaseIterable {
  case chip
  case document
}

/// The server's own comparison, when there is one already.
package struct CompareAnswer: WireType, Hashable {
  package var saved: Bool
  package var server: JSONValue?

  package init(saved: Bool, server: JSONValue? = nil) {
    self.saved = saved
    self.server = server
  }

  package static let schema = Schema.object([
    .init("saved", .flag, isRequired: true, ""),
    .init("server", .anything, isRequired: false, ""),
  ])
}

/// A client's value is stored. It never decides.
package struct SavedAnswer: WireType, Hashable {
  package var saved: Bool
  package var kind: String

  package init(saved: Bool, kind: String) {
    self.saved = saved
    self.kind = kind
  }

  package static let schema = Schema.object([
    .init("saved", .flag, isRequired: true, ""),
    .init("kind", .text(1...64, .code), isRequired: true, ""),
  ])
}
