internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Where events are sent.
enum WebhookRoutes {
  static let most = 100

  static func add(to binder: inout RouteBinder) {
    binder.on(API.webhookAdd) { call, new in
      guard WebhookClient.isAllowed(new.url) else {
        throw Problem(.unprocessableContent, "bad_value", "'url' is no http or https address")
      }
      let client = try new.client.map { text in
        guard let id = Identifier<APIClient>(text) else { throw OfficeProblem.notFound }
        return id
      }
      return try await call.commit { transaction in
        guard try transaction.webhooks(limit: 500).count < most else {
          throw Problem(.conflict, "too_many", "there are enough webhooks")
        }
        if let client { _ = try transaction.apiClient(client) }
        let added = try transaction.addWebhook(
          url: new.url, client: client, events: Set((new.events ?? []).map(\.rawValue)))
        try AdministrationRoutes.note(
          "webhook.added", ["webhook": added.webhook.id.text], by: call.actor, in: transaction)
        return answer(added.webhook, secret: added.secret)
      }
    }
    binder.on(API.webhookList) { call, _ in
      WebhookList(webhooks: try await call.desk.store.read { try $0.webhooks(limit: 500) }.map { answer($0) })
    }
    binder.on(API.webhookRemove) { call, _ in
      let id = try call.id("webhook", of: Webhook.self)
      try await call.desk.store.write { transaction in
        guard try transaction.webhooks(limit: 500).contains(where: { $0.id == id }) else {
          throw OfficeProblem.notFound
        }
        try transaction.removeWebhook(id)
        try AdministrationRoutes.note("webhook.removed", ["webhook": id.text], by: call.actor, in: transaction)
      }
      return DoneAnswer(done: true)
    }
    binder.on(API.deliveryList) { call, _ in
      let id = try call.id("webhook", of: Webhook.self)
      let limit = call.query["limit"]?.integer ?? 50
      let page = try await call.desk.store.read { try $0.deliveries(of: id, limit: limit) }
      return DeliveryList(
        deliveries: page.elements.map { delivery in
          DeliveryAnswer(
            id: delivery.id.text, event: delivery.event,
            state: DeliveryState(rawValue: delivery.state.rawValue) ?? .dead, attempts: Int(delivery.attempts),
            status: delivery.status.map { Int($0) }, nextTryAt: Int(delivery.nextTry))
        })
    }
  }

  private static func answer(_ webhook: Webhook, secret: String? = nil) -> WebhookAnswer {
    WebhookAnswer(
      id: webhook.id.text, url: webhook.url, client: webhook.client?.text, events: webhook.events.sorted(),
      isDisabled: webhook.isDisabled, createdAt: Int(webhook.created), secret: secret)
  }
}
