/// A database that runs transactions on threads of its own: whoever awaits one blocks no thread of the concurrency pool.
protocol Database: Sendable {
  var dialect: Dialect { get }

  /// Queues the work; false when the queue is full or closed.
  func submit(_ work: Work) -> Bool

  /// Ends the threads after what is queued, and waits for them.
  func close() async
}

/// One transaction, or one piece of work outside of one, and who waits for it.
final class Work: @unchecked Sendable {
  enum Kind: Sendable { case write, read, bare }

  let kind: Kind
  /// Runs on a thread of the database. May run again after a deadlock or a lost connection.
  let body: (any SQLConnection) throws -> Void
  /// Called once.
  let finish: ((any Error)?) -> Void

  init(_ kind: Kind, body: @escaping (any SQLConnection) throws -> Void, finish: @escaping ((any Error)?) -> Void) {
    self.kind = kind
    self.body = body
    self.finish = finish
  }
}

extension Database {
  /// Runs `body` and answers after its transaction has been committed. An error that it throws rolls everything back.
  func run<Result: Sendable>(
    _ kind: Work.Kind, _ body: @escaping @Sendable (any SQLConnection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let slot = Slot<Result>()
      let work = Work(kind) { connection in
        slot.value = try body(connection)
      } finish: { error in
        if let error {
          continuation.resume(throwing: StoreError.mapped(error))
        } else if let value = slot.value {
          continuation.resume(returning: value)
        } else {
          continuation.resume(throwing: StoreError(.internal, "a transaction ended without a result"))
        }
      }
      if !submit(work) {
        continuation.resume(throwing: StoreError(.unavailable, "the database is busy or closed"))
      }
    }
  }
}

/// Carries a result from the body to the end of its transaction; both run on the same thread.
private final class Slot<Value>: @unchecked Sendable {
  var value: Value?
}
