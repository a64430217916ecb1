extension Migration {
  /// Keys with which the messages of a session are signed. Sealed, so that nobody who can write to the database alone can
  /// put another one in its place.
  package static let sessionKeys = Migration(
    name: "0002-session-keys",
    sql: """
      CREATE TABLE session_key (
        session TEXT PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE, public_key BYTEA NOT NULL,
        created BIGINT NOT NULL
      ){strict}
      """)
}
