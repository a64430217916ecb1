internal import BonafideSecrets

extension StoreReading {
  /// The key that a session's messages are signed with; nil when none was given.
  package func messageKey(of session: Identifier<Session>) throws -> [UInt8]? {
    let row = try connection.row("SELECT public_key FROM session_key WHERE session = ?", [.id(session)])
    guard var row else { return nil }
    return try context.key(of: session).open(row.bytes(), SessionKey.column, row: session.text)
  }
}

extension WriteTransaction {
  /// Once for a session; the same key again changes nothing. Throws `exists` for another one.
  package func setMessageKey(_ key: [UInt8], of session: Identifier<Session>) throws {
    let added = try connection.change(
      "INSERT INTO session_key (session, public_key, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [.id(session), context.key(of: session).seal(key, SessionKey.column, row: session.text), .number(now)])
    guard try added == 1 || messageKey(of: session) == key else {
      throw StoreError(.exists, "the session has another key")
    }
  }
}

private enum SessionKey {
  static let column = Column("session_key", "public_key")
}
