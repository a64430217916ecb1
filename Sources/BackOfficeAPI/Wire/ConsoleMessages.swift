/// Who is signed in to the console.
package struct ConsoleSession: WireType, Hashable {
  /// Id of the account.
  package var account: String
  package var name: String
  package var role: Role
  package var scopes: [String]
  /// Goes into `X-CSRF-Token` of every request that changes something.
  package var csrf: String
  package var expiresAt: Int

  package init(account: String, name: String, role: Role, scopes: [String], csrf: String, expiresAt: Int) {
    self.account = account
    self.name = name
    self.role = role
    self.scopes = scopes
    self.csrf = csrf
    self.expiresAt = expiresAt
  }

  package static let schema = Schema.object([
    .init("account", .identifier, isRequired: true, "Id of the account."),
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: true, ""),
    .init("scopes", .list(.text(1...50, .line), count: 0...50), isRequired: true, ""),
    .init(
      "csrf", .text(43...43, .visible), isRequired: true,
      "Goes into `X-CSRF-Token` of every request that changes something."),
    .init("expiresAt", .time, isRequired: true, ""),
  ])
}

/// How long sessions of a flow are kept.
package struct RetentionAnswer: WireType, Hashable {
  /// Nil: until somebody erases them.
  package var days: Double?

  package init(days: Double? = nil) {
    self.days = days
  }

  package static let schema = Schema.object([
    .init("days", .number(0...36500), isRequired: false, "Left out: until somebody erases them.")
  ])
}

/// An account that has to do with a case.
package struct PersonAnswer: WireType, Hashable {
  package var id: String
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: true, ""),
  ])
}

/// What a person wrote about the own decision.
package struct DecisionNote: WireType, Hashable {
  package var decision: String
  package var account: String
  /// Who agreed, where two were needed.
  package var second: String?
  package var note: String

  package init(decision: String, account: String, second: String? = nil, note: String) {
    self.decision = decision
    self.account = account
    self.second = second
    self.note = note
  }

  package static let schema = Schema.object([
    .init("decision", .identifier, isRequired: true, ""),
    .init("account", .identifier, isRequired: true, ""),
    .init("second", .identifier, isRequired: false, "Who agreed, where two were needed."),
    .init("note", .text(0...2000, .free), isRequired: true, ""),
  ])
}
