/// The methods that are served (RFC 9110 §9, RFC 5789). All others are answered with 501.
package enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"

  /// A GET whose content is left out.
  package var expectsNoContent: Bool { self == .head }
}
