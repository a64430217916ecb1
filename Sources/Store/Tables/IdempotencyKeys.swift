internal import BonafideSecrets

extension WriteTransaction {
  /// Claims a request. Who claims it has `claim` milliseconds before it may be claimed again, so that one whose server
  /// died can be done after all. Throws `in_flight`, and `conflict` when the key came with another request.
  package func claim(_ request: IdempotentRequest, claim: Int64, lifetime: Int64) throws -> IdempotentClaim {
    let key = SQLValue.bytes(SecretText.hash(request.key))
    // One that is over counts as none.
    try connection.change(
      "DELETE FROM idempotency WHERE client = ? AND key_hash = ? AND expires <= ?",
      [.string(request.sender), key, .number(now)])
    let added = try connection.change(
      """
      INSERT INTO idempotency (client, key_hash, request, state, created, claimed_until, expires)
      VALUES (?, ?, ?, 'claimed', ?, ?, ?) ON CONFLICT DO NOTHING
      """,
      [
        .string(request.sender), key, .bytes(request.hash), .number(now), .number(later(by: claim)),
        .number(later(by: lifetime)),
      ])
    if added == 1 { return .new }
    guard
      var row = try connection.row(
        """
        SELECT request, claimed_until, status, answer, session FROM idempotency WHERE client = ? AND key_hash = ?{lock}
        """, [.string(request.sender), key])
    else { throw StoreError(.inFlight, "the request is being worked on") }
    guard try row.bytes() == request.hash else {
      throw StoreError(.conflict, "the idempotency key came with another request")
    }
    let claimedUntil = try row.integer()
    if let status = try row.optionalInteger(), let sealed = try row.optionalBytes() {
      let body = try context.key(of: row.optionalID()).open(
        sealed, IdempotentRequest.column, row: request.row)
      return .answered(StoredAnswer(status: Int(status), body: body))
    }
    guard claimedUntil <= now else { throw StoreError(.inFlight, "the request is being worked on") }
    try connection.change(
      "UPDATE idempotency SET claimed_until = ? WHERE client = ? AND key_hash = ?",
      [.number(later(by: claim)), .string(request.sender), key])
    return .new
  }

  /// Holds on to a claim for `claim` more milliseconds; false when it is none any more.
  package func renew(_ request: IdempotentRequest, claim: Int64) throws -> Bool {
    let reached = try connection.change(
      """
      UPDATE idempotency SET claimed_until = ? WHERE client = ? AND key_hash = ? AND request = ? AND state = 'claimed'
      """,
      [
        .number(later(by: claim)), .string(request.sender), .bytes(SecretText.hash(request.key)),
        .bytes(request.hash),
      ])
    return reached == 1
  }

  /// Stores the answer, in the transaction of what it answers. Sealed under the person's key when the request is about a
  /// session.
  package func answer(
    _ request: IdempotentRequest, with answer: StoredAnswer, session: Identifier<Session>?
  ) throws {
    let sealed = try context.key(of: session).seal(answer.body, IdempotentRequest.column, row: request.row)
    let reached = try connection.change(
      """
      UPDATE idempotency SET state = 'answered', status = ?, answer = ?, session = ?
      WHERE client = ? AND key_hash = ? AND request = ? AND state = 'claimed'
      """,
      [
        .number(Int64(answer.status)), sealed, .id(session), .string(request.sender),
        .bytes(SecretText.hash(request.key)), .bytes(request.hash),
      ])
    guard reached == 1 else { throw StoreError(.conflict, "the request was answered by somebody else") }
  }

  /// Gives a claim back, so that the request may be sent again at once.
  package func abandon(_ request: IdempotentRequest) throws {
    try connection.change(
      "DELETE FROM idempotency WHERE client = ? AND key_hash = ? AND request = ? AND state = 'claimed'",
      [.string(request.sender), .bytes(SecretText.hash(request.key)), .bytes(request.hash)])
  }
}

extension IdempotentRequest {
  static let column = Column("idempotency", "answer")
  var row: String { "\(sender)/\(Hex.text(SecretText.hash(key)))" }
}
