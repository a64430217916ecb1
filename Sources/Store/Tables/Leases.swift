internal import BonafideSecrets

extension StoreReading {
  /// Nil when none was saved.
  package func snapshot(_ session: Identifier<Session>) throws -> Snapshot? {
    let key = try context.key(of: session)
    guard
      var row = try connection.row("SELECT snapshot, snapshot_format FROM session WHERE id = ?", [.id(session)]),
      let state = try key.open(row.optionalBytes(), Snapshot.column, row: session.text)
    else { return nil }
    return Snapshot(format: try row.integer(), state: state)
  }
}

extension StoreReading {
  /// Whether somebody works on the session now.
  package func isLeased(_ session: Identifier<Session>) throws -> Bool {
    try connection.row(
      "SELECT 1 FROM session WHERE id = ? AND lease_owner IS NOT NULL AND lease_until > ?",
      [.id(session), .number(now)])
      != nil
  }
}

extension WriteTransaction {
  /// Takes a session that nobody works on, or whose owner has let its time pass. The same owner may take it again.
  /// Throws `leased` or `not_found`.
  package func acquireLease(on session: Identifier<Session>, owner: String, duration: Int64) throws -> Lease {
    let until = later(by: duration)
    let row = try connection.row(
      """
      UPDATE session SET lease_owner = ?, lease_until = ?, lease_number = lease_number + 1
      WHERE id = ? AND (lease_owner IS NULL OR lease_owner = ? OR lease_until <= ?) RETURNING lease_number
      """, [.string(owner), .number(until), .id(session), .string(owner), .number(now)])
    guard var row else {
      _ = try self.session(session)
      throw StoreError(.leased, "somebody else works on the session")
    }
    return Lease(session: session, owner: owner, number: try row.integer(), until: until)
  }

  /// Throws `lease_lost`.
  package func renew(_ lease: Lease, duration: Int64) throws -> Lease {
    let until = later(by: duration)
    try reach(
      "UPDATE session SET lease_until = ? WHERE id = ? AND lease_owner = ? AND lease_number = ? AND lease_until > ?",
      [.number(until)], lease)
    return Lease(session: lease.session, owner: lease.owner, number: lease.number, until: until)
  }

  /// Lets go. That the lease was lost before does not matter.
  package func release(_ lease: Lease) throws {
    try connection.change(
      """
      UPDATE session SET lease_owner = NULL, lease_until = NULL WHERE id = ? AND lease_owner = ? AND lease_number = ?
      """, [.id(lease.session), .string(lease.owner), .number(lease.number)])
  }

  /// Keeps the state of the session. Throws `lease_lost` when the lease is over or somebody else's.
  package func save(_ snapshot: Snapshot, under lease: Lease) throws {
    let key = try context.key(of: lease.session)
    try reach(
      """
      UPDATE session SET snapshot = ?, snapshot_format = ?
      WHERE id = ? AND lease_owner = ? AND lease_number = ? AND lease_until > ?
      """,
      [key.seal(snapshot.state, Snapshot.column, row: lease.session.text), .number(snapshot.format)], lease)
  }

  private func reach(_ statement: String, _ values: [SQLValue], _ lease: Lease) throws {
    let reached = try connection.change(
      statement,
      values + [.id(lease.session), .string(lease.owner), .number(lease.number), .number(now)])
    guard reached == 1 else { throw StoreError(.leaseLost, "the session has gone to somebody else") }
  }
}

extension Snapshot {
  static let column = Column("session", "snapshot")
}
