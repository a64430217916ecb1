extension StoreReading {
  /// Ended sessions that have been kept as long as their call type says, oldest end first.
  package func expired(before time: Int64, limit: Int = 100) throws -> [Identifier<Session>] {
    try connection.rows(
      """
      SELECT session.id FROM session JOIN retention ON retention.call_type = session.call_type
      WHERE session.state IN ('decided', 'closed', 'expired') AND session.updated <= ? - retention.keep
      ORDER BY session.updated, session.id LIMIT ?
      """, [.number(time), .number(Int64(PageSize.clamped(limit)))]
    ).map { row in
      var row = row
      return try row.id()
    }
  }
}

/// What was removed, for whoever removes the blobs.
package struct Purge: Sendable, Hashable {
  package let subject: Identifier<Subject>
  /// The person had no other session and was erased.
  package let erasedSubject: Bool
  /// Addresses of contents that no evidence has any more.
  package let blobs: [String]
}

extension WriteTransaction {
  /// Removes a session with all that belongs to it, and the person when it was the last one.
  package func purge(_ session: Identifier<Session>, actor: String) throws -> Purge {
    let subject = try subject(of: session)
    _ = try connection.rows("SELECT id FROM subject WHERE id = ?{lock}", [.id(subject)])
    let others = try connection.row(
      "SELECT 1 FROM session WHERE subject = ? AND id <> ? LIMIT 1", [.id(subject), .id(session)])
    guard others != nil else {
      try eraseSubject(subject, actor: actor)
      return Purge(subject: subject, erasedSubject: true, blobs: [])
    }
    let addresses = try connection.rows(
      "SELECT DISTINCT address FROM evidence WHERE session = ? LIMIT 100000", [.id(session)]
    ).map { row in
      var row = row
      return try row.text()
    }
    try appendLast(AuditEvent(chain: .session(session), actor: actor, action: "session.purged"))
    try connection.change("DELETE FROM session WHERE id = ?", [.id(session)])
    return Purge(subject: subject, erasedSubject: false, blobs: try addresses.filter { try !isUsed(blob: $0) })
  }

  /// Removes single-use values, tokens and stored answers whose time is over; answers how many.
  package func removeExpired(limit: Int = 1000) throws -> Int {
    var count = 0
    for (table, key) in [("nonce", "scope, hash"), ("token", "id"), ("idempotency", "client, key_hash")] {
      count += try connection.change(
        """
        DELETE FROM \(table) WHERE (\(key)) IN (
          SELECT \(key) FROM \(table) WHERE expires <= ? ORDER BY expires LIMIT ?{skip}
        )
        """, [.number(now), .number(Int64(limit))])
    }
    return count
  }
}
