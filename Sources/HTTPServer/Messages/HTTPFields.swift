/// Header fields in their order; names are compared without regard to ASCII case.
package struct HTTPFields: Sendable, Equatable, ExpressibleByDictionaryLiteral, Sequence {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  private var fields: [Field] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  package var count: Int { fields.count }

  /// The first value of that name. Setting replaces all of them; nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { Self.same($0.name, name) }?.value }
    set {
      fields.removeAll { Self.same($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// All values of that name, in order.
  package func values(_ name: String) -> [String] {
    fields.compactMap { Self.same($0.name, name) ? $0.value : nil }
  }

  package func contains(_ name: String) -> Bool { fields.contains { Self.same($0.name, name) } }

  /// Adds a field and keeps those of the same name.
  package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// The members of a comma-separated list over all fields of that name, trimmed, in lower case.
  package func tokens(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }
      .map { String($0.trimmingBlanks()).lowercased() }.filter { !$0.isEmpty }
  }

  package func makeIterator() -> IndexingIterator<[Field]> { fields.makeIterator() }

  static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { FieldGrammar.lowercased($0) == FieldGrammar.lowercased($1) }
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  func trimmingBlanks() -> SubSequence {
    var rest = self[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return rest
  }
}
