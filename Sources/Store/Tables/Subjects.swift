internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found` or `erased`.
  package func subject(_ id: Identifier<Subject>) throws -> Subject {
    guard var row = try connection.row("SELECT created, master FROM subject WHERE id = ?", [.id(id)]) else {
      // Tells erased from unknown.
      _ = try context.key(of: id)
      throw StoreError(.notFound, "there is no such person")
    }
    return Subject(id: id, created: try row.integer(), masterKey: try row.text())
  }

  package func presence(of id: Identifier<Subject>) throws -> Presence {
    if try connection.row("SELECT 1 FROM subject WHERE id = ?", [.id(id)]) != nil { return .present }
    return try connection.row("SELECT 1 FROM erasure WHERE subject = ?", [.id(id)]) != nil ? .erased : .unknown
  }

  /// Erasures in the order of their ids; those whose blobs are still to be removed when `pending`.
  package func erasures(pending: Bool, after id: Identifier<Subject>? = nil, limit: Int = 100) throws -> [Erasure] {
    let condition = pending ? "AND blobs_gone IS NULL" : ""
    return try connection.rows(
      "SELECT subject, erased, blobs_gone FROM erasure WHERE subject > ? \(condition) ORDER BY subject LIMIT ?",
      [.string(id?.text ?? ""), .number(Int64(PageSize.clamped(limit)))]
    ).map { row in
      var row = row
      return Erasure(
        subject: try row.id(), erased: try row.integer(), blobsGone: try row.optionalInteger())
    }
  }
}

extension WriteTransaction {
  /// A new person with a fresh random key.
  package func addSubject() throws -> Subject {
    let id = try Identifier<Subject>()
    let key = try SubjectKey.random()
    let wrapped = try key.wrapped(for: id.text, ring: context.ring)
    try connection.change(
      "INSERT INTO subject (id, master, wrapped, created) VALUES (?, ?, ?, ?)",
      [.id(id), .string(wrapped.masterKey), .bytes(wrapped.bytes), .number(now)])
    context.remember(key, of: id)
    return Subject(id: id, created: now, masterKey: wrapped.masterKey)
  }

  /// Deletes the person's key and all rows; the audit chains stay, with details that nobody can open any more, and get
  /// an entry about it. The blobs remain to be removed: see `Erasure`. Throws `not_found` or `erased`.
  package func eraseSubject(_ id: Identifier<Subject>, actor: String) throws {
    _ = try connection.rows("SELECT id FROM subject WHERE id = ?{lock}", [.id(id)])
    _ = try subject(id)
    let sessions = try connection.rows("SELECT id FROM session WHERE subject = ? ORDER BY id", [.id(id)])
    for var row in sessions {
      try appendLast(AuditEvent(chain: .session(try row.id()), actor: actor, action: "subject.erased"))
    }
    try connection.change("DELETE FROM subject WHERE id = ?", [.id(id)])
    try connection.change("INSERT INTO erasure (subject, erased) VALUES (?, ?)", [.id(id), .number(now)])
    context.forget(id)
  }

  /// Notes that the blobs of an erased person are gone.
  package func markBlobsGone(_ id: Identifier<Subject>) throws {
    try connection.change("UPDATE erasure SET blobs_gone = ? WHERE subject = ?", [.number(now), .id(id)])
  }
}
