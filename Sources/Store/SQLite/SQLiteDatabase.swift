/// A SQLite file with one writing thread and a few reading ones. Writers that wait are committed together: each has its
/// own savepoint, all share one write to the disk.
final class SQLiteDatabase: Database {
  let dialect = Dialect.sqlite
  let path: String
  private let writes = WorkQueue<Work>(capacity: 10_000)
  private let reads = WorkQueue<Work>(capacity: 10_000)
  private let threads = ServiceThreads()
  private static let groupSize = 64

  init(path: String, readers: Int = 2) {
    self.path = path
    threads.start("sqlite-writer") { [writes] in
      var connection: SQLiteConnection?
      while case let group = writes.take(upTo: SQLiteDatabase.groupSize), !group.isEmpty {
        SQLiteDatabase.write(group, path, &connection)
      }
      // Leaves no log behind when nobody else has the file open.
      try? connection?.script("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    for number in 0..<max(readers, 1) {
      threads.start("sqlite-reader-\(number)") { [reads] in
        var connection: SQLiteConnection?
        while let work = reads.take(upTo: 1).first { SQLiteDatabase.read(work, path, &connection) }
      }
    }
  }

  deinit {
    writes.close()
    reads.close()
  }

  func submit(_ work: Work) -> Bool {
    work.kind == .read ? reads.put(work) : writes.put(work)
  }

  func close() async {
    writes.close()
    reads.close()
    await threads.join()
  }

  private static func read(_ work: Work, _ path: String, _ connection: inout SQLiteConnection?) {
    do {
      let open = try connection ?? SQLiteConnection(path: path, role: .reader)
      connection = open
      open.forgetFailure()
      try open.perform("BEGIN")
      defer { if open.isInTransaction { try? open.perform("ROLLBACK") } }
      try work.body(open)
      work.finish(nil)
    } catch {
      work.finish(error)
    }
  }

  private static func write(_ group: [Work], _ path: String, _ connection: inout SQLiteConnection?) {
    let open: SQLiteConnection
    do {
      open = try connection ?? SQLiteConnection(path: path, role: .writer)
      connection = open
    } catch {
      for work in group { work.finish(error) }
      return
    }
    // Work outside of transactions stands alone.
    for part in group.parts {
      if let work = part.first, work.kind == .bare {
        open.forgetFailure()
        do {
          try work.body(open)
          work.finish(nil)
        } catch { work.finish(error) }
      } else {
        commit(part, on: open)
      }
    }
  }

  private static func commit(_ group: ArraySlice<Work>, on open: SQLiteConnection) {
    var done: [Work] = []
    var rest = group
    do {
      try open.perform("BEGIN IMMEDIATE")
      while let work = rest.first {
        if let error = attempt(work, on: open) {
          work.finish(error)
          rest.removeFirst()
          // A full disk or a failing one may have ended the whole transaction.
          guard open.isInTransaction else { throw StoreError(.unavailable, "the transaction was rolled back") }
        } else {
          done.append(work)
          rest.removeFirst()
        }
      }
      try open.perform("COMMIT")
      for work in done { work.finish(nil) }
    } catch {
      if open.isInTransaction { try? open.perform("ROLLBACK") }
      for work in done + rest { work.finish(error) }
    }
  }

  private static func attempt(_ work: Work, on open: SQLiteConnection) -> (any Error)? {
    open.forgetFailure()
    do {
      try open.perform("SAVEPOINT work")
      try work.body(open)
      if let failure = open.failure { throw failure }
      try open.perform("RELEASE work")
      return nil
    } catch {
      if open.isInTransaction { try? open.script("ROLLBACK TO work; RELEASE work") }
      return error
    }
  }
}

extension [Work] {
  /// Runs of ordinary work, and each bare one by itself, in order.
  fileprivate var parts: [ArraySlice<Work>] {
    var parts: [ArraySlice<Work>] = []
    var start = startIndex
    for (index, work) in enumerated() where work.kind == .bare {
      if start < index { parts.append(self[start..<index]) }
      parts.append(self[index...index])
      start = index + 1
    }
    if start < endIndex { parts.append(self[start...]) }
    return parts
  }
}
