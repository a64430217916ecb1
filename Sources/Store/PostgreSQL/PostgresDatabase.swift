internal import Foundation

/// A PostgreSQL server behind a pool of connections, each with a thread of its own. A lost connection is opened again;
/// a transaction that had not begun to commit is then run once more.
final class PostgresDatabase: Database {
  let dialect = Dialect.postgres
  private let queue = WorkQueue<Work>(capacity: 10_000)
  private let threads = ServiceThreads()
  private static let attempts = 6

  init(_ settings: PostgresSettings) {
    for number in 0..<max(settings.connections, 1) {
      threads.start("postgres-\(number)") { [queue] in
        var connection: PostgresConnection?
        while let work = queue.take(upTo: 1).first { PostgresDatabase.perform(work, settings, &connection) }
      }
    }
  }

  deinit { queue.close() }

  func submit(_ work: Work) -> Bool { queue.put(work) }

  func close() async {
    queue.close()
    await threads.join()
  }

  private static func perform(_ work: Work, _ settings: PostgresSettings, _ connection: inout PostgresConnection?) {
    for attempt in 1...attempts {
      do {
        let open = try connection ?? PostgresConnection(settings)
        connection = open
        try transact(work, on: open)
        work.finish(nil)
        return
      } catch let failure as PostgresAttempt {
        if connection?.isBroken ?? false { connection = nil }
        guard failure.mayRunAgain, attempt < attempts else {
          work.finish(failure.error)
          return
        }
      } catch {
        // Could not connect. The server may be starting again.
        connection = nil
        guard attempt < attempts else {
          work.finish(error)
          return
        }
      }
      Thread.sleep(forTimeInterval: 0.02 * Double(1 << attempt) * Double.random(in: 0.5...1))
    }
  }

  private static func transact(_ work: Work, on open: PostgresConnection) throws {
    open.forgetFailure()
    do {
      switch work.kind {
      case .bare: break
      case .read: try open.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      case .write: try open.script("BEGIN ISOLATION LEVEL READ COMMITTED")
      }
      try work.body(open)
      if let failure = open.failure { throw failure }
    } catch {
      if !open.isBroken, open.isInTransaction { try? open.script("ROLLBACK") }
      let isRetriable = (open.failure ?? error as? StoreError)?.isRetriable ?? false
      throw PostgresAttempt(error: error, mayRunAgain: isRetriable || (open.isBroken && work.kind != .bare))
    }
    guard work.kind != .bare else { return }
    do { try open.commit() } catch {
      if open.isBroken, work.kind == .write {
        throw PostgresAttempt(
          error: StoreError(.outcomeUnknown, "the connection was lost while committing"), mayRunAgain: false)
      }
      if !open.isBroken, open.isInTransaction { try? open.script("ROLLBACK") }
      throw PostgresAttempt(error: error, mayRunAgain: error.isRetriable)
    }
  }
}

/// A transaction that was not kept.
private struct PostgresAttempt: Error {
  let error: any Error
  let mayRunAgain: Bool
}
