/// Finds what belongs to a path. Literal parts go before parameters, and those before the rest.
struct RouteTree<Leaf: Sendable>: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var leaf: Leaf?
    var rest: Leaf?
  }

  private var nodes = [Node()]

  /// What stands at a pattern; two patterns that differ in names only are the same place.
  subscript(pattern: RoutePattern) -> Leaf? {
    mutating get {
      let node = place(pattern)
      return pattern.parts.last == .rest ? nodes[node].rest : nodes[node].leaf
    }
    set {
      let node = place(pattern)
      if pattern.parts.last == .rest { nodes[node].rest = newValue } else { nodes[node].leaf = newValue }
    }
  }

  func find(_ segments: [String]) -> (leaf: Leaf, values: [String])? {
    var values: [String] = []
    return find(segments[...], from: 0, values: &values).map { ($0, values) }
  }

  private mutating func place(_ pattern: RoutePattern) -> Int {
    var at = 0
    for part in pattern.parts where part != .rest {
      var next: Int?
      if case .literal(let text) = part { next = nodes[at].literals[text] } else { next = nodes[at].parameter }
      if next == nil {
        nodes.append(Node())
        next = nodes.count - 1
        if case .literal(let text) = part { nodes[at].literals[text] = next } else { nodes[at].parameter = next }
      }
      at = next ?? at
    }
    return at
  }

  private func find(_ segments: ArraySlice<String>, from at: Int, values: inout [String]) -> Leaf? {
    let node = nodes[at]
    guard let first = segments.first else { return node.leaf }
    if let next = node.literals[first], let found = find(segments.dropFirst(), from: next, values: &values) {
      return found
    }
    if let next = node.parameter, !first.isEmpty {
      values.append(first)
      if let found = find(segments.dropFirst(), from: next, values: &values) { return found }
      values.removeLast()
    }
    if let rest = node.rest, segments.allSatisfy({ !$0.isEmpty }) {
      values.append(segments.joined(separator: "/"))
      return rest
    }
    return nil
  }
}
