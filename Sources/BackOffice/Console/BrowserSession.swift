internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// The sign-in of a browser: an account's token in a cookie that scripts cannot read, and a code that goes with every
/// request that changes something, so that no other page can make the browser send one.
enum BrowserSession {
  /// Over TLS the name's prefix makes browsers refuse the cookie from anybody but this very host.
  static func cookieName(_ request: Request) -> String {
    (isSecure(request) ? "__Host-" : "") + API.ConsoleFields.cookie
  }

  /// Whether the browser came over TLS, to us or to a proxy before us. Who lies about the latter harms only the own cookie.
  static func isSecure(_ request: Request) -> Bool {
    request.isEncrypted || request.fields["X-Forwarded-Proto"]?.lowercased() == "https"
  }

  /// For `Set-Cookie`; nil ends it. `lifetime` in milliseconds.
  static func cookie(_ token: String?, lifetime: Int64, for request: Request) -> String {
    let end = token == nil ? 0 : lifetime / 1000
    return "\(cookieName(request))=\(token ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(end)"
      + (isSecure(request) ? "; Secure" : "")
  }

  /// The token of the cookie. Nil where there is none, or several: then somebody else has set one of them.
  static func token(of request: Request) -> String? {
    let name = cookieName(request)
    let found = request.fields.values("Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair -> String? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { return nil }
      return String(parts[1])
    }
    return found.count == 1 && found[0].utf8.count == 43 ? found[0] : nil
  }

  static func code(_ bytes: [UInt8]) -> String { Base64.addressText(bytes) }

  /// Throws 403 `csrf_missing` or `csrf_invalid` unless the request changes nothing or was made by a page of ours.
  static func check(_ request: Request, code expected: [UInt8]) throws(Problem) {
    guard request.method != .get, request.method != .head else { return }
    try checkOrigin(request)
    let sent = request.fields.values(API.ConsoleFields.csrf)
    guard let first = sent.first else {
      throw Problem(.forbidden, "csrf_missing", "a request of a browser needs \(API.ConsoleFields.csrf)")
    }
    guard sent.count == 1, Comparison.equal(Array(first.utf8), Array(code(expected).utf8)) else { throw invalid }
  }

  /// A browser says which page a request comes from: only one of this host may. Throws 403 `csrf_invalid`.
  static func checkOrigin(_ request: Request) throws(Problem) {
    let origins = request.fields.values("Origin")
    guard !origins.isEmpty else { return }
    guard origins.count == 1, let host = request.fields["Host"] else { throw invalid }
    let allowed = request.isEncrypted ? ["https://\(host)"] : ["https://\(host)", "http://\(host)"]
    guard allowed.contains(where: { $0.lowercased() == origins[0].lowercased() }) else { throw invalid }
  }

  private static let invalid = Problem(.forbidden, "csrf_invalid", "the request does not come from a page of this host")
}
