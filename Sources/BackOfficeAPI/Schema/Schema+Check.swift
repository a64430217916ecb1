/// What is wrong with a value.
package struct SchemaFlaw: Error, Sendable, Hashable {
  package enum Kind: String, Sendable {
    case unknownField = "unknown_field"
    case missingField = "missing_field"
    case wrongType = "wrong_type"
    case badValue = "bad_value"
  }

  package let kind: Kind
  /// The field's name as the schema has it; empty for the value as a whole and for names that the client made.
  package let field: String
}

extension Schema {
  /// Throws the first flaw.
  package func check(_ value: JSONValue, field: String = "") throws(SchemaFlaw) {
    switch (self, value) {
    case (.anything, _), (.flag, .flag), (.anyObject, .object): return
    case (.text(let length, let form), .text(let text)):
      guard length.contains(text.unicodeScalars.count), form.matches(text) else {
        throw .init(kind: .badValue, field: field)
      }
    case (.choice(let choices), .text(let text)):
      guard choices.contains(text) else { throw .init(kind: .badValue, field: field) }
    case (.integer(let range), .integer(let number)):
      guard range.contains(number) else { throw .init(kind: .badValue, field: field) }
    case (.integer(let range), .number(let number)):
      // 1.0 is an integer for JSON Schema; what has no exact Int is out of every range.
      guard number == number.rounded() else { throw .init(kind: .wrongType, field: field) }
      guard let whole = Int(exactly: number), range.contains(whole) else { throw .init(kind: .badValue, field: field) }
    case (.number(let range), .integer), (.number(let range), .number):
      guard let number = value.number, range.contains(number) else { throw .init(kind: .badValue, field: field) }
    case (.list(let element, let count), .list(let elements)):
      guard count.contains(elements.count) else { throw .init(kind: .badValue, field: field) }
      for value in elements { try element.check(value, field: field) }
    case (.map(let element, let maximum), .object(let fields)):
      guard fields.count <= maximum else { throw .init(kind: .badValue, field: field) }
      for value in fields.values { try element.check(value, field: field) }
    case (.object(let known), .object(let fields)): try Self.check(fields, known)
    default: throw .init(kind: .wrongType, field: field)
    }
  }

  private static func check(_ fields: [String: JSONValue], _ known: [Field]) throws(SchemaFlaw) {
    var seen = 0
    for field in known {
      guard let value = fields[field.name] else {
        if field.isRequired { throw SchemaFlaw(kind: .missingField, field: field.name) }
        continue
      }
      seen += 1
      if case .null = value, !field.isRequired { continue }
      try field.schema.check(value, field: field.name)
    }
    guard seen == fields.count else {
      let unknown = Set(fields.keys).subtracting(known.map(\.name)).min() ?? ""
      throw SchemaFlaw(
        kind: .unknownField, field: unknown.utf8.count <= 64 && TextForm.name.matches(unknown) ? unknown : "")
    }
  }
}
