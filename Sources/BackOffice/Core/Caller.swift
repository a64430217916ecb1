internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Who sends a request.
struct Caller: Sendable {
  let token: Token
  let scopes: Set<BonafideBackOfficeAPI.Scope>
  let client: APIClient?
  let account: Account?
  /// Text of the token, when it came in the console's cookie.
  var cookie: String?

  /// For audit chains.
  var actor: String { client?.id.text ?? account?.id.text ?? "" }

  /// Throws 401 `token_missing`, `token_invalid` or `token_expired`, and for a browser 403 `csrf_missing` or
  /// `csrf_invalid`.
  static func identify(_ request: Request, _ desk: Desk) async throws -> Caller {
    let sent = request.fields.values("Authorization")
    if sent.isEmpty, let text = BrowserSession.token(of: request) {
      var (caller, code) = try await find(text, desk) { try $0.requestCode(of: text) }
      // A program has no browser.
      guard caller.account != nil else { throw unauthorized("token_invalid", "the token is not one of ours") }
      try BrowserSession.check(request, code: code)
      caller.cookie = text
      return caller
    }
    guard sent.count == 1 else { throw unauthorized("token_missing", "the request carries no token") }
    let parts = sent[0].split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count == 43 else {
      throw unauthorized("token_invalid", "the token is not one of ours")
    }
    return try await identify(token: String(parts[1]), desk)
  }

  /// The same, where there is no field for it.
  static func identify(token text: String, _ desk: Desk) async throws -> Caller {
    try await find(text, desk) { _ in }.0
  }

  /// The holder of a token, and what else is read about it.
  private static func find<Value: Sendable>(
    _ text: String, _ desk: Desk, also: @escaping @Sendable (ReadTransaction) throws -> Value
  ) async throws -> (Caller, Value) {
    do {
      let (caller, value) = try await desk.store.read { transaction in
        let value = try also(transaction)
        let token = try transaction.token(text)
        let granted = Set(token.scopes.compactMap(BonafideBackOfficeAPI.Scope.init(rawValue:)))
        switch token.holder {
        case .client(let id):
          let client = try transaction.apiClient(id)
          let present = Set(client.scopes.compactMap(BonafideBackOfficeAPI.Scope.init(rawValue:)))
          // The right to capture comes with the session, not with the program.
          let own = token.session == nil ? [] : granted.intersection([.capture])
          let scopes = granted.intersection(present).union(own)
          return (Caller(token: token, scopes: scopes, client: client, account: nil), value)
        case .account(let id):
          let account = try transaction.account(id)
          let scopes = granted.intersection(account.role.wire.scopes)
          return (Caller(token: token, scopes: scopes, client: nil, account: account), value)
        }
      }
      if let client = caller.client { try desk.rates.take(client.id, rate: client.rate) }
      return (caller, value)
    } catch let error as StoreError where error.code == .notFound {
      throw unauthorized("token_invalid", "the token is not one of ours")
    } catch let error as StoreError where error.code == .expired {
      throw unauthorized("token_expired", "the token's time is over; get a new one")
    }
  }

  private static func unauthorized(_ code: String, _ detail: String) -> Problem {
    Problem(.unauthorized, code, detail, fields: ["WWW-Authenticate": "Bearer"])
  }
}

extension Account.Role {
  var wire: Role {
    switch self {
    case .agent: .agent
    case .supervisor: .supervisor
    case .admin: .admin
    }
  }
}

extension Role {
  var stored: Account.Role {
    switch self {
    case .agent: .agent
    case .supervisor: .supervisor
    case .admin: .admin
    }
  }
}
