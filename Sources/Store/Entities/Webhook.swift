/// Where a client wants to hear of events.
package struct Webhook: Sendable, Hashable {
  package let id: Identifier<Webhook>
  package let client: Identifier<APIClient>?
  package let url: String
  /// Names of events; empty for all.
  package let events: Set<String>
  package let isDisabled: Bool
  package let created: Int64
}

/// An event on its way to a webhook. Its id stays the same through all attempts.
package struct Delivery: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, Codable {
    case waiting
    case sending
    case delivered
    case dead
  }

  package let id: Identifier<Delivery>
  package let webhook: Identifier<Webhook>
  package let session: Identifier<Session>?
  package let event: String
  package let payload: JSONDocument
  package let state: State
  package let attempts: Int64
  package let nextTry: Int64
  /// Of HTTP, of the last attempt that was answered.
  package let status: Int64?
  package let created: Int64
}

/// A delivery that a sender holds, with what it needs.
package struct HeldDelivery: Sendable {
  package let delivery: Delivery
  package let url: String
  /// Key of the HMAC over time and body.
  package let secret: String
  package let owner: String
}
