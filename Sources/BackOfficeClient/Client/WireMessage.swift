internal import BonafideBackOfficeAPI
internal import Foundation

/// Requests and answers of the interface, as the route table has them.
enum WireMessage {
  /// The path with its values in place of their names.
  static func path(of row: EndpointDescription, _ values: [String: String]) -> String {
    row.path.split(separator: "/").map { part in
      guard part.hasPrefix("{"), let value = values[String(part.dropFirst().dropLast())] else { return "/" + part }
      return "/" + ServerAddress.encoded(value)
    }.joined()
  }

  static func query(_ values: [(String, String)]) -> String {
    values.map { $0 + "=" + ServerAddress.encoded($1) }.joined(separator: "&")
  }

  /// JSON that the server's schema allows. Throws `request_invalid` with the field's name.
  static func encoded<Input: WireType>(_ input: Input) throws(BackOfficeError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      let bytes = try encoder.encode(input)
      try Input.schema.check(try JSONDecoder().decode(JSONValue.self, from: bytes))
      return Array(bytes)
    } catch {
      throw BackOfficeError(.requestInvalid, subject: (error as? SchemaFlaw)?.field)
    }
  }

  static func decoded<Output: WireType>(
    _ type: Output.Type, from response: TransportResponse
  ) throws(BackOfficeError) -> Envelope<Output> {
    do { return try JSONDecoder().decode(Envelope<Output>.self, from: Data(response.body)) } catch {
      throw BackOfficeError(.answerUnreadable, status: response.status)
    }
  }

  /// What the server's clock showed, Unix milliseconds; nil for what is no JSON of success.
  static func time(of response: TransportResponse) -> Int? {
    struct Stamp: Decodable { let serverTime: Int }
    return try? JSONDecoder().decode(Stamp.self, from: Data(response.body)).serverTime
  }

  /// What an answer that is no success means. Of its texts only what has the form of a code is kept.
  static func failure(_ response: TransportResponse) -> BackOfficeError {
    let status = response.status
    let wait = response.headers["retry-after"].flatMap { Int($0) }.map { Duration.seconds(min(max($0, 0), 86_400)) }
    if (300..<400).contains(status) { return BackOfficeError(.redirectRefused, status: status) }
    guard status >= 400, let problem = try? JSONDecoder().decode(JSONValue.self, from: Data(response.body)),
      let code = problem["code"]?.text, code.utf8.count <= 64, TextForm.code.matches(code)
    else { return BackOfficeError(.answerUnreadable, status: status, retryAfter: wait) }
    let correlation = problem["correlationId"]?.text.flatMap { text in
      (8...64).contains(text.utf8.count) && TextForm.visible.matches(text) ? text : nil
    }
    return BackOfficeError(
      BackOfficeError.Code(rawValue: code), status: status, correlationId: correlation, retryAfter: wait)
  }
}
