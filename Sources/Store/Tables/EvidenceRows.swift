internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`.
  package func evidence(_ id: Identifier<Evidence>) throws -> Evidence {
    guard let row = try connection.row("SELECT \(Evidence.columns) FROM evidence WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such evidence")
    }
    return try Evidence(row, context)
  }

  /// Of a session, oldest first.
  package func evidence(
    of session: Identifier<Session>, after key: PageKey? = nil, limit: Int = 100
  ) throws -> Page<Evidence> {
    let limit = PageSize.clamped(limit)
    let place = key ?? PageKey(created: Int64.min, id: "")
    let found = try connection.rows(
      """
      SELECT created, id, \(Evidence.columns) FROM evidence WHERE session = ? AND (created > ? OR (created = ? AND id > ?))
      ORDER BY created, id LIMIT ?
      """,
      [.id(session), .number(place.created), .number(place.created), .string(place.id), .number(Int64(limit + 1))]
    )
    return try Page(found, limit: limit) { row, _ in try Evidence(row, context) }
  }

  /// Whose evidence it is.
  package func subject(of session: Identifier<Session>) throws -> Identifier<Subject> {
    guard var row = try connection.row("SELECT subject FROM session WHERE id = ?", [.id(session)]) else {
      throw StoreError(.notFound, "there is no such session")
    }
    return try row.id()
  }

  /// Whether any evidence has this content.
  func isUsed(blob address: String) throws -> Bool {
    try connection.row("SELECT 1 FROM evidence WHERE address = ? LIMIT 1", [.string(address)]) != nil
  }
}

extension WriteTransaction {
  /// Links a content that is already stored to its session. Throws `missing_reference`, `invalid`.
  package func addEvidence(_ new: NewEvidence, blob: Blob) throws -> Evidence {
    let key = try context.key(of: new.session)
    let id = try Identifier<Evidence>()
    guard blob.sha256.count == 32, blob.address == (try key.address(of: blob.sha256)) else {
      throw StoreError(.invalid, "a blob belongs to somebody else")
    }
    try connection.change(
      "INSERT INTO evidence (\(Evidence.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .id(id), .id(new.session), .string(new.kind), .string(blob.address),
        key.seal(blob.sha256, Evidence.sha256Column, row: id.text), .number(blob.size), .string(new.mediaType),
        key.seal(new.clientValues, Evidence.clientValuesColumn, row: id.text), .number(now),
      ])
    return Evidence(
      id: id, session: new.session, kind: new.kind, blob: blob, mediaType: new.mediaType,
      clientValues: new.clientValues, created: now)
  }
}

extension Evidence {
  static let columns = "id, session, kind, address, sha256, size, media_type, client_values, created"
  static let sha256Column = Column("evidence", "sha256")
  static let clientValuesColumn = Column("evidence", "client_values")

  init(_ source: SQLRow, _ context: TransactionContext) throws {
    var row = source
    id = try row.id()
    session = try row.id()
    let key = try context.key(of: session)
    kind = try row.text()
    let address = try row.text()
    let sha256 = try key.open(row.bytes(), Evidence.sha256Column, row: id.text)
    blob = Blob(address: address, sha256: sha256, size: try row.integer())
    mediaType = try row.text()
    clientValues = try key.open(row.optionalBytes(), Evidence.clientValuesColumn, row: id.text)
    created = try row.integer()
    // The address follows from the hash: neither can be exchanged alone.
    guard try key.address(of: sha256) == address else {
      throw StoreError(.corrupt, "an evidence's address is not the one of its content")
    }
  }
}
