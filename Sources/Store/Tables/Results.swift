internal import BonafideSecrets

extension StoreReading {
  /// All checks of a session in all runs, by kind and run.
  package func results(of session: Identifier<Session>) throws -> [CheckResult] {
    let key = try context.key(of: session)
    return try connection.rows(
      """
      SELECT kind, run, client_value, server_value, provenance, created, updated FROM result WHERE session = ?
      ORDER BY kind, run LIMIT 10000
      """, [.id(session)]
    ).map { row in
      var row = row
      let kind = try row.text()
      let run = try row.integer()
      let place = CheckResult.row(session, kind, run)
      return CheckResult(
        session: session, kind: kind, run: run,
        clientValue: try key.open(row.optionalBytes(), CheckResult.clientColumn, row: place),
        serverValue: try key.open(row.optionalBytes(), CheckResult.serverColumn, row: place),
        provenance: try row.optionalText().map { try JSONDocument(Array($0.utf8)).decoded() },
        created: try row.integer(), updated: try row.integer())
    }
  }
}

extension WriteTransaction {
  /// What the client says of a check. A later word replaces it.
  package func setClientValue(_ value: JSONDocument, of kind: String, session: Identifier<Session>) throws {
    let place = CheckResult.row(session, kind, 0)
    try connection.change(
      """
      INSERT INTO result (session, kind, run, client_value, created, updated) VALUES (?, ?, 0, ?, ?, ?)
      ON CONFLICT (session, kind, run) DO UPDATE SET client_value = excluded.client_value, updated = excluded.updated
      """,
      [
        .id(session), .string(kind), context.key(of: session).seal(value, CheckResult.clientColumn, row: place),
        .number(now), .number(now),
      ])
  }

  /// What the server found. `run` counts how often the case was judged again.
  package func setServerValue(
    _ value: JSONDocument, of kind: String, session: Identifier<Session>, run: Int64 = 0, provenance: Provenance
  ) throws {
    let place = CheckResult.row(session, kind, run)
    try connection.change(
      """
      INSERT INTO result (session, kind, run, server_value, provenance, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (session, kind, run) DO UPDATE
      SET server_value = excluded.server_value, provenance = excluded.provenance, updated = excluded.updated
      """,
      [
        .id(session), .string(kind), .number(run),
        context.key(of: session).seal(value, CheckResult.serverColumn, row: place),
        .string(JSONDocument(encoding: provenance).text), .number(now), .number(now),
      ])
  }
}

extension CheckResult {
  static let clientColumn = Column("result", "client_value")
  static let serverColumn = Column("result", "server_value")

  static func row(_ session: Identifier<Session>, _ kind: String, _ run: Int64) -> String {
    "\(session.text)/\(kind)/\(run)"
  }
}
