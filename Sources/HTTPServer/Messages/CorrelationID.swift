/// The id that joins an answer, a log line and a complaint.
package enum CorrelationID {
  package static let fieldName = "X-Correlation-Id"

  /// What the client or a proxy sent, when it is a harmless token of at most 64 characters; otherwise 16 hexadecimal
  /// digits of our own.
  package static func choose(_ fields: HTTPFields) -> String {
    if let sent = fields[fieldName], (8...64).contains(sent.utf8.count),
      sent.utf8.allSatisfy({ FieldGrammar.isAlphanumeric($0) || $0 == 45 || $0 == 95 })
    {
      return sent
    }
    return make()
  }

  package static func make() -> String {
    let hex = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - hex.count) + hex
  }
}
