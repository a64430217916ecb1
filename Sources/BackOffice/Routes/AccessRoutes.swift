internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Tokens of programs, and signing in of persons.
enum AccessRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.tokenCreate) { call, wish in try await token(call, wish) }
    binder.on(API.tokenRevoke) { call, _ in
      if let id = call.caller?.token.id { try await call.desk.store.write { try $0.revoke(id) } }
      return RevokedAnswer(revoked: true)
    }
    binder.on(API.login) { call, wish in
      let (account, issued) = try await signIn(call, wish)
      return TokenAnswer(
        token: issued.text, expiresAt: Int(issued.token.expires), scopes: issued.token.scopes.sorted(),
        role: account.role.wire)
    }
    binder.on(API.passwordChange) { call, wish in try await changePassword(call, wish) }
  }

  private static func token(_ call: Call, _ wish: TokenRequest) async throws -> TokenAnswer {
    let refused = Problem(.unauthorized, "client_refused", "client or secret is wrong")
    guard let id = Identifier<APIClient>(wish.clientId) else { throw refused }
    let lifetime = call.desk.settings.tokenLifetime
    return try await call.desk.store.write { transaction in
      let client: APIClient
      do { client = try transaction.apiClient(id) } catch let error as StoreError where error.code == .notFound {
        throw refused
      }
      guard client.hasSecret(wish.clientSecret), !client.isDisabled else { throw refused }
      let issued = try transaction.issueToken(to: .client(id), scopes: client.scopes, lifetime: lifetime)
      return TokenAnswer(
        token: issued.text, expiresAt: Int(issued.token.expires), scopes: client.scopes.sorted())
    }
  }

  /// Throws 401 `login_refused`.
  static func signIn(_ call: Call, _ wish: LoginRequest) async throws -> (Account, IssuedToken) {
    let desk = call.desk
    let account = try await desk.store.read { try $0.account(named: wish.name) }
    // Locked or not, the password is looked at: the time tells nothing.
    let isValid = try await desk.passwords.isValid(wish.password, for: account?.passwordHash)
    let refused = Problem(.unauthorized, "login_refused", "name or password is wrong, or the account is locked")
    guard let account, !account.isDisabled, !account.isLocked(at: call.now) else { throw refused }
    guard isValid else {
      try await desk.store.write { transaction in
        let now = try transaction.recordFailure(of: account.id)
        if now.isLocked(at: transaction.now) {
          try transaction.append(AuditEvent(chain: .system, actor: account.id.text, action: "account.locked"))
        }
      }
      throw refused
    }
    let scopes = Set(account.role.wire.scopes.map(\.rawValue))
    return try await desk.store.write { transaction in
      try transaction.recordSuccess(of: account.id)
      let issued = try transaction.issueToken(
        to: .account(account.id), scopes: scopes, lifetime: desk.settings.loginLifetime)
      try transaction.append(AuditEvent(chain: .system, actor: account.id.text, action: "account.login"))
      return (account, issued)
    }
  }

  private static func changePassword(_ call: Call, _ wish: PasswordRequest) async throws -> DoneAnswer {
    guard let account = call.caller?.account else {
      throw Problem(.forbidden, "no_account", "programs have no password")
    }
    let desk = call.desk
    guard !account.isLocked(at: call.now),
      try await desk.passwords.isValid(wish.oldPassword, for: account.passwordHash)
    else {
      try await desk.store.write { _ = try $0.recordFailure(of: account.id) }
      throw Problem(.forbidden, "password_wrong", "the old password is wrong, or the account is locked")
    }
    let hash = try await desk.passwords.hash(wish.newPassword)
    try await desk.store.write { transaction in
      try transaction.setPassword(of: account.id, hash: hash)
      try transaction.append(AuditEvent(chain: .system, actor: account.id.text, action: "account.password"))
    }
    return DoneAnswer(done: true)
  }
}
