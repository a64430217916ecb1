internal import FoundationEssentials

/// Typed JSON content.
package enum JSONBody {
  /// A value from JSON that has no duplicate keys, no keys that `Value` does not ask for, and no more than
  /// `JSONCheck.maximumDepth` levels. Dates are ISO 8601.
  ///
  /// Throws the problems of `JSONCheck`, and 422 `missing_field`, `wrong_type`, `bad_value` or `unknown_field`.
  package static func decode<Value: Decodable & Sendable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(Problem) -> Value {
    try JSONCheck.check(bytes)
    let record = FieldRecord()
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo[FieldRecord.key] = record
    let value: Value
    do {
      value = try decoder.decode(RecordedValue<Value>.self, from: Data(bytes)).value
    } catch let error as DecodingError {
      throw problem(error)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.unprocessableContent, "bad_value", "a value is not allowed")
    }
    if let name = record.unknownField {
      let isHarmless = name.utf8.count <= 64 && name.utf8.allSatisfy { FieldGrammar.isAlphanumeric($0) || $0 == 95 }
      throw Problem(
        .unprocessableContent, "unknown_field", isHarmless ? "'\(name)' is not known" : "a field is not known")
    }
    return value
  }

  private static func problem(_ error: DecodingError) -> Problem {
    let (code, words, path): (String, String, [any CodingKey]) =
      switch error {
      case .keyNotFound(let key, let context): ("missing_field", "is missing", context.codingPath + [key])
      case .typeMismatch(_, let context): ("wrong_type", "has the wrong type", context.codingPath)
      case .valueNotFound(_, let context): ("wrong_type", "must not be null", context.codingPath)
      case .dataCorrupted(let context): ("bad_value", "has a value that is not allowed", context.codingPath)
      @unknown default: ("bad_value", "is not allowed", [])
      }
    // Names from dictionaries are the client's own words.
    let name = path.last.map(\.stringValue) ?? ""
    let isOurs = !name.isEmpty && name.utf8.count <= 64 && name.utf8.allSatisfy(FieldGrammar.isToken)
    return Problem(.unprocessableContent, code, isOurs ? "'\(name)' \(words)" : "a value \(words)")
  }
}

extension Request {
  /// The JSON content as a value, of at most `bytes` and the route's own limit.
  ///
  /// Throws 415 `unsupported_media_type`, 413 `content_too_large`, and what `JSONBody.decode` throws.
  package func json<Value: Decodable & Sendable>(_ type: Value.Type, upTo bytes: Int = 1 << 20) async throws -> Value {
    guard isJSON else {
      throw Problem(.unsupportedMediaType, "unsupported_media_type", "the content must be application/json")
    }
    return try JSONBody.decode(type, from: try await body.collect(upTo: bytes))
  }

  private var isJSON: Bool {
    let sent = fields.values("Content-Type")
    guard sent.count == 1 else { return false }
    let parts = sent[0].split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingBlanks().lowercased() }
    return parts.first == "application/json"
      && parts.dropFirst().allSatisfy { $0 == "charset=utf-8" || $0 == "charset=\"utf-8\"" }
  }
}

extension Response {
  /// A value as JSON: keys in order, dates as ISO 8601.
  package static func json(_ value: some Encodable, status: HTTPStatus = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return .json(bytes: Array(try encoder.encode(value)), status: status)
  }
}
