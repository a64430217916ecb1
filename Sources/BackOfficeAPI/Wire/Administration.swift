/// A new account.
package struct AccountRequest: WireType, Hashable {
  package var name: String
  package var role: Role
  package var password: String

  package init(name: String, role: Role, password: String) {
    self.name = name
    self.role = role
    self.password = password
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .name), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: true, ""),
    .init("password", .text(12...200, .free), isRequired: true, ""),
  ])
}

/// A change of an account; what is left out stays.
package struct AccountChange: WireType, Hashable {
  package var role: Role?
  package var isDisabled: Bool?
  package var password: String?

  package init(role: Role? = nil, isDisabled: Bool? = nil, password: String? = nil) {
    self.role = role
    self.isDisabled = isDisabled
    self.password = password
  }

  package static let schema = Schema.object([
    .init("role", .choice(of: Role.self), isRequired: false, ""),
    .init("isDisabled", .flag, isRequired: false, ""),
    .init("password", .text(12...200, .free), isRequired: false, ""),
  ])
}

/// An account.
package struct AccountAnswer: WireType, Hashable {
  package var id: String
  package var name: String
  package var role: Role
  package var isDisabled: Bool
  package var isLocked: Bool
  package var createdAt: Int

  package init(id: String, name: String, role: Role, isDisabled: Bool, isLocked: Bool, createdAt: Int) {
    self.id = id
    self.name = name
    self.role = role
    self.isDisabled = isDisabled
    self.isLocked = isLocked
    self.createdAt = createdAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: true, ""),
    .init("isDisabled", .flag, isRequired: true, ""),
    .init("isLocked", .flag, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
  ])
}

/// Accounts by name.
package struct AccountList: WireType, Hashable {
  package var accounts: [AccountAnswer]

  package init(accounts: [AccountAnswer]) {
    self.accounts = accounts
  }

  package static let schema = Schema.object([
    .init("accounts", .list(AccountAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// A new program.
package struct ClientRequest: WireType, Hashable {
  package var name: String
  /// Those of an app when it is left out.
  package var scopes: [Scope]?
  /// Requests a minute; 0 for no limit.
  package var rate: Int?

  package init(name: String, scopes: [Scope]? = nil, rate: Int? = nil) {
    self.name = name
    self.scopes = scopes
    self.rate = rate
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .name), isRequired: true, ""),
    .init(
      "scopes", .list(.choice(of: Scope.self), count: 0...20), isRequired: false, "Those of an app when it is left out."
    ),
    .init("rate", .integer(0...1000000), isRequired: false, "Requests a minute; 0 for no limit."),
  ])
}

/// A change of a program; what is left out stays.
package struct ClientChange: WireType, Hashable {
  package var scopes: [Scope]?
  package var rate: Int?
  package var isDisabled: Bool?

  package init(scopes: [Scope]? = nil, rate: Int? = nil, isDisabled: Bool? = nil) {
    self.scopes = scopes
    self.rate = rate
    self.isDisabled = isDisabled
  }

  package static let schema = Schema.object([
    .init("scopes", .list(.choice(of: Scope.self), count: 0...20), isRequired: false, ""),
    .init("rate", .integer(0...1000000), isRequired: false, ""),
    .init("isDisabled", .flag, isRequired: false, ""),
  ])
}

/// A program.
package struct ClientAnswer: WireType, Hashable {
  package var id: String
  package var name: String
  package var scopes: [String]
  package var rate: Int
  package var isDisabled: Bool
  package var createdAt: Int
  /// Shown once.
  package var secret: String?

  package init(
    id: String, name: String, scopes: [String], rate: Int, isDisabled: Bool, createdAt: Int, secret: String? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.rate = rate
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.secret = secret
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("scopes", .list(.text(1...50, .line), count: 0...50), isRequired: true, ""),
    .init("rate", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("isDisabled", .flag, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
    .init("secret", .text(43...43, .visible), isRequired: false, "Shown once."),
  ])
}

/// Programs by name.
package struct ClientList: WireType, Hashable {
  package var clients: [ClientAnswer]

  package init(clients: [ClientAnswer]) {
    self.clients = clients
  }

  package static let schema = Schema.object([
    .init("clients", .list(ClientAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// Where events are to be sent.
package struct WebhookRequest: WireType, Hashable {
  package var url: String
  /// Only this program's sessions.
  package var client: String?
  /// All when it is left out.
  package var events: [WebhookEvent]?

  package init(url: String, client: String? = nil, events: [WebhookEvent]? = nil) {
    self.url = url
    self.client = client
    self.events = events
  }

  package static let schema = Schema.object([
    .init("url", .text(8...2000, .visible), isRequired: true, ""),
    .init("client", .identifier, isRequired: false, "Only this program's sessions."),
    .init(
      "events", .list(.choice(of: WebhookEvent.self), count: 0...20), isRequired: false, "All when it is left out."),
  ])
}

package enum WebhookEvent: String, Codable, Sendable, Hashable, CaseIterable {
  case sessionOpened = "session.opened"
  case sessionClosed = "session.closed"
  case sessionExpired = "session.expired"
  case decisionMade = "decision.made"
  case subjectErased = "subject.erased"
}

/// A webhook.
package struct WebhookAnswer: WireType, Hashable {
  package var id: String
  package var url: String
  package var client: String?
  package var events: [String]
  package var isDisabled: Bool
  package var createdAt: Int
  /// Shown once.
  package var secret: String?

  package init(
    id: String, url: String, client: String? = nil, events: [String], isDisabled: Bool, createdAt: Int,
    secret: String? = nil
  ) {
    self.id = id
    self.url = url
    self.client = client
    self.events = events
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.secret = secret
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("url", .text(1...2048, .visible), isRequired: true, ""),
    .init("client", .identifier, isRequired: false, ""),
    .init("events", .list(.text(1...50, .line), count: 0...50), isRequired: true, ""),
    .init("isDisabled", .flag, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
    .init("secret", .text(43...43, .visible), isRequired: false, "Shown once."),
  ])
}

/// All webhooks.
package struct WebhookList: WireType, Hashable {
  package var webhooks: [WebhookAnswer]

  package init(webhooks: [WebhookAnswer]) {
    self.webhooks = webhooks
  }

  package static let schema = Schema.object([
    .init("webhooks", .list(WebhookAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// One event on its way.
package struct DeliveryAnswer: WireType, Hashable {
  package var id: String
  package var event: String
  package var state: DeliveryState
  package var attempts: Int
  package var status: Int?
  package var nextTryAt: Int

  package init(id: String, event: String, state: DeliveryState, attempts: Int, status: Int? = nil, nextTryAt: Int) {
    self.id = id
    self.event = event
    self.state = state
    self.attempts = attempts
    self.status = status
    self.nextTryAt = nextTryAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("event", .text(1...50, .line), isRequired: true, ""),
    .init("state", .choice(of: DeliveryState.self), isRequired: true, ""),
    .init("attempts", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("status", .integer(0...9_007_199_254_740_991), isRequired: false, ""),
    .init("nextTryAt", .time, isRequired: true, ""),
  ])
}

package enum DeliveryState: String, Codable, Sendable, Hashable, CaseIterable {
  case waiting
  case sending
  case delivered
  case dead
}

/// Events of a webhook, newest first.
package struct DeliveryList: WireType, Hashable {
  package var deliveries: [DeliveryAnswer]

  package init(deliveries: [DeliveryAnswer]) {
    self.deliveries = deliveries
  }

  package static let schema = Schema.object([
    .init("deliveries", .list(DeliveryAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// Erases a person: by a session, or by the app's reference.
package struct EraseRequest: WireType, Hashable {
  package var session: String?
  package var reference: String?

  package init(session: String? = nil, reference: String? = nil) {
    self.session = session
    self.reference = reference
  }

  package static let schema = Schema.object([
    .init("session", .identifier, isRequired: false, ""),
    .init("reference", .text(1...200, .line), isRequired: false, ""),
  ])
}

/// What was erased.
package struct EraseAnswer: WireType, Hashable {
  package var subjects: Int
  /// False when old pages of the database were still being read; they are swept later.
  package var isSwept: Bool

  package init(subjects: Int, isSwept: Bool) {
    self.subjects = subjects
    self.isSwept = isSwept
  }

  package static let schema = Schema.object([
    .init("subjects", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init(
      "isSwept", .flag, isRequired: true,
      "False when old pages of the database were still being read; they are swept later."),
  ])
}
