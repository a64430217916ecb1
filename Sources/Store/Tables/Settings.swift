extension StoreReading {
  /// The latest version, or the one named. Throws `not_found`.
  package func settings(of callType: String, version: Int64? = nil) throws -> SettingsVersion {
    let row = try connection.row(
      """
      SELECT call_type, version, document, author, created FROM setting WHERE call_type = ? AND version <= ?
      ORDER BY version DESC LIMIT 1
      """, [.string(callType), .number(version ?? Int64.max)])
    guard let row, case let found = try SettingsVersion(row), version == nil || found.version == version else {
      throw StoreError(.notFound, "there are no such settings")
    }
    return found
  }

  /// The number of the latest version, 0 when there is none. Reads the index only.
  package func latestSettingsVersion(of callType: String) throws -> Int64 {
    let row = try connection.row(
      "SELECT version FROM setting WHERE call_type = ? ORDER BY version DESC LIMIT 1", [.string(callType)])
    guard var row else { return 0 }
    return try row.integer()
  }

  /// All versions of a call type, newest first, from before `version`.
  package func settingsHistory(
    of callType: String, before version: Int64? = nil, limit: Int = 50
  ) throws -> [SettingsVersion] {
    try connection.rows(
      """
      SELECT call_type, version, document, author, created FROM setting WHERE call_type = ? AND version < ?
      ORDER BY version DESC LIMIT ?
      """, [.string(callType), .number(version ?? Int64.max), .number(Int64(PageSize.clamped(limit)))]
    ).map { try SettingsVersion($0) }
  }

  /// The call types that have settings, in order.
  package func callTypes() throws -> [String] {
    try connection.rows("SELECT DISTINCT call_type FROM setting ORDER BY call_type LIMIT 10000").map { row in
      var row = row
      return try row.text()
    }
  }

  /// Nil: kept until somebody erases it.
  package func retention(of callType: String) throws -> Retention? {
    guard var row = try connection.row("SELECT keep FROM retention WHERE call_type = ?", [.string(callType)]) else {
      return nil
    }
    return Retention(callType: callType, keep: try row.integer())
  }
}

extension WriteTransaction {
  /// Adds the next version. `previous` is the version that the author saw, 0 for none: `stale` when there is a newer one.
  package func addSettings(
    of callType: String, document: JSONDocument, author: String, previous: Int64
  ) throws -> SettingsVersion {
    let version = try latestSettingsVersion(of: callType)
    guard version == previous else { throw StoreError(.stale, "the settings were changed by somebody else") }
    let next = try Counter.next(after: version)
    let added = try connection.change(
      """
      INSERT INTO setting (call_type, version, document, author, created) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [.string(callType), .number(next), .bytes(document.bytes), .string(author), .number(now)])
    guard added == 1 else { throw StoreError(.stale, "the settings were changed by somebody else") }
    try append(
      AuditEvent(
        chain: .system, actor: author, action: "settings.changed",
        details: JSONDocument(encoding: ["call_type": callType, "version": String(next)])))
    return SettingsVersion(
      callType: callType, version: next, document: document, author: author, created: now)
  }

  package func setRetention(_ retention: Retention) throws {
    try connection.change(
      """
      INSERT INTO retention (call_type, keep, updated) VALUES (?, ?, ?)
      ON CONFLICT (call_type) DO UPDATE SET keep = excluded.keep, updated = excluded.updated
      """, [.string(retention.callType), .number(retention.keep), .number(now)])
  }
}

extension SettingsVersion {
  fileprivate init(_ source: SQLRow) throws {
    var row = source
    callType = try row.text()
    version = try row.integer()
    document = try JSONDocument(row.bytes())
    author = try row.text()
    created = try row.integer()
  }
}
