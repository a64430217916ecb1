/// The right to work on a live session until a time, for one owner.
package struct Lease: Sendable, Hashable {
  package let session: Identifier<Session>
  /// Who holds it: a process, a connection.
  package let owner: String
  /// Grows with every acquisition, so that an owner that has slept too long is told from the present one.
  package let number: Int64
  package let until: Int64
}

/// The state of a live session, for whoever goes on with it.
package struct Snapshot: Sendable, Hashable {
  /// Version of the form of `state`.
  package let format: Int64
  package let state: JSONDocument

  package init(format: Int64, state: JSONDocument) {
    self.format = format
    self.state = state
  }
}
