/// Who a request comes from when proxies are in between.
enum ForwardedAddress {
  /// The last address of `X-Forwarded-For` that is not a trusted proxy's, when the connection is from one; what
  /// stands before that anybody can have written.
  static func client(_ fields: HTTPFields, peer: String, trusting trusted: Set<String>) -> String {
    guard !trusted.isEmpty, trusted.contains(peer) else { return peer }
    var client = peer
    for address in fields.tokens("X-Forwarded-For").reversed() {
      guard address.utf8.count <= 45,
        address.utf8.allSatisfy({ FieldGrammar.hexValue($0) != nil || $0 == 46 || $0 == 58 })
      else { break }
      client = address
      if !trusted.contains(address) { break }
    }
    return client
  }
}
