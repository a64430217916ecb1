internal import BonafideSecrets

extension StoreReading {
  /// All of a session, in order; the last one counts.
  package func decisions(of session: Identifier<Session>) throws -> [Decision] {
    let key = try context.key(of: session)
    return try connection.rows(
      "SELECT \(Decision.columns) FROM decision WHERE session = ? ORDER BY sequence LIMIT 10000", [.id(session)]
    ).map { try Decision($0, key) }
  }

  /// The one that counts, if there is one.
  package func decision(of session: Identifier<Session>) throws -> Decision? {
    let key = try context.key(of: session)
    return try connection.row(
      "SELECT \(Decision.columns) FROM decision WHERE session = ? ORDER BY sequence DESC LIMIT 1", [.id(session)]
    ).map { try Decision($0, key) }
  }
}

extension WriteTransaction {
  /// Adds a verdict and its audit entry. A person's override needs a second one who is somebody else: `invalid`.
  package func addDecision(_ new: NewDecision) throws -> Decision {
    let key = try context.key(of: new.session)
    _ = try connection.rows("SELECT id FROM session WHERE id = ?{lock}", [.id(new.session)])
    let id = try Identifier<Decision>()
    var author: Identifier<Account>?
    var second: Identifier<Account>?
    if case .account(let first, let other) = new.author { (author, second) = (first, other) }
    if let author, author == second { throw StoreError(.invalid, "the second person has to be another one") }
    let sequence = try Counter.next(after: decision(of: new.session)?.sequence ?? 0)
    try connection.change(
      "INSERT INTO decision (\(Decision.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .id(id), .id(new.session), .number(sequence), .string(new.verdict.rawValue),
        .string(JSONDocument(encoding: new.reasons).text), .string(JSONDocument(encoding: new.provenance).text),
        .id(author), .id(second),
        new.note.map { try key.seal(Array($0.utf8), Decision.noteColumn, row: id.text) } ?? .null, .number(now),
      ])
    try append(
      AuditEvent(
        chain: .session(new.session), actor: author?.text ?? "engine", action: "decision.added",
        details: JSONDocument(encoding: [
          "decision": id.text, "verdict": new.verdict.rawValue, "second": second?.text ?? "",
        ])))
    return Decision(
      id: id, session: new.session, sequence: sequence, verdict: new.verdict, reasons: new.reasons,
      provenance: new.provenance, author: new.author, note: new.note, created: now)
  }
}

extension Decision {
  static let columns = "id, session, sequence, verdict, reasons, provenance, author, second, note, created"
  static let noteColumn = Column("decision", "note")

  init(_ source: SQLRow, _ key: SubjectKey) throws {
    var row = source
    id = try row.id()
    session = try row.id()
    sequence = try row.integer()
    verdict = try row.code()
    reasons = try JSONDocument(Array(row.text().utf8)).decoded()
    provenance = try JSONDocument(Array(row.text().utf8)).decoded()
    let first = try row.optionalID(of: Account.self)
    let second = try row.optionalID(of: Account.self)
    author = first.map { .account($0, second: second) } ?? .engine
    let identifier = id.text
    note = try row.optionalBytes().map { sealed in
      String(decoding: try key.open(sealed, Decision.noteColumn, row: identifier), as: UTF8.self)
    }
    created = try row.integer()
  }
}
