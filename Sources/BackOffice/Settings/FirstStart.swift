internal import BonafideBackOfficeAPI
internal import BonafideSecrets
internal import BonafideStore

/// What a new store needs before anybody can do anything.
enum FirstStart {
  /// The first account, when there was none.
  static func run(_ desk: Desk) async throws -> FirstAdmin? {
    let document = try JSONDocument(encoding: desk.catalog.first)
    for callType in desk.settings.firstCallTypes {
      do {
        try await desk.store.write { transaction in
          guard try !transaction.callTypes().contains(callType) else { return }
          _ = try transaction.addSettings(of: callType, document: document, author: "first-start", previous: 0)
        }
      } catch let error as StoreError where error.code == .stale {
        // Another server was faster.
      }
    }
    guard try await desk.store.read({ try $0.accounts(limit: 1) }).isEmpty else { return nil }
    let password = Base64.addressText(try SecureRandom.bytes(18))
    let hash = try await desk.passwords.hash(password)
    do {
      try await desk.store.write { transaction in
        _ = try transaction.addAccount(name: "admin", role: .admin, passwordHash: hash)
        try transaction.append(AuditEvent(chain: .system, actor: "first-start", action: "account.added"))
      }
    } catch let error as StoreError where error.code == .exists {
      return nil
    }
    return FirstAdmin(name: "admin", password: password)
  }
}
