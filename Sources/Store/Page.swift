/// A part of a long list, and where the next one begins.
package struct Page<Element: Sendable>: Sendable {
  package let elements: [Element]
  /// Nil at the end of the list.
  package let next: PageKey?

  /// `found` has one element more than `limit` when the list goes on.
  init(_ found: [Element], limit: Int, key: (Element) -> PageKey) {
    elements = Array(found.prefix(limit))
    next = found.count > limit ? elements.last.map(key) : nil
  }
}

/// The place behind an element in a list that is ordered by time, then id.
package struct PageKey: Sendable, Hashable, Codable {
  package let created: Int64
  package let id: String

  package init(created: Int64, id: String) {
    self.created = created
    self.id = id
  }
}

/// How many elements a page may have.
package enum PageSize {
  package static let maximum = 500

  static func clamped(_ limit: Int) -> Int { min(max(limit, 1), maximum) }
}
