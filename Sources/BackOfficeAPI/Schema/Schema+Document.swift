extension Schema {
  /// The same as JSON Schema 2020-12, for OpenAPI 3.1.
  package var document: JSONValue {
    switch self {
    case .text(let length, let form):
      var fields: [String: JSONValue] = [
        "type": "string", "minLength": .integer(length.lowerBound), "maxLength": .integer(length.upperBound),
      ]
      if let pattern = form.pattern { fields["pattern"] = .text(pattern) }
      return .object(fields)
    case .choice(let choices): return ["type": "string", "enum": .list(choices.map { .text($0) })]
    case .integer(let range):
      return ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .number(let range):
      return ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
    case .flag: return ["type": "boolean"]
    case .list(let element, let count):
      return [
        "type": "array", "items": element.document, "minItems": .integer(count.lowerBound),
        "maxItems": .integer(count.upperBound),
      ]
    case .map(let element, let maximum):
      return ["type": "object", "additionalProperties": element.document, "maxProperties": .integer(maximum)]
    case .object(let fields):
      var properties: [String: JSONValue] = [:]
      for field in fields { properties[field.name] = field.document }
      var object: [String: JSONValue] = [
        "type": "object", "properties": .object(properties), "additionalProperties": false,
      ]
      let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
      if !required.isEmpty { object["required"] = .list(required) }
      return .object(object)
    case .anyObject: return ["type": "object"]
    case .anything: return [:]
    }
  }
}

extension Schema.Field {
  fileprivate var document: JSONValue {
    guard case .object(var fields) = schema.document else { return [:] }
    // What may be left out may also be null.
    if !isRequired {
      if let type = fields["type"] { fields["type"] = [type, "null"] }
      if let choices = fields["enum"]?.list { fields["enum"] = .list(choices + [.null]) }
    }
    if !words.isEmpty { fields["description"] = .text(words) }
    return .object(fields)
  }
}
