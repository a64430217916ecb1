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
    .init("url", .text(8...2000, .url), isRequired: true, ""),
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
