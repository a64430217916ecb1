/// A program asks for a token.
package struct TokenRequest: WireType, Hashable {
  package var clientId: String
  package var clientSecret: String
  package var device: DeviceInfo?

  package init(clientId: String, clientSecret: String, device: DeviceInfo? = nil) {
    self.clientId = clientId
    self.clientSecret = clientSecret
    self.device = device
  }

  package static let schema = Schema.object([
    .init("clientId", .identifier, isRequired: true, ""),
    .init("clientSecret", .text(1...200, .visible), isRequired: true, ""),
    .init("device", DeviceInfo.schema, isRequired: false, ""),
  ])
}

/// What a device says of itself.
package struct DeviceInfo: WireType, Hashable {
  package var model: String?
  package var system: String?
  package var app: String?
  package var appVersion: String?
  package var language: String?
  package var hasNFC: Bool?
  /// Risk hints, such as a virtual camera.
  package var hints: [String]?

  package init(
    model: String? = nil, system: String? = nil, app: String? = nil, appVersion: String? = nil, language: String? = nil,
    hasNFC: Bool? = nil, hints: [String]? = nil
  ) {
    self.model = model
    self.system = system
    self.app = app
    self.appVersion = appVersion
    self.language = language
    self.hasNFC = hasNFC
    self.hints = hints
  }

  package static let schema = Schema.object([
    .init("model", .text(0...200, .line), isRequired: false, ""),
    .init("system", .text(0...200, .line), isRequired: false, ""),
    .init("app", .text(0...200, .line), isRequired: false, ""),
    .init("appVersion", .text(0...200, .line), isRequired: false, ""),
    .init("language", .text(0...200, .line), isRequired: false, ""),
    .init("hasNFC", .flag, isRequired: false, ""),
    .init(
      "hints", .list(.text(1...100, .line), count: 0...50), isRequired: false, "Risk hints, such as a virtual camera."),
  ])
}

/// A right to call, for a time.
package struct TokenAnswer: WireType, Hashable {
  /// Shown once; sent back as `Authorization: Bearer`.
  package var token: String
  package var expiresAt: Int
  package var scopes: [String]
  package var role: Role?

  package init(token: String, expiresAt: Int, scopes: [String], role: Role? = nil) {
    self.token = token
    self.expiresAt = expiresAt
    self.scopes = scopes
    self.role = role
  }

  package static let schema = Schema.object([
    .init("token", .text(43...43, .visible), isRequired: true, "Shown once; sent back as `Authorization: Bearer`."),
    .init("expiresAt", .time, isRequired: true, ""),
    .init("scopes", .list(.text(1...50, .line), count: 0...50), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: false, ""),
  ])
}

/// An account's work in the back office.
package enum Role: String, Codable, Sendable, Hashable, CaseIterable {
  case agent
  case supervisor
  case admin
}

/// A token was ended.
package struct RevokedAnswer: WireType, Hashable {
  package var revoked: Bool

  package init(revoked: Bool) {
    self.revoked = revoked
  }

  package static let schema = Schema.object([
    .init("revoked", .flag, isRequired: true, "")
  ])
}

/// A person signs in.
package struct LoginRequest: WireType, Hashable {
  package var name: String
  package var password: String

  package init(name: String, password: String) {
    self.name = name
    self.password = password
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("password", .text(1...200, .free), isRequired: true, ""),
  ])
}

/// A person changes the own password.
package struct PasswordRequest: WireType, Hashable {
  package var oldPassword: String
  package var newPassword: String

  package init(oldPassword: String, newPassword: String) {
    self.oldPassword = oldPassword
    self.newPassword = newPassword
  }

  package static let schema = Schema.object([
    .init("oldPassword", .text(1...200, .free), isRequired: true, ""),
    .init("newPassword", .text(12...200, .free), isRequired: true, ""),
  ])
}

/// Something was done.
package struct DoneAnswer: WireType, Hashable {
  package var done: Bool

  package init(done: Bool) {
    self.done = done
  }

  package static let schema = Schema.object([
    .init("done", .flag, isRequired: true, "")
  ])
}
