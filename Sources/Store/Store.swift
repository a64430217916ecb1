package import BonafideSecrets

/// Everything that the back office keeps, apart from blobs.
///
/// All work is done in transactions whose bodies run on the database's own threads. What belongs together (a decision
/// with its audit entry, a job's result with the job's end) goes into one body, and is kept as a whole or not at all.
/// A body may run again after a deadlock or a lost connection: it has no other effects than through its transaction. A
/// transaction in which a statement failed is never kept, even when the body catches the error. All failures are
/// `StoreError`s; errors of the body itself pass unchanged.
package protocol Store: Sendable {
  /// Keeps what `body` does, on the disk, before it answers.
  func write<Result: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> Result) async throws -> Result

  /// Sees one state of the database from beginning to end.
  func read<Result: Sendable>(_ body: @escaping @Sendable (ReadTransaction) throws -> Result) async throws -> Result

  /// The key of a person, to give to a blob store. Throws `erased` or `not_found`.
  func subjectKey(_ subject: Identifier<Subject>) async throws -> SubjectKey

  /// Wraps keys that are under another master key than the ring's current one; answers how many were. Can be stopped at
  /// any time, by cancelling its task too, and started again, while the store is in use.
  func rotateKeys(batch: Int) async throws -> Int

  /// Makes sure that deleted rows are in no file any more. Answers false when a reader still needs the old pages:
  /// then it has to be tried again.
  func sweepDeleted() async throws -> Bool

  /// Writes a consistent copy of a SQLite database to a file that does not exist yet. For PostgreSQL it throws
  /// `invalid`: `pg_dump` makes its copies.
  func backUp(to path: String) async throws

  /// Finishes what is queued and closes.
  func close() async
}

extension Store {
  /// In batches of 100.
  package func rotateKeys() async throws -> Int { try await rotateKeys(batch: 100) }
}
