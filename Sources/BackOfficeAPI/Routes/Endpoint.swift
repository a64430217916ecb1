/// One row of the route table. Routes of the server and `openapi.json` are made from it, and from nothing else.
package struct Endpoint<Input: WireType, Output: WireType>: Sendable {
  package let description: EndpointDescription
}

/// A row without its types.
package struct EndpointDescription: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  /// Who may call.
  package enum Access: Sendable, Hashable {
    case anybody
    /// Anybody with a token.
    case tokenHolder
    case scope(Scope)
    /// A program of this machine, or a token with the scope.
    case localOr(Scope)
  }

  package enum Content: Sendable {
    case none
    case json(name: String, Schema)
    /// Bytes as they are.
    case bytes(String)
  }

  package struct Parameter: Sendable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    package let words: String

    package init(_ name: String, _ schema: Schema, isRequired: Bool = false, _ words: String = "") {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.words = words
    }
  }

  /// Requests a second of one address, and how many at once.
  package struct Rate: Sendable {
    package let perSecond: Double
    package let burst: Int
  }

  package struct Limits: Sendable {
    package var bodyBytes = 256 << 10
    package var seconds = 30
    package var rate: Rate?
    package var concurrent: Int?
  }

  /// Stable; also the `operationId`.
  package let name: String
  package let method: Method
  package let path: String
  package let access: Access
  package let input: Content
  package let output: Content
  /// Of success.
  package let status: Int
  package let query: [Parameter]
  package let headers: [Parameter]
  package let limits: Limits
  /// Whether an `Idempotency-Key` is taken.
  package let isIdempotent: Bool
  package let summary: String

  /// Whether it is one of the messages that a session's key signs.
  package var takesSignature: Bool { EndpointDescription.takesSignature(path, access) }

  fileprivate static func takesSignature(_ path: String, _ access: Access) -> Bool {
    access == .scope(.session) && (path + "/").hasPrefix("/v1/sessions/")
  }

  /// Names in the path.
  package var pathParameters: [String] {
    path.split(separator: "/").compactMap { part in
      part.hasPrefix("{") ? String(part.dropFirst().dropLast()) : nil
    }
  }
}

extension Endpoint {
  init(
    _ name: String, _ method: EndpointDescription.Method, _ path: String, _ access: EndpointDescription.Access,
    _ summary: String, status: Int = 200, query: [EndpointDescription.Parameter] = [],
    headers: [EndpointDescription.Parameter] = [], limits: EndpointDescription.Limits = .init(),
    isIdempotent: Bool = false, sends: String? = nil, takes: String? = nil
  ) {
    var limits = limits
    let hasInput = Input.self != NoContent.self
    if !hasInput, takes == nil { limits.bodyBytes = 0 }
    description = EndpointDescription(
      name: name, method: method, path: path, access: access,
      input: takes.map { .bytes($0) } ?? (hasInput ? .json(name: "\(Input.self)", Input.schema) : .none),
      output: sends.map { .bytes($0) } ?? .json(name: "\(Output.self)", Output.schema), status: status, query: query,
      headers: headers + (EndpointDescription.takesSignature(path, access) ? API.signature : []), limits: limits,
      isIdempotent: isIdempotent, summary: summary)
  }
}
