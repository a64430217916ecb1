/// A document by what is printed on it.
package struct DocumentCheckRequest: WireType, Hashable {
  /// As a reading names it: `TUR-ID`, `ID`, `PASSPORT`…
  package var type: String
  package var number: String

  package init(type: String, number: String) {
    self.type = type
    self.number = number
  }

  package static let schema = Schema.object([
    .init("type", .text(1...40, .name), isRequired: true, "As a reading names it: `TUR-ID`, `ID`, `PASSPORT`…"),
    .init("number", .text(1...60, .line), isRequired: true, ""),
  ])
}

/// What is known about a document.
package struct DocumentCheckAnswer: WireType, Hashable {
  package var blocked: Bool
  /// Other sessions of the same program in which the server read this number.
  package var duplicates: Int
  /// Share of the checks of the document that held in the latest of them.
  package var lastScore: Double?

  package init(blocked: Bool, duplicates: Int, lastScore: Double? = nil) {
    self.blocked = blocked
    self.duplicates = duplicates
    self.lastScore = lastScore
  }

  package static let schema = Schema.object([
    .init("blocked", .flag, isRequired: true, ""),
    .init(
      "duplicates", .integer(0...9_007_199_254_740_991), isRequired: true,
      "Other sessions of the same program in which the server read this number."),
    .init(
      "lastScore", .number(0...1), isRequired: false,
      "Share of the checks of the document that held in the latest of them."),
  ])
}

/// A document that is to be taken no more. Only a keyed fingerprint of it is kept.
package struct BlockedDocumentRequest: WireType, Hashable {
  package var type: String
  package var number: String
  /// Without the number in it.
  package var reason: String

  package init(type: String, number: String, reason: String) {
    self.type = type
    self.number = number
    self.reason = reason
  }

  package static let schema = Schema.object([
    .init("type", .text(1...40, .name), isRequired: true, ""),
    .init("number", .text(1...60, .line), isRequired: true, ""),
    .init("reason", .text(1...200, .line), isRequired: true, "Without the number in it."),
  ])
}

/// A blocked document. Its number is not kept.
package struct BlockedDocumentAnswer: WireType, Hashable {
  package var id: String
  package var reason: String
  /// The account that blocked it.
  package var author: String
  package var createdAt: Int

  package init(id: String, reason: String, author: String, createdAt: Int) {
    self.id = id
    self.reason = reason
    self.author = author
    self.createdAt = createdAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("reason", .text(1...200, .line), isRequired: true, ""),
    .init("author", .text(1...100, .line), isRequired: true, "The account that blocked it."),
    .init("createdAt", .time, isRequired: true, ""),
  ])
}

/// Blocked documents, oldest first.
package struct BlockedDocumentList: WireType, Hashable {
  package var documents: [BlockedDocumentAnswer]
  package var next: String?

  package init(documents: [BlockedDocumentAnswer], next: String? = nil) {
    self.documents = documents
    self.next = next
  }

  package static let schema = Schema.object([
    .init("documents", .list(BlockedDocumentAnswer.schema, count: 0...500), isRequired: true, ""),
    .init("next", .text(34...51, .cursor), isRequired: false, "To ask for the part behind this one."),
  ])
}
