/// A person who works with the back office.
package struct Account: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    case agent
    case supervisor
    case admin
  }

  package let id: Identifier<Account>
  /// Login name, lower case, unique.
  package let name: String
  package let role: Role
  /// argon2id as a PHC string.
  package let passwordHash: String
  /// Wrong passwords since the last right one.
  package let failures: Int64
  /// Until when logins are refused.
  package let lockedUntil: Int64?
  package let isDisabled: Bool
  package let created: Int64
  package let updated: Int64

  package func isLocked(at time: Int64) -> Bool { lockedUntil.map { $0 > time } ?? false }
}

/// When wrong passwords lock an account.
package struct LockOut: Sendable, Hashable {
  package let failures: Int64
  /// Milliseconds.
  package let duration: Int64

  package init(failures: Int64, duration: Int64) {
    self.failures = failures
    self.duration = duration
  }

  /// NIST SP 800-63B allows 100; ten and a quarter of an hour keep a guesser to about 1000 a day.
  package static let standard = LockOut(failures: 10, duration: 900_000)
}

/// A program that may call the interface.
package struct APIClient: Sendable, Hashable {
  package let id: Identifier<APIClient>
  package let name: String
  /// SHA-256 of the secret, which is random and long.
  package let secretHash: [UInt8]
  package let scopes: Set<String>
  /// Requests a minute; 0 for no limit.
  package let rate: Int64
  package let isDisabled: Bool
  package let created: Int64
}

/// A right to call, for a time. Only the hash of its text is kept.
package struct Token: Sendable, Hashable {
  package enum Holder: Sendable, Hashable {
    case client(Identifier<APIClient>)
    case account(Identifier<Account>)
  }

  package let id: Identifier<Token>
  package let holder: Holder
  /// The only session that it is good for; nil for no such bound.
  package let session: Identifier<Session>?
  package let scopes: Set<String>
  package let created: Int64
  package let expires: Int64
}

/// A token with its text, which is shown once.
package struct IssuedToken: Sendable {
  package let token: Token
  /// 43 characters of base64 for addresses: 256 random bits.
  package let text: String
}
