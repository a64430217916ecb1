internal import BonafideSecrets

extension StoreReading {
  package func webhooks(limit: Int = 100) throws -> [Webhook] {
    try connection.rows(
      "SELECT \(Webhook.columns) FROM webhook ORDER BY created, id LIMIT ?", [.number(Int64(PageSize.clamped(limit)))]
    ).map { try Webhook($0) }
  }

  /// Of a webhook, newest first.
  package func deliveries(
    of webhook: Identifier<Webhook>, after key: PageKey? = nil, limit: Int = 50
  ) throws -> Page<Delivery> {
    let limit = PageSize.clamped(limit)
    let place = key ?? PageKey(created: Int64.max, id: "")
    let found = try connection.rows(
      """
      SELECT created, id, \(Delivery.columns) FROM delivery WHERE webhook = ? AND (created < ? OR (created = ? AND id < ?))
      ORDER BY created DESC, id DESC LIMIT ?
      """,
      [.id(webhook), .number(place.created), .number(place.created), .string(place.id), .number(Int64(limit + 1))]
    )
    return try Page(found, limit: limit) { row, _ in try Delivery(row, context) }
  }
}

extension WriteTransaction {
  /// A new webhook and the secret that its messages are signed with, which is shown once.
  package func addWebhook(
    url: String, client: Identifier<APIClient>? = nil, events: Set<String> = []
  ) throws -> (webhook: Webhook, secret: String) {
    guard (1...2048).contains(url.utf8.count) else { throw StoreError(.invalid, "an address is empty or too long") }
    let id = try Identifier<Webhook>()
    let secret = try SecretText.random()
    try connection.change(
      "INSERT INTO webhook (\(Webhook.columns), secret) VALUES (?, ?, ?, ?, 0, ?, ?)",
      [
        .id(id), .id(client), .string(url), .string(Scopes.text(events)), .number(now),
        context.keys.columns.seal(Array(secret.utf8), Webhook.secretColumn, row: id.text),
      ])
    let webhook = Webhook(id: id, client: client, url: url, events: events, isDisabled: false, created: now)
    return (webhook, secret)
  }

  package func setWebhook(_ id: Identifier<Webhook>, isDisabled: Bool) throws {
    let reached = try connection.change(
      "UPDATE webhook SET disabled = ? WHERE id = ?", [.flag(isDisabled), .id(id)])
    guard reached == 1 else { throw StoreError(.notFound, "there is no such webhook") }
  }

  /// With all of its deliveries.
  package func removeWebhook(_ id: Identifier<Webhook>) throws {
    try connection.change("DELETE FROM webhook WHERE id = ?", [.id(id)])
  }

  /// Queues an event for every webhook that wants it and may have it, in the transaction of what happened. A client's
  /// webhooks hear of the client's own sessions; those of no client hear of all.
  package func announce(
    _ event: String, payload: @autoclosure () throws -> JSONDocument, session: Identifier<Session>?
  ) throws -> [Identifier<Delivery>] {
    let webhooks = try webhooks(limit: PageSize.maximum)
    if webhooks.isEmpty { return [] }
    let payload = try payload()
    let client = try session.flatMap { try self.session($0).client }
    let key = try context.key(of: session)
    var deliveries: [Identifier<Delivery>] = []
    for webhook in webhooks where webhook.wants(event, of: client) {
      let id = try Identifier<Delivery>()
      try connection.change(
        "INSERT INTO delivery (\(Delivery.columns), updated) VALUES (?, ?, ?, ?, ?, ?, 0, ?, NULL, ?, ?)",
        [
          .id(id), .id(webhook.id), .id(session), .string(event),
          key.seal(payload, Delivery.payloadColumn, row: id.text), .string(Delivery.State.waiting.rawValue),
          .number(now), .number(now), .number(now),
        ])
      deliveries.append(id)
    }
    return deliveries
  }

  /// The next delivery whose turn it is; nil when there is none.
  package func takeDelivery(owner: String, duration: Int64) throws -> HeldDelivery? {
    for (state, time) in [("waiting", "next_try"), ("sending", "lease_until")] {
      while var row = try takeRow(state, time, owner, duration) {
        let id = try row.id(of: Delivery.self)
        do { return try held(Delivery(row, context), owner) } catch  where isCorrupt(error) {
          // It must not stand in the way of the others.
          try connection.change(
            "UPDATE delivery SET state = 'dead', lease_owner = NULL, lease_until = NULL WHERE id = ?", [.id(id)])
        }
      }
    }
    return nil
  }

  private func takeRow(_ state: String, _ time: String, _ owner: String, _ duration: Int64) throws -> SQLRow? {
    try connection.row(
      """
      UPDATE delivery SET state = 'sending', attempts = attempts + 1, lease_owner = ?, lease_until = ?, updated = ?
      WHERE id = (
        SELECT delivery.id FROM delivery WHERE delivery.state = '\(state)' AND delivery.\(time) <= ?
          AND EXISTS (SELECT 1 FROM webhook WHERE webhook.id = delivery.webhook AND webhook.disabled = 0)
        ORDER BY delivery.next_try, delivery.id LIMIT 1{skip}
      ) RETURNING id, \(Delivery.columns)
      """, [.string(owner), .number(later(by: duration)), .number(now), .number(now)])
  }

  private func held(_ delivery: Delivery, _ owner: String) throws -> HeldDelivery {
    guard
      var target = try connection.row("SELECT url, secret FROM webhook WHERE id = ?", [.id(delivery.webhook)])
    else { throw StoreError(.corrupt, "a delivery has no webhook") }
    let url = try target.text()
    let secret = try context.keys.columns.open(target.bytes(), Webhook.secretColumn, row: delivery.webhook.text)
    return HeldDelivery(
      delivery: delivery, url: url, secret: String(decoding: secret, as: UTF8.self), owner: owner)
  }

  /// Throws `lease_lost`.
  package func completeDelivery(_ held: HeldDelivery, status: Int) throws {
    try reach("state = 'delivered', status = ?, lease_owner = NULL", [.number(Int64(status))], held)
  }

  /// To be tried again later, or given up after `maximumAttempts`. `status` is nil when nobody answered.
  package func failDelivery(
    _ held: HeldDelivery, status: Int?, backOff: BackOff = .webhooks, maximumAttempts: Int64 = 12
  ) throws {
    let isDead = held.delivery.attempts >= maximumAttempts
    try reach(
      "state = ?, status = ?, next_try = ?, lease_owner = NULL",
      [
        .string((isDead ? Delivery.State.dead : .waiting).rawValue), .integer(status.map(Int64.init)),
        .number(later(by: backOff.delay(after: held.delivery.attempts))),
      ], held)
  }

  /// Removes deliveries that ended before this time; answers how many.
  package func removeEndedDeliveries(before time: Int64, limit: Int = 1000) throws -> Int {
    try connection.change(
      """
      DELETE FROM delivery WHERE id IN (
        SELECT id FROM delivery WHERE state IN ('delivered', 'dead') AND updated < ? ORDER BY updated LIMIT ?{skip}
      )
      """, [.number(time), .number(Int64(limit))])
  }

  private func reach(_ change: String, _ values: [SQLValue], _ held: HeldDelivery) throws {
    let reached = try connection.change(
      """
      UPDATE delivery SET \(change), lease_until = NULL, updated = ?
      WHERE id = ? AND state = 'sending' AND lease_owner = ? AND attempts = ?
      """,
      values + [.number(now), .id(held.delivery.id), .string(held.owner), .number(held.delivery.attempts)])
    guard reached == 1 else { throw StoreError(.leaseLost, "the delivery has gone to another sender") }
  }
}

extension Webhook {
  static let columns = "id, client, url, events, disabled, created"
  static let secretColumn = Column("webhook", "secret")

  func wants(_ event: String, of client: Identifier<APIClient>?) -> Bool {
    !isDisabled && (events.isEmpty || events.contains(event)) && (self.client == nil || self.client == client)
  }

  init(_ source: SQLRow) throws {
    var row = source
    id = try row.id()
    client = try row.optionalID()
    url = try row.text()
    events = Scopes.set(try row.text())
    isDisabled = try row.flag()
    created = try row.integer()
  }
}

extension Delivery {
  static let columns =
    "id, webhook, session, event, payload, state, attempts, next_try, status, created"
  static let payloadColumn = Column("delivery", "payload")

  init(_ source: SQLRow, _ context: TransactionContext) throws {
    var row = source
    id = try row.id()
    webhook = try row.id()
    session = try row.optionalID()
    event = try row.text()
    payload = try JSONDocument(context.key(of: session).open(row.bytes(), Delivery.payloadColumn, row: id.text))
    state = try row.code()
    attempts = try row.integer()
    nextTry = try row.integer()
    status = try row.optionalInteger()
    created = try row.integer()
  }
}
