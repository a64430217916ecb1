internal import BonafideSecrets

extension StoreReading {
  /// `document` in the one form that lookups have, too.
  package func isBlocked(document: String) throws -> Bool {
    let fingerprint = try BlockedDocument.fingerprint(document, context)
    return try connection.row("SELECT 1 FROM blocked_document WHERE fingerprint = ?", [.bytes(fingerprint)]) != nil
  }

  /// Oldest first.
  package func blockedDocuments(after key: PageKey? = nil, limit: Int = 100) throws -> Page<BlockedDocument> {
    let limit = PageSize.clamped(limit)
    let place = key ?? PageKey(created: Int64.min, id: "")
    let found = try connection.rows(
      """
      SELECT created, id, id, reason, author FROM blocked_document WHERE created > ? OR (created = ? AND id > ?)
      ORDER BY created, id LIMIT ?
      """, [.number(place.created), .number(place.created), .string(place.id), .number(Int64(limit + 1))])
    return try Page(found, limit: limit) { row, key in
      var row = row
      let id = try row.id(of: BlockedDocument.self)
      let reason = try context.keys.columns.open(row.bytes(), BlockedDocument.reasonColumn, row: id.text)
      return BlockedDocument(
        id: id, reason: String(decoding: reason, as: UTF8.self), author: try row.text(), created: key.created)
    }
  }

  /// By fingerprints alone. `holder` is what tells one holder of the document from another; nil when that was not read.
  package func use(of document: String, holder: String?, beside session: Session) throws -> DocumentUse {
    func fingerprint(_ kind: Lookup.Kind, _ value: String) throws -> SQLValue {
      .bytes(try context.keys.index.fingerprint(of: value, column: kind.rawValue))
    }
    let others = """
      FROM lookup AS seen JOIN session ON session.id = seen.session
      WHERE seen.kind = 'document_number' AND seen.fingerprint = ? AND seen.session <> ? AND session.client = ?
      """
    let values = [try fingerprint(.documentNumber, document), .id(session.id), .id(session.client)]
    func count(_ condition: String, _ more: [SQLValue]) throws -> Int64 {
      var row = try connection.row("SELECT COUNT(*) \(others)\(condition)", values + more)
      return try row?.integer() ?? 0
    }
    let sessions = try count("", [])
    guard let holder, sessions > 0 else { return DocumentUse(sessions: sessions, otherHolders: 0) }
    let otherHolders = try count(
      """
       AND EXISTS (SELECT 1 FROM lookup AS held WHERE held.session = seen.session AND held.kind = 'document_holder')
      AND NOT EXISTS (SELECT 1 FROM lookup AS held
        WHERE held.session = seen.session AND held.kind = 'document_holder' AND held.fingerprint = ?)
      """, [try fingerprint(.documentHolder, holder)])
    return DocumentUse(sessions: sessions, otherHolders: otherHolders)
  }
}

extension WriteTransaction {
  /// Throws `exists` when it is blocked already.
  package func block(document: String, reason: String, author: String) throws -> BlockedDocument {
    let id = try Identifier<BlockedDocument>()
    let added = try connection.change(
      """
      INSERT INTO blocked_document (id, fingerprint, reason, author, created) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [
        .id(id), .bytes(BlockedDocument.fingerprint(document, context)),
        context.keys.columns.seal(Array(reason.utf8), BlockedDocument.reasonColumn, row: id.text), .string(author),
        .number(now),
      ])
    guard added == 1 else { throw StoreError(.exists, "the document is blocked already") }
    return BlockedDocument(id: id, reason: reason, author: author, created: now)
  }

  /// Throws `not_found`.
  package func unblock(_ id: Identifier<BlockedDocument>) throws {
    guard try connection.change("DELETE FROM blocked_document WHERE id = ?", [.id(id)]) == 1 else {
      throw StoreError(.notFound, "there is no such blocked document")
    }
  }
}

extension BlockedDocument {
  fileprivate static let reasonColumn = Column("blocked_document", "reason")

  /// Of its own, so that a row tells nothing about the sessions that the document was in.
  fileprivate static func fingerprint(_ document: String, _ context: TransactionContext) throws -> [UInt8] {
    try context.keys.index.fingerprint(of: document, column: "blocked_document")
  }
}
