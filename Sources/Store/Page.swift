/// A part of a long list, and where the next one begins.
package struct Page<Element: Sendable>: Sendable {
  package let elements: [Element]
  /// Ids of rows that are corrupt: one of them must not hide the others.
  package let damaged: [String]
  /// Nil at the end of the list.
  package let next: PageKey?

  /// Each row begins with time and id; `found` has one row more than `limit` when the list goes on.
  init(_ found: [SQLRow], limit: Int, make: (SQLRow, PageKey) throws -> Element) throws {
    var elements: [Element] = []
    var damaged: [String] = []
    var last: PageKey?
    for var row in found.prefix(limit) {
      let key = PageKey(created: try row.integer(), id: try row.text())
      do { elements.append(try make(row, key)) } catch  where isCorrupt(error) { damaged.append(key.id) }
      last = key
    }
    self.elements = elements
    self.damaged = damaged
    next = found.count > limit ? last : nil
  }
}

/// Whether it is the stored bytes that are at fault, and not the way to them.
func isCorrupt(_ error: any Error) -> Bool {
  (StoreError.mapped(error) as? StoreError)?.code == .corrupt
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
