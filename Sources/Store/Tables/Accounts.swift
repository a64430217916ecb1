extension StoreReading {
  /// Throws `not_found`.
  package func account(_ id: Identifier<Account>) throws -> Account {
    guard let row = try connection.row("SELECT \(Account.columns) FROM account WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such account")
    }
    return try Account(row)
  }

  /// Nil when nobody has this login name, in whichever case.
  package func account(named name: String) throws -> Account? {
    try connection.row("SELECT \(Account.columns) FROM account WHERE name = ?", [.string(name.lowercased())])
      .map { try Account($0) }
  }

  /// By name, from behind `name`.
  package func accounts(after name: String? = nil, limit: Int = 100) throws -> [Account] {
    try connection.rows(
      "SELECT \(Account.columns) FROM account WHERE name > ? ORDER BY name LIMIT ?",
      [.string(name ?? ""), .number(Int64(PageSize.clamped(limit)))]
    ).map { try Account($0) }
  }
}

extension WriteTransaction {
  /// Throws `exists` when the name is taken, `invalid` when it is empty or longer than 100 bytes.
  package func addAccount(name: String, role: Account.Role, passwordHash: String) throws -> Account {
    let name = name.lowercased()
    guard (1...100).contains(name.utf8.count) else { throw StoreError(.invalid, "a login name is empty or too long") }
    let id = try Identifier<Account>()
    let added = try connection.change(
      "INSERT INTO account (\(Account.columns)) VALUES (?, ?, ?, ?, 0, NULL, 0, ?, ?) ON CONFLICT DO NOTHING",
      [.id(id), .string(name), .string(role.rawValue), .string(passwordHash), .number(now), .number(now)])
    guard added == 1 else { throw StoreError(.exists, "the login name is taken") }
    return try account(id)
  }

  /// Counts a wrong password, and locks the account when there were too many.
  package func recordFailure(of id: Identifier<Account>, lockOut: LockOut = .standard) throws -> Account {
    try reach(
      """
      UPDATE account SET failures = failures + 1,
        locked_until = CASE WHEN failures + 1 >= ? THEN CAST(? AS BIGINT) ELSE locked_until END, updated = ?
      WHERE id = ?
      """, [.number(lockOut.failures), .number(later(by: lockOut.duration)), .number(now), .id(id)])
    return try account(id)
  }

  package func recordSuccess(of id: Identifier<Account>) throws {
    try reach(
      "UPDATE account SET failures = 0, locked_until = NULL, updated = ? WHERE id = ?", [.number(now), .id(id)])
  }

  /// Ends all logins of the account as well.
  package func setPassword(of id: Identifier<Account>, hash: String) throws {
    try reach("UPDATE account SET password = ?, updated = ? WHERE id = ?", [.string(hash), .number(now), .id(id)])
    try revokeTokens(of: .account(id))
  }

  /// A disabled account's logins end at once.
  package func setAccount(_ id: Identifier<Account>, role: Account.Role, isDisabled: Bool) throws {
    try reach(
      "UPDATE account SET role = ?, disabled = ?, updated = ? WHERE id = ?",
      [.string(role.rawValue), .flag(isDisabled), .number(now), .id(id)])
    if isDisabled { try revokeTokens(of: .account(id)) }
  }

  private func reach(_ statement: String, _ values: [SQLValue]) throws {
    guard try connection.change(statement, values) == 1 else {
      throw StoreError(.notFound, "there is no such account")
    }
  }
}

extension Account {
  static let columns = "id, name, role, password, failures, locked_until, disabled, created, updated"

  init(_ source: SQLRow) throws {
    var row = source
    id = try row.id()
    name = try row.text()
    role = try row.code()
    passwordHash = try row.text()
    failures = try row.integer()
    lockedUntil = try row.optionalInteger()
    isDisabled = try row.flag()
    created = try row.integer()
    updated = try row.integer()
  }
}
