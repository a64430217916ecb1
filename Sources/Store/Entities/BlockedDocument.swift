/// A document that is not taken. Which one it is can be asked, but not read.
package struct BlockedDocument: Sendable, Hashable {
  package let id: Identifier<BlockedDocument>
  /// In the words of who blocked it. Sealed.
  package let reason: String
  /// An account's id.
  package let author: String
  package let created: Int64
}

/// How often a document was seen in other sessions of the same program.
package struct DocumentUse: Sendable, Hashable {
  package let sessions: Int64
  /// Those of them in which it had another holder.
  package let otherHolders: Int64
}
