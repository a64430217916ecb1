/// Brings one request to a server and its answer back.
///
/// Throws `BackOfficeError` with codes of network and TLS only: every status of HTTP is an answer. A cancelled task ends
/// its transfer at once and throws `cancelled`. Redirects are answers too; none is followed.
package protocol BackOfficeTransport: Sendable {
  func send(_ request: TransportRequest) async throws(BackOfficeError) -> TransportResponse
}

package struct TransportRequest: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A range of a file, in bytes from its beginning.
    case file(path: String, range: Range<Int>)

    package var count: Int {
      switch self {
      case .none: 0
      case .bytes(let bytes): bytes.count
      case .file(_, let range): range.count
      }
    }
  }

  package var method: String
  package var address: ServerAddress.Target
  package var headers: [(String, String)]
  package var body: Body
  /// From the beginning to the answer's last byte.
  package var timeout: Duration
  /// Bytes of an answer; a longer one is `answer_too_large`.
  package var mostAnswerBytes: Int

  package init(
    _ method: String, _ address: ServerAddress.Target, headers: [(String, String)] = [], body: Body = .none,
    timeout: Duration = .seconds(30), mostAnswerBytes: Int = 8 << 20
  ) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.mostAnswerBytes = mostAnswerBytes
  }
}

/// Headers carry tokens and paths carry sessions: neither is shown.
extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "\(method), \(body.count) bytes" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

package struct TransportResponse: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package let status: Int
  /// Names in lower case; of a repeated field the last.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package var description: String { "HTTP \(status), \(body.count) bytes" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Makes the transport of this platform for one channel's trust.
package enum PlatformTransport {
  package static func make(_ trust: ServerTrust) throws(BackOfficeError) -> any BackOfficeTransport {
    #if canImport(Darwin)
      return URLSessionTransport(trust)
    #else
      return try CurlTransport(trust)
    #endif
  }
}
