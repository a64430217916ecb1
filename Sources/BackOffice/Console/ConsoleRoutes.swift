internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Signing in to the reviewer's console.
enum ConsoleRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.answering(API.consoleSignIn) { call, wish in
      try BrowserSession.checkOrigin(call.request)
      let (account, issued) = try await AccessRoutes.signIn(call, wish)
      return (
        try await answer(call, account, issued.token, text: issued.text),
        [
          "Set-Cookie": BrowserSession.cookie(
            issued.text, lifetime: call.desk.settings.loginLifetime, for: call.request)
        ]
      )
    }
    binder.on(API.consoleSession) { call, _ in
      guard let caller = call.caller, let account = caller.account, let text = caller.cookie else {
        throw Problem(.unauthorized, "token_missing", "no browser is signed in")
      }
      return try await answer(call, account, caller.token, text: text)
    }
    binder.answering(API.consoleSignOut) { call, _ in
      if let id = call.caller?.token.id { try await call.desk.store.write { try $0.revoke(id) } }
      return (
        DoneAnswer(done: true), ["Set-Cookie": BrowserSession.cookie(nil, lifetime: 0, for: call.request)]
      )
    }
  }

  private static func answer(
    _ call: Call, _ account: Account, _ token: Token, text: String
  ) async throws -> ConsoleSession {
    let code = try await call.desk.store.read { try $0.requestCode(of: text) }
    let scopes = token.scopes.intersection(account.role.wire.scopes.map(\.rawValue))
    return ConsoleSession(
      account: account.id.text, name: account.name, role: account.role.wire, scopes: scopes.sorted(),
      csrf: BrowserSession.code(code), expiresAt: Int(token.expires))
  }
}
