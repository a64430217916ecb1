internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`.
  package func apiClient(_ id: Identifier<APIClient>) throws -> APIClient {
    guard let row = try connection.row("SELECT \(APIClient.columns) FROM api_client WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such client")
    }
    return try APIClient(row)
  }

  package func apiClient(named name: String) throws -> APIClient? {
    try connection.row("SELECT \(APIClient.columns) FROM api_client WHERE name = ?", [.string(name)])
      .map { try APIClient($0) }
  }

  /// By name, from behind `name`.
  package func apiClients(after name: String? = nil, limit: Int = 100) throws -> [APIClient] {
    try connection.rows(
      "SELECT \(APIClient.columns) FROM api_client WHERE name > ? ORDER BY name LIMIT ?",
      [.string(name ?? ""), .number(Int64(PageSize.clamped(limit)))]
    ).map { try APIClient($0) }
  }
}

extension WriteTransaction {
  /// A new client and its secret, which is shown once. Throws `exists`.
  package func addAPIClient(
    name: String, scopes: Set<String>, rate: Int64
  ) throws -> (client: APIClient, secret: String) {
    guard (1...100).contains(name.utf8.count) else { throw StoreError(.invalid, "a name is empty or too long") }
    let id = try Identifier<APIClient>()
    let secret = try SecretText.random()
    let added = try connection.change(
      "INSERT INTO api_client (\(APIClient.columns)) VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING",
      [
        .id(id), .string(name), .bytes(SecretText.hash(secret)), .string(Scopes.text(scopes)), .number(rate),
        .number(now),
      ])
    guard added == 1 else { throw StoreError(.exists, "there is a client with this name") }
    return (try apiClient(id), secret)
  }

  /// A disabled client's tokens end at once.
  package func setAPIClient(
    _ id: Identifier<APIClient>, scopes: Set<String>, rate: Int64, isDisabled: Bool
  ) throws {
    let reached = try connection.change(
      "UPDATE api_client SET scopes = ?, rate = ?, disabled = ? WHERE id = ?",
      [.string(Scopes.text(scopes)), .number(rate), .flag(isDisabled), .id(id)])
    guard reached == 1 else { throw StoreError(.notFound, "there is no such client") }
    if isDisabled { try revokeTokens(of: .client(id)) }
  }

  /// A new secret in place of the old one.
  package func renewSecret(of id: Identifier<APIClient>) throws -> String {
    let secret = try SecretText.random()
    let reached = try connection.change(
      "UPDATE api_client SET secret = ? WHERE id = ?", [.bytes(SecretText.hash(secret)), .id(id)])
    guard reached == 1 else { throw StoreError(.notFound, "there is no such client") }
    return secret
  }
}

extension APIClient {
  static let columns = "id, name, secret, scopes, rate, disabled, created"

  /// In constant time.
  package func hasSecret(_ text: String) -> Bool { Comparison.equal(secretHash, SecretText.hash(text)) }

  init(_ source: SQLRow) throws {
    var row = source
    id = try row.id()
    name = try row.text()
    secretHash = try row.bytes()
    scopes = Scopes.set(try row.text())
    rate = try row.integer()
    isDisabled = try row.flag()
    created = try row.integer()
  }
}

/// Random texts that give a right. They have 256 bits, so a plain hash keeps them.
enum SecretText {
  static func random() throws -> String { Base64.addressText(try SecureRandom.bytes(32)) }

  static func hash(_ text: String) -> [UInt8] { SHA256Digest.of(Array(text.utf8)) }
}

/// Scopes are words, stored with blanks between them (RFC 6749, section 3.3).
enum Scopes {
  static func text(_ scopes: Set<String>) throws -> String {
    guard scopes.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }), scopes.count <= 100
    else { throw StoreError(.invalid, "a scope is not a word") }
    return scopes.sorted().joined(separator: " ")
  }

  static func set(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
