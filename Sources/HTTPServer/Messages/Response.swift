/// An answer, before it is written.
package struct Response: Sendable {
  package var status: HTTPStatus
  /// Without those that tell the length and the connection: the server writes them.
  package var fields: HTTPFields
  package var body: ResponseBody

  package init(_ status: HTTPStatus = .ok, fields: HTTPFields = [:], body: ResponseBody = .none) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  package static func text(_ text: String, status: HTTPStatus = .ok) -> Response {
    Response(status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
  }

  /// `json` is JSON already.
  package static func json(bytes json: [UInt8], status: HTTPStatus = .ok) -> Response {
    Response(status, fields: ["Content-Type": "application/json"], body: .bytes(json))
  }

  /// Content that is made while it is sent. With a `length` in bytes it must have exactly that many.
  package static func stream(
    _ type: String, length: Int? = nil, _ produce: @escaping @Sendable (ResponseWriter) async throws -> Void
  ) -> Response {
    Response(fields: ["Content-Type": type], body: .stream(length: length, produce))
  }

  /// A plain file. With a request that asks for one range of it, that range (RFC 9110 §14).
  ///
  /// Throws 404 `not_found` or 416 `range_not_satisfiable`.
  package static func file(_ path: String, type: String, for request: Request? = nil) throws(Problem) -> Response {
    let file = try FileContent(path: path)
    var response = Response(fields: ["Content-Type": type, "Accept-Ranges": "bytes"], body: .file(file, file.whole))
    guard let wish = request?.fields["Range"], let range = try ByteRange(wish, of: file.size)?.bytes else {
      return response
    }
    response.status = .partialContent
    response.body = .file(file, range)
    response.fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)"
    return response
  }

  /// The content as one array of at most `limit` bytes, for tests and for answers that are kept.
  package func collect(upTo limit: Int = .max) async throws -> [UInt8] {
    let kept = CollectedContent(limit: limit)
    try await body.produce(into: ResponseWriter { try kept.append($0) })
    return kept.bytes
  }
}
