internal import BonafideBackOfficeAPI
internal import BonafideSecrets
internal import BonafideStore

/// Audit chains for the interface.
enum AuditView {
  static func lines(
    of chain: AuditChain, after sequence: Int64, limit: Int, in transaction: some StoreReading
  ) throws -> [AuditLine] {
    var names: [String: String] = [:]
    return try transaction.audit(chain, after: sequence, limit: limit).map { entry in
      if names[entry.actor] == nil { names[entry.actor] = try People.name(of: entry.actor, in: transaction) ?? "" }
      let name = names[entry.actor] ?? ""
      return AuditLine(
        sequence: Int(entry.sequence), at: Int(entry.time), actor: entry.actor, name: name.isEmpty ? nil : name,
        action: entry.action, details: try entry.details?.decoded(), hash: Hex.text(entry.hash))
    }
  }

  static func isIntact(_ chain: AuditChain, in transaction: some StoreReading) throws -> Bool {
    if case .intact = try transaction.verifyAudit(chain) { true } else { false }
  }
}

/// Names of accounts.
enum People {
  /// Nil for who is no account.
  static func name(of actor: String, in transaction: some StoreReading) throws -> String? {
    guard let id = Identifier<Account>(actor) else { return nil }
    do { return try transaction.account(id).name } catch let error as StoreError where error.code == .notFound {
      return nil
    }
  }
}
