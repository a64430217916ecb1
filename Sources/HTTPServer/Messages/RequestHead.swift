/// What stands before a request's content, checked and cut up.
package struct RequestHead: Sendable, Equatable {
  /// How the length of the content is told (RFC 9112 §6).
  package enum Framing: Sendable, Equatable {
    case none
    /// Bytes, above 0.
    case length(Int)
    case chunked
  }

  package static let maximumBytes = 16384
  package static let maximumFields = 100

  package let method: HTTPMethod
  package let target: RequestTarget
  package let fields: HTTPFields
  package let framing: Framing
  /// Whether another request may follow on the connection.
  package let keepsAlive: Bool
  /// Whether the client waits for `100 Continue` before it sends its content.
  package let expectsContinue: Bool
  /// Minor version: HTTP/1.0 or HTTP/1.1.
  package let minorVersion: Int
}
