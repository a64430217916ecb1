internal import BonafideSecrets
internal import Glibc

extension DatabaseStore {
  package func rotateKeys(batch: Int) async throws -> Int {
    var count = try await write { try $0.rewrapStoreKeys() }
    while true {
      try Task.checkCancellation()
      let done = try await write { try $0.rewrapSubjects(limit: batch) }
      if done == 0 { return count }
      count += done
    }
  }

  package func sweepDeleted() async throws -> Bool {
    // PostgreSQL's rows were ciphertext under a key that is gone; its files are swept by its own VACUUM.
    guard database.dialect == .sqlite else { return true }
    return try await database.run(.bare) { connection in
      // Writers wait meanwhile: a slow reader must not hold them up for long.
      try connection.script("PRAGMA busy_timeout=500")
      defer { try? connection.script("PRAGMA busy_timeout=10000") }
      var row = try connection.row("PRAGMA wal_checkpoint(TRUNCATE)")
      return try row?.integer() == 0
    }
  }

  package func backUp(to path: String) async throws {
    guard let source = (database as? SQLiteDatabase)?.path else {
      throw StoreError(.invalid, "a PostgreSQL database is backed up with pg_dump")
    }
    // A connection and a thread of its own: nobody waits for a long copy.
    try await FileThreads(count: 1).run {
      // SQLite takes an empty file, and this one is for its owner only.
      let copy = try DiskFile(path, flags: O_RDWR | O_CREAT | O_EXCL)
      _ = try SQLiteConnection(path: source, role: .writer).change("VACUUM INTO ?", [.string(path)])
      try copy.synchronise()
    }
  }
}

extension WriteTransaction {
  fileprivate func rewrapStoreKeys() throws -> Int {
    let current = context.ring.current.id
    let rows = try connection.rows(
      "SELECT name, master, wrapped FROM vault_key WHERE master <> ? ORDER BY name{lock}", [.string(current)])
    for var row in rows {
      let name = try row.text()
      let old = WrappedKey(masterKey: try row.text(), bytes: try row.bytes())
      let owner = SystemKeys.owner(name)
      let new = try context.ring.wrap(context.ring.unwrap(old, for: owner), for: owner)
      try connection.change(
        "UPDATE vault_key SET master = ?, wrapped = ? WHERE name = ?",
        [.string(new.masterKey), .bytes(new.bytes), .string(name)])
    }
    return rows.count
  }

  fileprivate func rewrapSubjects(limit: Int) throws -> Int {
    let current = context.ring.current.id
    let rows = try connection.rows(
      "SELECT id, master, wrapped FROM subject WHERE master <> ? ORDER BY id LIMIT ?{lock}",
      [.string(current), .number(Int64(limit))])
    for var row in rows {
      let id = try row.id(of: Subject.self)
      let old = WrappedKey(masterKey: try row.text(), bytes: try row.bytes())
      let new = try SubjectKey(old, owner: id.text, ring: context.ring).wrapped(for: id.text, ring: context.ring)
      try connection.change(
        "UPDATE subject SET master = ?, wrapped = ? WHERE id = ?",
        [.string(new.masterKey), .bytes(new.bytes), .id(id)])
    }
    return rows.count
  }
}
