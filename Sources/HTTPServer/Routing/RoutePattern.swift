/// The shape of a path: `/v1/session/{id}`. A parameter takes one segment that is not empty; `{path*}` at the end
/// takes all that are left, joined by slashes.
package struct RoutePattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  enum Part: Sendable, Hashable {
    case literal(String)
    case parameter
    case rest
  }

  package let description: String
  let parts: [Part]
  let names: [String]

  /// `pattern` is part of the program: one that is not well-formed is a fault of the programmer.
  package init(stringLiteral pattern: String) {
    precondition(pattern.hasPrefix("/"), "a pattern begins with a slash")
    description = pattern
    var parts: [Part] = []
    var names: [String] = []
    for text in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: pattern == "/") {
      if text.hasPrefix("{"), text.hasSuffix("}") {
        let name = text.dropFirst().dropLast()
        let takesRest = name.hasSuffix("*")
        parts.append(takesRest ? .rest : .parameter)
        names.append(String(takesRest ? name.dropLast() : name))
      } else {
        parts.append(.literal(String(text)))
      }
    }
    precondition(!parts.dropLast().contains(.rest), "only the last part takes the rest")
    precondition(Set(names).count == names.count, "names of parameters differ")
    self.parts = parts
    self.names = names
  }
}
