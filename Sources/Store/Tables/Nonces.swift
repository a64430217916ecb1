extension WriteTransaction {
  /// A random value that can be spent once within its time. `scope` says for what.
  package func issueNonce(scope: String, lifetime: Int64) throws -> String {
    let text = try SecretText.random()
    try connection.change(
      "INSERT INTO nonce (scope, hash, expires) VALUES (?, ?, ?)",
      [.string(scope), .bytes(SecretText.hash(text)), .number(later(by: lifetime))])
    return text
  }

  /// Throws `not_found`, `used` or `expired`.
  package func spendNonce(_ text: String, scope: String) throws {
    let hash = SQLValue.bytes(SecretText.hash(text))
    let spent = try connection.change(
      "UPDATE nonce SET used = ? WHERE scope = ? AND hash = ? AND used IS NULL AND expires > ?",
      [.number(now), .string(scope), hash, .number(now)])
    if spent == 1 { return }
    guard
      var row = try connection.row("SELECT used FROM nonce WHERE scope = ? AND hash = ?", [.string(scope), hash])
    else { throw StoreError(.notFound, "the nonce is not one of ours") }
    throw try row.optionalInteger() == nil
      ? StoreError(.expired, "the nonce's time is over") : StoreError(.used, "the nonce was used before")
  }

  /// Remembers a value that a client made until `lifetime` is over. Throws `used` when it came before.
  package func spendClientNonce(_ text: String, scope: String, lifetime: Int64) throws {
    let added = try connection.change(
      "INSERT INTO nonce (scope, hash, expires, used) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [.string(scope), .bytes(SecretText.hash(text)), .number(later(by: lifetime)), .number(now)])
    guard added == 1 else { throw StoreError(.used, "the nonce was used before") }
  }
}
