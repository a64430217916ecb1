/// What a route's pattern took from the path: decoded texts by name.
package struct PathParameters: Sendable, Equatable {
  private var values: [(name: String, value: String)] = []

  init() {}

  init(names: [String], values: [String]) { self.values = Array(zip(names, values)).map { ($0, $1) } }

  package subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  /// The parameter as a value. Throws 404 `not_found` when it cannot be one: there is no such resource.
  package func require<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(Problem) -> Value {
    guard let text = self[name], let value = Value(text) else {
      throw Problem(.notFound, "not_found", "there is nothing under this address")
    }
    return value
  }

  package static func == (left: PathParameters, right: PathParameters) -> Bool {
    left.values.elementsEqual(right.values) { $0 == $1 }
  }
}
