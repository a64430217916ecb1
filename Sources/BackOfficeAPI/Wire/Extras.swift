/// Data of another system, such as consents.
package struct IntegrationRequest: WireType, Hashable {
  package var phone: String?
  package var email: String?
  package var formUrl: String?
  package var idRegistration: Bool?
  package var addressRegistration: Bool?
  /// JSON text.
  package var data: String

  package init(
    phone: String? = nil, email: String? = nil, formUrl: String? = nil, idRegistration: Bool? = nil,
    addressRegistration: Bool? = nil, data: String
  ) {
    self.phone = phone
    self.email = email
    self.formUrl = formUrl
    self.idRegistration = idRegistration
    self.addressRegistration = addressRegistration
    self.data = data
  }

  package static let schema = Schema.object([
    .init("phone", .text(0...200, .line), isRequired: false, ""),
    .init("email", .text(0...200, .line), isRequired: false, ""),
    .init("formUrl", .text(0...2000, .visible), isRequired: false, ""),
    .init("idRegistration", .flag, isRequired: false, ""),
    .init("addressRegistration", .flag, isRequired: false, ""),
    .init("data", .text(1...100000, .free), isRequired: true, "JSON text."),
  ])
}

/// A signed document.
package struct SigningRequest: WireType, Hashable {
  package var data: String
  package var reference: String
  package var documentReference: String?
  package var signature: String?
  package var key: String?
  package var nonce: String

  package init(
    data: String, reference: String, documentReference: String? = nil, signature: String? = nil, key: String? = nil,
    nonce: String
  ) {
    self.data = data
    self.reference = reference
    self.documentReference = documentReference
    self.signature = signature
    self.key = key
    self.nonce = nonce
  }

  package static let schema = Schema.object([
    .init("data", .text(4...700000, .base64), isRequired: true, ""),
    .init("reference", .text(1...200, .line), isRequired: true, ""),
    .init("documentReference", .text(0...200, .line), isRequired: false, ""),
    .init("signature", .text(0...20000, .free), isRequired: false, ""),
    .init("key", .text(0...20000, .free), isRequired: false, ""),
    .init("nonce", .text(1...100, .visible), isRequired: true, ""),
  ])
}

/// What is to be signed, and what was.
package struct SigningAnswer: WireType, Hashable {
  package var state: SigningState
  package var documents: [SignedDocument]

  package init(state: SigningState, documents: [SignedDocument]) {
    self.state = state
    self.documents = documents
  }

  package static let schema = Schema.object([
    .init("state", .choice(of: SigningState.self), isRequired: true, ""),
    .init("documents", .list(SignedDocument.schema, count: 0...100), isRequired: true, ""),
  ])
}

package enum SigningState: String, Codable, Sendable, Hashable, CaseIterable {
  case none
  case signed
  case finished
}

/// One signed document.
package struct SignedDocument: WireType, Hashable {
  package var reference: String
  package var documentReference: String?
  /// Of the data's text.
  package var sha256: String
  package var signedAt: Int

  package init(reference: String, documentReference: String? = nil, sha256: String, signedAt: Int) {
    self.reference = reference
    self.documentReference = documentReference
    self.sha256 = sha256
    self.signedAt = signedAt
  }

  package static let schema = Schema.object([
    .init("reference", .text(1...200, .line), isRequired: true, ""),
    .init("documentReference", .text(0...200, .line), isRequired: false, ""),
    .init("sha256", .sha256, isRequired: true, "Of the data's text."),
    .init("signedAt", .time, isRequired: true, ""),
  ])
}

/// Signing is complete.
package struct SigningFinishRequest: WireType, Hashable {
  package var reference: String

  package init(reference: String) {
    self.reference = reference
  }

  package static let schema = Schema.object([
    .init("reference", .text(1...200, .line), isRequired: true, "")
  ])
}

/// Lines of the client's log, for support.
package struct LogRequest: WireType, Hashable {
  package var lines: [LogEntry]

  package init(lines: [LogEntry]) {
    self.lines = lines
  }

  package static let schema = Schema.object([
    .init("lines", .list(LogEntry.schema, count: 1...200), isRequired: true, "")
  ])
}

/// A line; numbers and addresses of persons are taken out before it is kept.
package struct LogEntry: WireType, Hashable {
  package var at: Int
  package var level: LogLevel
  package var text: String

  package init(at: Int, level: LogLevel, text: String) {
    self.at = at
    self.level = level
    self.text = text
  }

  package static let schema = Schema.object([
    .init("at", .time, isRequired: true, ""),
    .init("level", .choice(of: LogLevel.self), isRequired: true, ""),
    .init("text", .text(0...1000, .free), isRequired: true, ""),
  ])
}

package enum LogLevel: String, Codable, Sendable, Hashable, CaseIterable {
  case debug
  case info
  case warning
  case error
}
