/// A request that a client may send again without its being done again.
package struct IdempotentRequest: Sendable, Hashable {
  /// Who sends it: an id of a client, account or session.
  package let sender: String
  /// Made by the sender.
  package let key: String
  /// SHA-256 over method, path and body.
  package let hash: [UInt8]

  package init(sender: String, key: String, hash: [UInt8]) {
    self.sender = sender
    self.key = key
    self.hash = hash
  }
}

/// What is to be done with such a request.
package enum IdempotentClaim: Sendable, Hashable {
  /// Do it, then store the answer.
  case new
  /// It was done: answer this.
  case answered(StoredAnswer)
}

package struct StoredAnswer: Sendable, Hashable {
  /// Of HTTP.
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
