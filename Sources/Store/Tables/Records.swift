internal import BonafideSecrets

extension StoreReading {
  /// Of a session, oldest first; of one kind when it is named.
  package func records(
    of session: Identifier<Session>, kind: String? = nil, after key: PageKey? = nil, limit: Int = 100
  ) throws -> Page<Record> {
    let limit = PageSize.clamped(limit)
    let subjectKey = try context.key(of: session)
    let place = key ?? PageKey(created: Int64.min, id: "")
    var values: [SQLValue] = [.id(session), .number(place.created), .number(place.created), .string(place.id)]
    if let kind { values.append(.string(kind)) }
    let found = try connection.rows(
      """
      SELECT id, kind, document, created FROM record WHERE session = ?
        AND (created > ? OR (created = ? AND id > ?)) \(kind == nil ? "" : "AND kind = ?") ORDER BY created, id LIMIT ?
      """, values + [.number(Int64(limit + 1))]
    ).map { row in
      var row = row
      let id = try row.id(of: Record.self)
      return Record(
        id: id, session: session, kind: try row.text(),
        document: try JSONDocument(subjectKey.open(row.bytes(), Record.column, row: id.text)),
        created: try row.integer())
    }
    return Page(found, limit: limit) { PageKey(created: $0.created, id: $0.id.text) }
  }
}

extension WriteTransaction {
  package func addRecord(_ document: JSONDocument, kind: String, session: Identifier<Session>) throws -> Record {
    let id = try Identifier<Record>()
    try connection.change(
      "INSERT INTO record (id, session, kind, document, created) VALUES (?, ?, ?, ?, ?)",
      [
        .id(id), .id(session), .string(kind),
        context.key(of: session).seal(document, Record.column, row: id.text), .number(now),
      ])
    return Record(id: id, session: session, kind: kind, document: document, created: now)
  }
}

extension Record {
  static let column = Column("record", "document")
}
