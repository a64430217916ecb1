internal import BonafideSecrets

extension StoreReading {
  /// The token with this text. Throws `not_found` for one that never was, is revoked, or whose holder is disabled,
  /// `expired` for one whose time is over.
  package func token(_ text: String) throws -> Token {
    let row = try connection.row(
      """
      SELECT token.id, token.client, token.account, token.session, token.scopes, token.created, token.expires FROM token
      LEFT JOIN api_client ON api_client.id = token.client LEFT JOIN account ON account.id = token.account
      WHERE token.hash = ? AND token.revoked IS NULL AND COALESCE(api_client.disabled, 0) = 0
        AND COALESCE(account.disabled, 0) = 0
      """, [.bytes(SecretText.hash(text))])
    guard let row else { throw StoreError(.notFound, "there is no such token") }
    let token = try Token(row)
    guard token.expires > now else { throw StoreError(.expired, "the token's time is over") }
    return token
  }

  /// A code that only those know whom it was given to together with the token: 32 bytes, the same for the same token.
  package func requestCode(of token: String) throws -> [UInt8] {
    try HMACSHA256.code(for: Sealing.place("request", token), key: context.keys.request)
  }
}

extension WriteTransaction {
  /// Throws `missing_reference` when there is no such holder or session.
  package func issueToken(
    to holder: Token.Holder, session: Identifier<Session>? = nil, scopes: Set<String>, lifetime: Int64
  ) throws -> IssuedToken {
    let id = try Identifier<Token>()
    let text = try SecretText.random()
    var client: Identifier<APIClient>?
    var account: Identifier<Account>?
    switch holder {
    case .client(let id): client = id
    case .account(let id): account = id
    }
    let token = Token(
      id: id, holder: holder, session: session, scopes: scopes, created: now, expires: later(by: lifetime))
    try connection.change(
      """
      INSERT INTO token (id, client, account, session, scopes, created, expires, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .id(id), .id(client), .id(account), .id(session), .string(Scopes.text(scopes)), .number(token.created),
        .number(token.expires), .bytes(SecretText.hash(text)),
      ])
    return IssuedToken(token: token, text: text)
  }

  /// That it was revoked before, or never was, does not matter.
  package func revoke(_ token: Identifier<Token>) throws {
    try connection.change("UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL", [.number(now), .id(token)])
  }

  /// All tokens of a holder.
  package func revokeTokens(of holder: Token.Holder) throws {
    switch holder {
    case .client(let id):
      try connection.change(
        "UPDATE token SET revoked = ? WHERE client = ? AND revoked IS NULL", [.number(now), .id(id)])
    case .account(let id):
      try connection.change(
        "UPDATE token SET revoked = ? WHERE account = ? AND revoked IS NULL", [.number(now), .id(id)])
    }
  }

  /// All tokens that are good for this session only.
  package func revokeTokens(boundTo session: Identifier<Session>) throws {
    try connection.change(
      "UPDATE token SET revoked = ? WHERE session = ? AND revoked IS NULL", [.number(now), .id(session)])
  }
}

extension Token {
  fileprivate init(_ source: SQLRow) throws {
    var row = source
    id = try row.id()
    let client = try row.optionalID(of: APIClient.self)
    let account = try row.optionalID(of: Account.self)
    switch (client, account) {
    case (let client?, nil): holder = .client(client)
    case (nil, let account?): holder = .account(account)
    default: throw StoreError(.corrupt, "a token has no holder, or two")
    }
    session = try row.optionalID()
    scopes = Scopes.set(try row.text())
    created = try row.integer()
    expires = try row.integer()
  }
}
