/// A status code, 100…599 (RFC 9110 §15).
package struct HTTPStatus: Sendable, Hashable {
  package let code: Int

  package init(_ code: Int) { self.code = min(max(code, 100), 599) }

  package static let `continue` = HTTPStatus(100)
  package static let switchingProtocols = HTTPStatus(101)
  package static let ok = HTTPStatus(200)
  package static let created = HTTPStatus(201)
  package static let accepted = HTTPStatus(202)
  package static let noContent = HTTPStatus(204)
  package static let partialContent = HTTPStatus(206)
  package static let movedPermanently = HTTPStatus(301)
  package static let seeOther = HTTPStatus(303)
  package static let notModified = HTTPStatus(304)
  package static let badRequest = HTTPStatus(400)
  package static let unauthorized = HTTPStatus(401)
  package static let forbidden = HTTPStatus(403)
  package static let notFound = HTTPStatus(404)
  package static let methodNotAllowed = HTTPStatus(405)
  package static let notAcceptable = HTTPStatus(406)
  package static let requestTimeout = HTTPStatus(408)
  package static let conflict = HTTPStatus(409)
  package static let gone = HTTPStatus(410)
  package static let lengthRequired = HTTPStatus(411)
  package static let preconditionFailed = HTTPStatus(412)
  package static let contentTooLarge = HTTPStatus(413)
  package static let targetTooLong = HTTPStatus(414)
  package static let unsupportedMediaType = HTTPStatus(415)
  package static let rangeNotSatisfiable = HTTPStatus(416)
  package static let expectationFailed = HTTPStatus(417)
  package static let unprocessableContent = HTTPStatus(422)
  package static let upgradeRequired = HTTPStatus(426)
  package static let preconditionRequired = HTTPStatus(428)
  package static let tooManyRequests = HTTPStatus(429)
  package static let fieldsTooLarge = HTTPStatus(431)
  package static let internalServerError = HTTPStatus(500)
  package static let notImplemented = HTTPStatus(501)
  package static let serviceUnavailable = HTTPStatus(503)
  package static let gatewayTimeout = HTTPStatus(504)
  package static let versionNotSupported = HTTPStatus(505)

  /// Whether an answer with this status never has content (RFC 9110 §6.4.1).
  package var forbidsContent: Bool { code < 200 || code == 204 || code == 304 }

  /// The words after the code; a client must not read anything into them.
  package var reason: String { Self.reasons[code] ?? "Status" }

  private static let reasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
    206: "Partial Content", 301: "Moved Permanently", 303: "See Other", 304: "Not Modified", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
    413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
    417: "Expectation Failed", 422: "Unprocessable Content", 426: "Upgrade Required", 428: "Precondition Required",
    429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
