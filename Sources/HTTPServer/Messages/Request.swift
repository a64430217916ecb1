/// One request, as a handler sees it.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var target: RequestTarget
  package var fields: HTTPFields
  /// Numeric address of the client, as a trusted proxy tells it, or else of the other side of the connection.
  package var remoteAddress: String
  /// Whether it came over TLS.
  package var isEncrypted: Bool
  package var body: RequestBody
  package var correlationID: String
  /// What the pattern of the route took from the path.
  package internal(set) var parameters = PathParameters()
  private var attachments: [ObjectIdentifier: any Sendable] = [:]

  init(_ head: RequestHead, remoteAddress: String, isEncrypted: Bool, body: RequestBody) {
    method = head.method
    target = head.target
    fields = head.fields
    self.remoteAddress = remoteAddress
    self.isEncrypted = isEncrypted
    self.body = body
    correlationID = CorrelationID.choose(head.fields)
  }

  /// A request that never was on a wire. Throws as `RequestTarget` does.
  package init(
    _ method: HTTPMethod, _ target: String, fields: HTTPFields = [:], body: [UInt8] = [],
    remoteAddress: String = "127.0.0.1"
  ) throws(Problem) {
    self.method = method
    self.target = try RequestTarget(target)
    self.fields = fields
    self.remoteAddress = remoteAddress
    isEncrypted = false
    self.body = RequestBody(body)
    correlationID = CorrelationID.choose(fields)
  }

  package var path: String { target.path }

  /// What a middleware left for those behind it, such as who the caller is: one value a type.
  package subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
    get { attachments[ObjectIdentifier(type)] as? Value }
    set { attachments[ObjectIdentifier(type)] = newValue }
  }

  /// The media type of the content in lower case, without parameters; nil where there is none or several.
  package var mediaType: String? {
    let sent = fields.values("Content-Type")
    guard sent.count == 1, let type = sent[0].split(separator: ";", omittingEmptySubsequences: false).first else {
      return nil
    }
    return type.trimmingBlanks().lowercased()
  }
}
