extension Migration {
  /// Documents that are not taken. Of the document itself only a keyed fingerprint is there.
  package static let blockedDocuments = Migration(
    name: "0003-blocked-documents",
    sql: """
      CREATE TABLE blocked_document (
        id TEXT PRIMARY KEY, fingerprint BYTEA NOT NULL UNIQUE, reason BYTEA NOT NULL, author TEXT NOT NULL,
        created BIGINT NOT NULL
      ){strict};
      CREATE INDEX blocked_document_by_time ON blocked_document (created, id)
      """)
}
