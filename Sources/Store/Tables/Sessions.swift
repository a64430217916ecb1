internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`, `erased` or `corrupt`.
  package func session(_ id: Identifier<Session>) throws -> Session {
    guard let row = try connection.row("SELECT \(Session.columns) FROM session WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such session")
    }
    return try Session(row, context)
  }

  /// Newest first.
  package func sessions(
    _ filter: SessionFilter = SessionFilter(), after key: PageKey? = nil, limit: Int = 50
  ) throws -> Page<Session> {
    let limit = PageSize.clamped(limit)
    var conditions = ["(created < ? OR (created = ? AND id < ?))"]
    let place = key ?? PageKey(created: Int64.max, id: "")
    var values: [SQLValue] = [.number(place.created), .number(place.created), .string(place.id)]
    for (column, value) in [
      ("state", filter.state?.rawValue), ("call_type", filter.callType), ("client", filter.client?.text),
    ] {
      guard let value else { continue }
      conditions.append("\(column) = ?")
      values.append(.string(value))
    }
    let found = try connection.rows(
      """
      SELECT created, id, \(Session.columns) FROM session WHERE \(conditions.joined(separator: " AND "))
      ORDER BY created DESC, id DESC LIMIT ?
      """, values + [.number(Int64(limit + 1))]
    )
    return try Page(found, limit: limit) { row, _ in try Session(row, context) }
  }

  /// How many there are in each state, for metrics.
  package func sessionCounts() throws -> [SessionState: Int64] {
    var counts: [SessionState: Int64] = [:]
    for var row in try connection.rows("SELECT state, COUNT(*) FROM session GROUP BY state") {
      counts[try row.code()] = try row.integer()
    }
    return counts
  }

  /// Sessions that were given this value, newest first.
  package func sessions(with lookup: Lookup, after key: PageKey? = nil, limit: Int = 50) throws -> Page<Session> {
    let limit = PageSize.clamped(limit)
    let place = key ?? PageKey(created: Int64.max, id: "")
    let fingerprint = try context.keys.index.fingerprint(of: lookup.value, column: lookup.kind.rawValue)
    let found = try connection.rows(
      """
      SELECT created, id, \(Session.columns) FROM session WHERE id IN (
        SELECT session FROM lookup WHERE kind = ? AND fingerprint = ?
          AND (created < ? OR (created = ? AND session < ?)) ORDER BY created DESC, session DESC LIMIT ?
      ) ORDER BY created DESC, id DESC
      """,
      [
        .string(lookup.kind.rawValue), .bytes(fingerprint), .number(place.created), .number(place.created),
        .string(place.id), .number(Int64(limit + 1)),
      ]
    )
    return try Page(found, limit: limit) { row, _ in try Session(row, context) }
  }
}

extension WriteTransaction {
  /// Opens a session, for a new person unless one is named.
  package func addSession(_ new: NewSession) throws -> Session {
    let subject = try new.subject ?? addSubject().id
    let id = try Identifier<Session>()
    let key = try context.key(of: subject)
    let challenge = try JSONDocument(encoding: new.challenge)
    let session = Session(
      id: id, subject: subject, client: new.client, callType: new.callType, state: .open, details: new.details,
      challenge: new.challenge, settingsVersion: new.settingsVersion, version: 1, created: now, updated: now,
      expires: later(by: new.lifetime), isFinished: nil)
    try connection.change(
      "INSERT INTO session (\(Session.columns), lease_number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)",
      [
        .id(id), .id(subject), .id(new.client), .string(new.callType), .string(session.state.rawValue),
        key.seal(new.details, Session.detailsColumn, row: id.text),
        key.seal(challenge, Session.challengeColumn, row: id.text), .number(new.settingsVersion), .number(1),
        .number(now), .number(now), .number(session.expires),
      ])
    for lookup in new.lookups { try add(lookup, to: session) }
    return session
  }

  /// Makes a session findable by one more value.
  package func add(_ lookup: Lookup, to session: Session) throws {
    let fingerprint = try context.keys.index.fingerprint(of: lookup.value, column: lookup.kind.rawValue)
    try connection.change(
      "INSERT INTO lookup (session, kind, fingerprint, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.id(session.id), .string(lookup.kind.rawValue), .bytes(fingerprint), .number(session.created)])
  }

  /// Changes a session as it was seen. Throws `stale` when somebody has changed it since, `invalid` for a state that it
  /// cannot go to.
  package func change(_ session: Session, _ change: SessionChange) throws -> Session {
    if let state = change.state, !session.state.mayBecome(state) {
      throw StoreError(.invalid, "a session that is \(session.state.rawValue) cannot become \(state.rawValue)")
    }
    let key = try context.key(of: session.subject)
    let challenge = try JSONDocument(encoding: change.challenge ?? session.challenge)
    let changed = try connection.change(
      """
      UPDATE session SET state = ?, details = ?, challenge = ?, expires = ?, finished = ?, updated = ?,
        version = version + 1
      WHERE id = ? AND version = ?
      """,
      [
        .string((change.state ?? session.state).rawValue),
        key.seal(change.details ?? session.details, Session.detailsColumn, row: session.id.text),
        key.seal(challenge, Session.challengeColumn, row: session.id.text), .number(change.expires ?? session.expires),
        .integer((change.isFinished ?? session.isFinished).map { $0 ? 1 : 0 }), .number(now), .id(session.id),
        .number(session.version),
      ])
    guard changed == 1 else {
      _ = try self.session(session.id)
      throw StoreError(.stale, "the session was changed by somebody else")
    }
    return try self.session(session.id)
  }

  /// Ends sessions whose time is over; answers which ones.
  package func expireSessions(limit: Int = 100) throws -> [Identifier<Session>] {
    let rows = try connection.rows(
      """
      UPDATE session SET state = ?, updated = ?, version = version + 1 WHERE id IN (
        SELECT id FROM session WHERE state IN ('open', 'processing') AND expires <= ? ORDER BY created, id LIMIT ?{skip}
      ) RETURNING id
      """, [.string(SessionState.expired.rawValue), .number(now), .number(now), .number(Int64(limit))])
    return try rows.map { row in
      var row = row
      return try row.id()
    }
  }
}

extension Session {
  static let columns =
    "id, subject, client, call_type, state, details, challenge, settings_version, version, created, updated, expires, finished"
  static let detailsColumn = Column("session", "details")
  static let challengeColumn = Column("session", "challenge")

  init(_ source: SQLRow, _ context: TransactionContext) throws {
    var row = source
    id = try row.id()
    subject = try row.id()
    let key = try context.key(of: subject)
    client = try row.optionalID()
    callType = try row.text()
    state = try row.code()
    details = try JSONDocument(key.open(row.bytes(), Session.detailsColumn, row: id.text))
    challenge = try JSONDocument(key.open(row.bytes(), Session.challengeColumn, row: id.text)).decoded()
    settingsVersion = try row.integer()
    version = try row.integer()
    created = try row.integer()
    updated = try row.integer()
    expires = try row.integer()
    isFinished = try row.optionalInteger().map { $0 != 0 }
  }
}
