/// Erases a person: by a session, or by the app's reference.
package struct EraseRequest: WireType, Hashable {
  package var session: String?
  package var reference: String?

  package init(session: String? = nil, reference: String? = nil) {
    self.session = session
    self.reference = reference
  }

  package static let schema = Schema.object([
    .init("session", .identifier, isRequired: false, ""),
    .init("reference", .text(1...200, .line), isRequired: false, ""),
  ])
}

/// What was erased.
package struct EraseAnswer: WireType, Hashable {
  package var subjects: Int
  /// False when old pages of the database were still being read; they are swept later.
  package var isSwept: Bool

  package init(subjects: Int, isSwept: Bool) {
    self.subjects = subjects
    self.isSwept = isSwept
  }

  package static let schema = Schema.object([
    .init("subjects", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init(
      "isSwept", .flag, isRequired: true,
      "False when old pages of the database were still being read; they are swept later."),
  ])
}
