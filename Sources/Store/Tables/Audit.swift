internal import BonafideSecrets

extension WriteTransaction {
  /// Adds a link to a chain, in the transaction of what it records.
  package func append(_ event: AuditEvent) throws {
    let chain = event.chain.name
    if try extend(chain, by: event) { return }
    if try start(chain, with: event) { return }
    // Somebody else has started the chain meanwhile.
    guard try extend(chain, by: event) else { throw StoreError(.corrupt, "an audit chain has no end") }
  }

  /// Adds a link to the end of a chain; false when there is no such chain.
  private func extend(_ chain: String, by event: AuditEvent) throws -> Bool {
    guard
      var head = try connection.row("SELECT sequence, hash FROM audit_head WHERE chain = ?{lock}", [.string(chain)])
    else { return false }
    let link = try link(event, sequence: Counter.next(after: head.integer()))
    let hash = link.hash(after: try head.bytes())
    try insert(link, hash)
    try connection.change(
      "UPDATE audit_head SET sequence = ?, hash = ?, seal = ? WHERE chain = ?",
      [
        .number(link.sequence), .bytes(hash),
        .bytes(context.seal(chain: chain, sequence: link.sequence, hash: hash)), .string(chain),
      ])
    return true
  }

  /// The first link of a chain; false when there is such a chain.
  private func start(_ chain: String, with event: AuditEvent) throws -> Bool {
    let link = try link(event, sequence: 1)
    let hash = link.hash(after: AuditLink.beforeFirst)
    let added = try connection.change(
      "INSERT INTO audit_head (chain, sequence, hash, seal) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [
        .string(chain), .number(link.sequence), .bytes(hash),
        .bytes(context.seal(chain: chain, sequence: link.sequence, hash: hash)),
      ])
    if added == 1 { try insert(link, hash) }
    return added == 1
  }

  private func link(_ event: AuditEvent, sequence: Int64) throws -> AuditLink {
    let chain = event.chain.name
    var details: [UInt8] = []
    if let document = event.details {
      details = try context.auditKey(of: event.chain).seal(
        document.bytes, table: "audit", column: "details", row: AuditLink.row(chain, sequence))
    }
    return AuditLink(
      chain: chain, sequence: sequence, time: now, actor: event.actor, action: event.action, details: details)
  }

  private func insert(_ link: AuditLink, _ hash: [UInt8]) throws {
    try connection.change(
      "INSERT INTO audit (chain, sequence, time, actor, action, details, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .string(link.chain), .number(link.sequence), .number(link.time), .string(link.actor), .string(link.action),
        .bytes(link.details), .bytes(hash),
      ])
  }

  /// A chain that was tampered with does not keep anything from being erased.
  func appendLast(_ event: AuditEvent) throws {
    do { try append(event) } catch  where isCorrupt(error) {}
  }
}

extension StoreReading {
  /// Links in order, from behind `sequence`.
  package func audit(_ chain: AuditChain, after sequence: Int64 = 0, limit: Int = 100) throws -> [AuditEntry] {
    let key = try? context.auditKey(of: chain)
    return try links(chain.name, after: sequence, limit: PageSize.clamped(limit)).map { link, hash in
      var details: JSONDocument?
      if let key, !link.details.isEmpty {
        details = try JSONDocument(
          key.open(link.details, table: "audit", column: "details", row: AuditLink.row(link.chain, link.sequence)))
      }
      return AuditEntry(
        sequence: link.sequence, time: link.time, actor: link.actor, action: link.action, details: details, hash: hash)
    }
  }

  /// Goes over a whole chain and reports the first place at which it is broken.
  package func verifyAudit(_ chain: AuditChain) throws -> AuditVerdict {
    var previous = AuditLink.beforeFirst
    var sequence: Int64 = 0
    while true {
      let part = try links(chain.name, after: sequence, limit: PageSize.maximum)
      for (link, hash) in part {
        guard link.sequence == sequence + 1 else { return .broken(at: sequence + 1, .gap) }
        guard link.hash(after: previous) == hash else { return .broken(at: link.sequence, .altered) }
        previous = hash
        sequence = link.sequence
      }
      if part.count < PageSize.maximum { break }
    }
    guard
      var head = try connection.row(
        "SELECT sequence, hash, seal FROM audit_head WHERE chain = ?", [.string(chain.name)])
    else { return sequence == 0 ? .intact(links: 0) : .broken(at: sequence, .wrongEnd) }
    let end = try head.integer()
    let hash = try head.bytes()
    guard end == sequence, hash == previous else { return .broken(at: max(min(end, sequence), 0) + 1, .wrongEnd) }
    guard Comparison.equal(try context.seal(chain: chain.name, sequence: end, hash: hash), try head.bytes()) else {
      return .broken(at: sequence, .forgedEnd)
    }
    return .intact(links: sequence)
  }

  /// Names of chains in order, for a check of all of them.
  package func auditChains(after chain: AuditChain? = nil, limit: Int = 100) throws -> [AuditChain] {
    try connection.rows(
      "SELECT chain FROM audit_head WHERE chain > ? ORDER BY chain LIMIT ?",
      [.string(chain?.name ?? ""), .number(Int64(PageSize.clamped(limit)))]
    ).map { row in
      var row = row
      let name = try row.text()
      if name == AuditChain.system.name { return .system }
      guard let id = Identifier<Session>(name) else { throw StoreError(.corrupt, "an audit chain has a wrong name") }
      return .session(id)
    }
  }

  private func links(_ chain: String, after sequence: Int64, limit: Int) throws -> [(AuditLink, [UInt8])] {
    try connection.rows(
      """
      SELECT sequence, time, actor, action, details, hash FROM audit WHERE chain = ? AND sequence > ?
      ORDER BY sequence LIMIT ?
      """, [.string(chain), .number(sequence), .number(Int64(limit))]
    ).map { row in
      var row = row
      let link = AuditLink(
        chain: chain, sequence: try row.integer(), time: try row.integer(), actor: try row.text(),
        action: try row.text(), details: try row.bytes())
      return (link, try row.bytes())
    }
  }
}

/// What a link's hash covers.
private struct AuditLink {
  let chain: String
  let sequence: Int64
  let time: Int64
  let actor: String
  let action: String
  let details: [UInt8]

  /// What stands in place of a hash before the first link.
  static let beforeFirst = [UInt8](repeating: 0, count: 32)

  static func row(_ chain: String, _ sequence: Int64) -> String { "\(chain)/\(sequence)" }

  func hash(after previous: [UInt8]) -> [UInt8] {
    let fields = Sealing.place(chain, String(sequence), String(time), actor, action)
    return SHA256Digest.of(previous + fields + details)
  }
}

extension TransactionContext {
  fileprivate func auditKey(of chain: AuditChain) throws -> SubjectKey {
    switch chain {
    case .session(let id): try key(of: id)
    case .system: keys.columns
    }
  }

  /// So that nobody who can write to the database only can make a whole new chain.
  fileprivate func seal(chain: String, sequence: Int64, hash: [UInt8]) throws -> [UInt8] {
    try HMACSHA256.code(for: Sealing.place("audit end", chain, String(sequence)) + hash, key: keys.audit)
  }
}
