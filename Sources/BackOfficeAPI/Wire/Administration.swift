/// A new account.
package struct AccountRequest: WireType, Hashable {
  package var name: String
  package var role: Role
  package var password: String

  package init(name: String, role: Role, password: String) {
    self.name = name
    self.role = role
    self.password = password
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .name), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: true, ""),
    .init("password", .text(12...200, .free), isRequired: true, ""),
  ])
}

/// A change of an account; what is left out stays.
package struct AccountChange: WireType, Hashable {
  package var role: Role?
  package var isDisabled: Bool?
  package var password: String?

  package init(role: Role? = nil, isDisabled: Bool? = nil, password: String? = nil) {
    self.role = role
    self.isDisabled = isDisabled
    self.password = password
  }

  package static let schema = Schema.object([
    .init("role", .choice(of: Role.self), isRequired: false, ""),
    .init("isDisabled", .flag, isRequired: false, ""),
    .init("password", .text(12...200, .free), isRequired: false, ""),
  ])
}

/// An account.
package struct AccountAnswer: WireType, Hashable {
  package var id: String
  package var name: String
  package var role: Role
  package var isDisabled: Bool
  package var isLocked: Bool
  package var createdAt: Int

  package init(id: String, name: String, role: Role, isDisabled: Bool, isLocked: Bool, createdAt: Int) {
    self.id = id
    self.name = name
    self.role = role
    self.isDisabled = isDisabled
    self.isLocked = isLocked
    self.createdAt = createdAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("role", .choice(of: Role.self), isRequired: true, ""),
    .init("isDisabled", .flag, isRequired: true, ""),
    .init("isLocked", .flag, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
  ])
}

/// Accounts by name.
package struct AccountList: WireType, Hashable {
  package var accounts: [AccountAnswer]

  package init(accounts: [AccountAnswer]) {
    self.accounts = accounts
  }

  package static let schema = Schema.object([
    .init("accounts", .list(AccountAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}

/// A new program.
package struct ClientRequest: WireType, Hashable {
  package var name: String
  /// Those of an app when it is left out.
  package var scopes: [ClientScope]?
  /// Requests a minute; 0 for no limit.
  package var rate: Int?

  package init(name: String, scopes: [ClientScope]? = nil, rate: Int? = nil) {
    self.name = name
    self.scopes = scopes
    self.rate = rate
  }

  package static let schema = Schema.object([
    .init("name", .text(1...100, .name), isRequired: true, ""),
    .init(
      "scopes", .list(.choice(of: ClientScope.self), count: 0...20), isRequired: false,
      "Those of an app when it is left out."),
    .init("rate", .integer(0...1000000), isRequired: false, "Requests a minute; 0 for no limit."),
  ])
}

/// Rights that a program may have; the others are for persons.
package enum ClientScope: String, Codable, Sendable, Hashable, CaseIterable {
  case session
  case review
  case audit
  case metrics
}

/// A change of a program; what is left out stays.
package struct ClientChange: WireType, Hashable {
  package var scopes: [ClientScope]?
  package var rate: Int?
  package var isDisabled: Bool?

  package init(scopes: [ClientScope]? = nil, rate: Int? = nil, isDisabled: Bool? = nil) {
    self.scopes = scopes
    self.rate = rate
    self.isDisabled = isDisabled
  }

  package static let schema = Schema.object([
    .init("scopes", .list(.choice(of: ClientScope.self), count: 0...20), isRequired: false, ""),
    .init("rate", .integer(0...1000000), isRequired: false, ""),
    .init("isDisabled", .flag, isRequired: false, ""),
  ])
}

/// A program.
package struct ClientAnswer: WireType, Hashable {
  package var id: String
  package var name: String
  package var scopes: [String]
  package var rate: Int
  package var isDisabled: Bool
  package var createdAt: Int
  /// Shown once.
  package var secret: String?

  package init(
    id: String, name: String, scopes: [String], rate: Int, isDisabled: Bool, createdAt: Int, secret: String? = nil
  ) {
    self.id = id
    self.name = name
    self.scopes = scopes
    self.rate = rate
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.secret = secret
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("name", .text(1...100, .line), isRequired: true, ""),
    .init("scopes", .list(.text(1...50, .line), count: 0...50), isRequired: true, ""),
    .init("rate", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init("isDisabled", .flag, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
    .init("secret", .text(43...43, .visible), isRequired: false, "Shown once."),
  ])
}

/// Programs by name.
package struct ClientList: WireType, Hashable {
  package var clients: [ClientAnswer]

  package init(clients: [ClientAnswer]) {
    self.clients = clients
  }

  package static let schema = Schema.object([
    .init("clients", .list(ClientAnswer.schema, count: 0...500), isRequired: true, "")
  ])
}
