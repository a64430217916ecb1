/// What a JSON value has to look like. The server checks contents by it, and `openapi.json` shows it.
package indirect enum Schema: Sendable, Hashable {
  /// Length in Unicode scalars, as JSON Schema counts.
  case text(ClosedRange<Int>, TextForm)
  case choice([String])
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  case flag
  case list(Schema, count: ClosedRange<Int>)
  /// An object with any names.
  case map(Schema, maximum: Int)
  case object([Field])
  /// An object of which only the size is limited, by the route.
  case anyObject
  case anything

  package struct Field: Sendable, Hashable {
    package let name: String
    package let schema: Schema
    package let isRequired: Bool
    package let words: String

    package init(_ name: String, _ schema: Schema, isRequired: Bool, _ words: String) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.words = words
    }
  }

  package static let identifier = Schema.text(32...32, .identifier)
  package static let sha256 = Schema.text(64...64, .sha256)
  /// Unix milliseconds.
  package static let time = Schema.integer(0...9_007_199_254_740_991)

  package static func choice<Value: CaseIterable & RawRepresentable>(
    of type: Value.Type
  ) -> Schema where Value.RawValue == String {
    .choice(type.allCases.map(\.rawValue))
  }
}

/// A value of the interface: typed, and described.
package protocol WireType: Codable, Sendable {
  static var schema: Schema { get }
}

/// Where there is no content.
package struct NoContent: WireType {
  package static let schema = Schema.object([])
  package init() {}
}
