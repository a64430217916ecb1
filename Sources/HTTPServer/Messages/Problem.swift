/// An answer that reports a failure, as RFC 9457 writes it: `application/problem+json` with a stable `code`.
///
/// `detail` is for people and never holds personal data or what the client sent.
package struct Problem: Error, Sendable, Equatable {
  package var status: HTTPStatus
  /// Lower-case words joined by underscores; clients may branch on it.
  package var code: String
  package var detail: String
  /// Further header fields of the answer, such as `Allow` or `Retry-After`.
  package var fields: HTTPFields

  package init(_ status: HTTPStatus, _ code: String, _ detail: String = "", fields: HTTPFields = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.fields = fields
  }

  /// The answer, with the id under which the request stands in the log.
  package func response(correlationID: String) -> Response {
    var text = "{\"type\":\"about:blank\",\"title\":"
    JSONText.append(status.reason, to: &text)
    text += ",\"status\":\(status.code),\"code\":"
    JSONText.append(code, to: &text)
    if !detail.isEmpty {
      text += ",\"detail\":"
      JSONText.append(detail, to: &text)
    }
    text += ",\"correlationId\":"
    JSONText.append(correlationID, to: &text)
    text += "}"
    var fields = fields
    fields["Content-Type"] = "application/problem+json"
    fields["Cache-Control"] = "no-store"
    fields[CorrelationID.fieldName] = correlationID
    return Response(status, fields: fields, body: .bytes(Array(text.utf8)))
  }
}

/// Texts as JSON strings.
enum JSONText {
  static func append(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
