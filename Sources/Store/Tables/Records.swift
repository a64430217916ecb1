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
      SELECT created, id, kind, document FROM record WHERE session = ?
        AND (created > ? OR (created = ? AND id > ?)) \(kind == nil ? "" : "AND kind = ?") ORDER BY created, id LIMIT ?
      """, values + [.number(Int64(limit + 1))])
    return try Page(found, limit: limit) { row, place in
      var row = row
      guard let id = Identifier<Record>(place.id) else { throw StoreError(.corrupt, "a record's id is malformed") }
      let kind = try row.text()
      let document = try JSONDocument(subjectKey.open(row.bytes(), Record.column, row: id.text))
      return Record(id: id, session: session, kind: kind, document: document, created: place.created)
    }
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
