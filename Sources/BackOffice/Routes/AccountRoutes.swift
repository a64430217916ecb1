internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Persons who work with the back office.
enum AccountRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.accountAdd) { call, new in
      let hash = try await call.desk.passwords.hash(new.password)
      return try await call.commit { transaction in
        let account = try transaction.addAccount(name: new.name, role: new.role.stored, passwordHash: hash)
        try AdministrationRoutes.note(
          "account.added", ["account": account.id.text, "role": new.role.rawValue], by: call.actor, in: transaction)
        return answer(account, now: transaction.now)
      }
    }
    binder.on(API.accountList) { call, _ in
      let (after, limit) = (call.query["afterName"]?.text, call.query["limit"]?.integer ?? 100)
      return try await call.desk.store.read { transaction in
        AccountList(
          accounts: try transaction.accounts(after: after, limit: limit).map { answer($0, now: transaction.now) })
      }
    }
    binder.on(API.accountChange) { call, change in
      let id = try call.id("account", of: Account.self)
      var hash: String?
      if let password = change.password { hash = try await call.desk.passwords.hash(password) }
      let newHash = hash
      return try await call.desk.store.write { transaction in
        let account = try transaction.account(id)
        let role = change.role?.stored ?? account.role
        let isDisabled = change.isDisabled ?? account.isDisabled
        guard id != call.caller?.account?.id || (role == account.role && !isDisabled) else {
          throw Problem(.conflict, "own_account", "nobody takes away the own rights")
        }
        try transaction.setAccount(id, role: role, isDisabled: isDisabled)
        if let newHash {
          try transaction.setPassword(of: id, hash: newHash)
          try transaction.recordSuccess(of: id)
        }
        try AdministrationRoutes.note(
          "account.changed",
          [
            "account": id.text, "role": role.rawValue, "disabled": String(isDisabled),
            "password": newHash == nil ? "kept" : "new",
          ], by: call.actor, in: transaction)
        return answer(try transaction.account(id), now: transaction.now)
      }
    }
  }

  private static func answer(_ account: Account, now: Int64) -> AccountAnswer {
    AccountAnswer(
      id: account.id.text, name: account.name, role: account.role.wire, isDisabled: account.isDisabled,
      isLocked: account.isLocked(at: now), createdAt: Int(account.created))
  }
}
