/// What a session is opened with: the fields of the session models, in their order.
package struct SessionRequest: WireType, Hashable {
  /// Name of the flow.
  package var callType: String
  package var userName: String?
  package var surname: String?
  /// International form.
  package var phone: String?
  package var email: String?
  package var identityType: String?
  package var identityNo: String?
  /// The app's own id of the process.
  package var reference: String
  /// False when it is left out.
  package var canAutoClose: Bool?
  /// Go on with the open session of the reference; false when it is left out.
  package var isContinue: Bool?
  package var category: String?
  package var taxNumber: String?
  package var businessReference: String?
  /// False when it is left out.
  package var handicapped: Bool?
  package var modules: [String]?
  package var device: DeviceInfo?
  package var consent: Consent?
  /// Steps that the person cannot do; needs `handicapped`.
  package var skipSteps: [String]?
  /// With which all later messages of the session are signed: SubjectPublicKeyInfo of a P-256 key, base64 of its DER.
  package var signingKey: String?

  package init(
    callType: String, userName: String? = nil, surname: String? = nil, phone: String? = nil, email: String? = nil,
    identityType: String? = nil, identityNo: String? = nil, reference: String, canAutoClose: Bool? = nil,
    isContinue: Bool? = nil, category: String? = nil, taxNumber: String? = nil, businessReference: String? = nil,
    handicapped: Bool? = nil, modules: [String]? = nil, device: DeviceInfo? = nil, consent: Consent? = nil,
    skipSteps: [String]? = nil, signingKey: String? = nil
  ) {
    self.callType = callType
    self.userName = userName
    self.surname = surname
    self.phone = phone
    self.email = email
    self.identityType = identityType
    self.identityNo = identityNo
    self.reference = reference
    self.canAutoClose = canAutoClose
    self.isContinue = isContinue
    self.category = category
    self.taxNumber = taxNumber
    self.businessReference = businessReference
    self.handicapped = handicapped
    self.modules = modules
    self.device = device
    self.consent = consent
    self.skipSteps = skipSteps
    self.signingKey = signingKey
  }

  package static let schema = Schema.object([
    .init("callType", .text(1...64, .name), isRequired: true, "Name of the flow."),
    .init("userName", .text(0...200, .line), isRequired: false, ""),
    .init("surname", .text(0...200, .line), isRequired: false, ""),
    .init("phone", .text(0...200, .line), isRequired: false, "International form."),
    .init("email", .text(0...200, .line), isRequired: false, ""),
    .init("identityType", .text(0...200, .line), isRequired: false, ""),
    .init("identityNo", .text(0...200, .line), isRequired: false, ""),
    .init("reference", .text(1...200, .line), isRequired: true, "The app's own id of the process."),
    .init("canAutoClose", .flag, isRequired: false, "False when it is left out."),
    .init(
      "isContinue", .flag, isRequired: false, "Go on with the open session of the reference; false when it is left out."
    ),
    .init("category", .text(0...200, .line), isRequired: false, ""),
    .init("taxNumber", .text(0...200, .line), isRequired: false, ""),
    .init("businessReference", .text(0...200, .line), isRequired: false, ""),
    .init("handicapped", .flag, isRequired: false, "False when it is left out."),
    .init("modules", .list(.text(1...40, .name), count: 0...20), isRequired: false, ""),
    .init("device", DeviceInfo.schema, isRequired: false, ""),
    .init("consent", Consent.schema, isRequired: false, ""),
    .init(
      "skipSteps", .list(.text(1...32, .code), count: 0...20), isRequired: false,
      "Steps that the person cannot do; needs `handicapped`."),
    .init("signingKey", SessionKeyRequest.key, isRequired: false, SessionKeyRequest.words),
  ])
}

/// The key of a session's messages.
package struct SessionKeyRequest: WireType, Hashable {
  package var key: String

  package init(key: String) {
    self.key = key
  }

  package static let schema = Schema.object([.init("key", key, isRequired: true, words)])

  static let key = Schema.text(124...124, .base64)
  static let words =
    "With which all later messages of the session are signed: SubjectPublicKeyInfo of a P-256 key, base64 of its DER."
}

/// That the person agreed to what is done with face and document.
package struct Consent: WireType, Hashable {
  /// Which text, by its name and version.
  package var text: String
  package var givenAt: Int

  package init(text: String, givenAt: Int) {
    self.text = text
    self.givenAt = givenAt
  }

  package static let schema = Schema.object([
    .init("text", .text(1...100, .name), isRequired: true, "Which text, by its name and version."),
    .init("givenAt", .time, isRequired: true, ""),
  ])
}

/// Names of session states as the apps know them.
package enum SessionStatus: String, Codable, Sendable, Hashable, CaseIterable {
  case ready = "Ready"
  case started = "Started"
  case finished = "Finished"
  case closed = "Closed"
  case cancelled = "Cancelled"
}

/// What the person is asked to do.
package struct ChallengeAnswer: WireType, Hashable {
  package var steps: [String]
  /// Ties what is sent to this challenge; good for one face save.
  package var nonce: String
  /// What of the document has to be covered with a finger in the film of the touch test; the same for the whole session.
  package var element: String?

  package init(steps: [String], nonce: String, element: String? = nil) {
    self.steps = steps
    self.nonce = nonce
    self.element = element
  }

  package static let schema = Schema.object([
    .init("steps", .list(.text(1...32, .code), count: 0...20), isRequired: true, ""),
    .init(
      "nonce", .text(1...100, .visible), isRequired: true,
      "Ties what is sent to this challenge; good for one face save."),
    .init(
      "element", .text(1...32, .code), isRequired: false,
      "What of the document has to be covered in the touch test; the same for the whole session."),
  ])
}

/// A session.
package struct SessionAnswer: WireType, Hashable {
  package var id: String
  package var status: SessionStatus
  package var callType: String
  package var reference: String
  package var settingsVersion: Int
  package var challenge: ChallengeAnswer
  package var createdAt: Int
  package var expiresAt: Int
  package var isContinued: Bool
  /// For one write that asks for a nonce; only in the answer that opens a session.
  package var nonce: String?
  package var handicapped: Bool
  package var canAutoClose: Bool
  package var warnings: [String]

  package init(
    id: String, status: SessionStatus, callType: String, reference: String, settingsVersion: Int,
    challenge: ChallengeAnswer, createdAt: Int, expiresAt: Int, isContinued: Bool, nonce: String? = nil,
    handicapped: Bool, canAutoClose: Bool, warnings: [String]
  ) {
    self.id = id
    self.status = status
    self.callType = callType
    self.reference = reference
    self.settingsVersion = settingsVersion
    self.challenge = challenge
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.isContinued = isContinued
    self.nonce = nonce
    self.handicapped = handicapped
    self.canAutoClose = canAutoClose
    self.warnings = warnings
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("status", .choice(of: SessionStatus.self), isRequired: true, ""),
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("reference", .text(1...200, .line), isRequired: true, ""),
    .init("settingsVersion", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("challenge", ChallengeAnswer.schema, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
    .init("expiresAt", .time, isRequired: true, ""),
    .init("isContinued", .flag, isRequired: true, ""),
    .init(
      "nonce", .text(1...100, .visible), isRequired: false,
      "For one write that asks for a nonce; only in the answer that opens a session."),
    .init("handicapped", .flag, isRequired: true, ""),
    .init("canAutoClose", .flag, isRequired: true, ""),
    .init("warnings", .list(.text(1...64, .code), count: 0...10), isRequired: true, ""),
  ])
}

/// The flow is over.
package struct CloseRequest: WireType, Hashable {
  /// True when the flow was done, false when it was broken off.
  package var finished: Bool

  package init(finished: Bool) {
    self.finished = finished
  }

  package static let schema = Schema.object([
    .init("finished", .flag, isRequired: true, "True when the flow was done, false when it was broken off.")
  ])
}

/// How the session ended.
package struct CloseAnswer: WireType, Hashable {
  package var status: SessionStatus

  package init(status: SessionStatus) {
    self.status = status
  }

  package static let schema = Schema.object([
    .init("status", .choice(of: SessionStatus.self), isRequired: true, "")
  ])
}

/// Steps of the flow, for the time line.
package struct EventsRequest: WireType, Hashable {
  package var events: [TimelineEvent]

  package init(events: [TimelineEvent]) {
    self.events = events
  }

  package static let schema = Schema.object([
    .init("events", .list(TimelineEvent.schema, count: 1...100), isRequired: true, "")
  ])
}

/// One step of the flow.
package struct TimelineEvent: WireType, Hashable {
  package var name: String
  package var at: Int
  package var state: TimelineState?
  package var detail: String?

  package init(name: String, at: Int, state: TimelineState? = nil, detail: String? = nil) {
    self.name = name
    self.at = at
    self.state = state
    self.detail = detail
  }

  package static let schema = Schema.object([
    .init("name", .text(1...64, .code), isRequired: true, ""),
    .init("at", .time, isRequired: true, ""),
    .init("state", .choice(of: TimelineState.self), isRequired: false, ""),
    .init("detail", .text(0...200, .line), isRequired: false, ""),
  ])
}

package enum TimelineState: String, Codable, Sendable, Hashable, CaseIterable {
  case started
  case finished
  case failed
}

/// How many were taken.
package struct CountAnswer: WireType, Hashable {
  package var count: Int

  package init(count: Int) {
    self.count = count
  }

  package static let schema = Schema.object([
    .init("count", .integer(0...9_007_199_254_740_991), isRequired: true, "")
  ])
}

/// A single-use value.
package struct NonceAnswer: WireType, Hashable {
  package var nonce: String
  package var expiresAt: Int

  package init(nonce: String, expiresAt: Int) {
    self.nonce = nonce
    self.expiresAt = expiresAt
  }

  package static let schema = Schema.object([
    .init("nonce", .text(1...100, .visible), isRequired: true, ""),
    .init("expiresAt", .time, isRequired: true, ""),
  ])
}
