/// The methods that are known (RFC 9110 §9, RFC 5789, draft-ietf-httpbis-safe-method-w-body). All others are answered
/// with 501, CONNECT among them: there is no path that it could be allowed on.
package enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// Served nowhere: it would show a program in a browser what a proxy has added (RFC 9110 §9.3.8).
  case trace = "TRACE"
  /// Served nowhere as well, but known: what is asked that way gets the list of what is served.
  case query = "QUERY"

  /// Those that the server as a whole takes.
  static let served = allCases.filter { $0 != .trace && $0 != .query }

  /// A GET whose content is left out.
  package var expectsNoContent: Bool { self == .head }
}
