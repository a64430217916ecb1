internal import CSQLite
internal import Glibc

/// A connection to a SQLite file, for one thread.
final class SQLiteConnection: SQLConnection {
  enum Role { case writer, reader }

  let dialect = Dialect.sqlite
  private(set) var failure: StoreError?
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]
  /// Binds copy: the values do not outlive the call.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Opens and, as a writer, creates the file. A commit is on the disk when it returns (`synchronous=FULL`), and what is
  /// deleted is overwritten (`secure_delete`).
  init(path: String, role: Role) throws(StoreError) {
    // For its owner only; what SQLite puts beside it gets the same mode.
    if role == .writer {
      guard (try? DiskFile(path, flags: O_RDWR | O_CREAT)) != nil else {
        throw StoreError(.unavailable, "the database file cannot be used")
      }
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let status = sqlite3_open_v2(path, &opened, role == .writer ? flags | SQLITE_OPEN_CREATE : flags, nil)
    guard status == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw SQLiteFailure.error(status)
    }
    handle = opened
    sqlite3_busy_timeout(handle, 10_000)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 64 << 20)
    try script(
      """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON;
      PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY;
      PRAGMA cache_size=-8192;
      """)
    if role == .reader { try script("PRAGMA query_only=ON") }
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func forgetFailure() { failure = nil }

  func script(_ sql: String) throws(StoreError) {
    let status = sqlite3_exec(handle, sql, nil, nil, nil)
    guard status == SQLITE_OK else { throw failed(status) }
  }

  /// A statement without values or rows, such as `COMMIT`, which is kept ready as all others are.
  func perform(_ sql: String) throws(StoreError) { _ = try result(sql, []) }

  func result(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> SQLResult {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
      throw StoreError(.internal, "a statement has another number of values than places")
    }
    for (place, value) in values.enumerated() { try bind(value, to: statement, at: Int32(place + 1)) }
    var rows: [SQLRow] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(row(of: statement))
      case SQLITE_DONE: return SQLResult(rows: rows, changed: Int(sqlite3_changes64(handle)))
      case let status: throw failed(status)
      }
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var made: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, dialect.statement(sql), -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard status == SQLITE_OK, let made else { throw failed(status) }
    statements[sql] = made
    return made
  }

  private func bind(_ value: SQLValue, to statement: OpaquePointer, at place: Int32) throws(StoreError) {
    let status =
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .number(let number): sqlite3_bind_int64(statement, place, number)
      case .data(let bytes):
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(statement, place, 0)
          : sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), SQLiteConnection.transient)
      case .string(var text):
        if text.utf8.contains(0) {
          throw StoreError(.invalid, "a text holds a zero byte")
        } else {
          text.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
              sqlite3_bind_text64(
                statement, place, text.baseAddress, UInt64(text.count), SQLiteConnection.transient, UInt8(SQLITE_UTF8))
            }
          }
        }
      }
    guard status == SQLITE_OK else { throw failed(status) }
  }

  private func row(of statement: OpaquePointer) -> SQLRow {
    SQLRow(
      (0..<sqlite3_column_count(statement)).map { column in
        let count = { Int(sqlite3_column_bytes(statement, column)) }
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .number(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
          let start = sqlite3_column_text(statement, column)
          return .string(String(decoding: UnsafeBufferPointer(start: start, count: count()), as: UTF8.self))
        case SQLITE_BLOB:
          let start = sqlite3_column_blob(statement, column)
          return .data(Array(UnsafeRawBufferPointer(start: start, count: count())))
        default: return .null
        }
      })
  }

  private func failed(_ status: Int32) -> StoreError {
    let error = SQLiteFailure.error(status)
    failure = failure ?? error
    return error
  }
}

/// SQLite's codes in the store's terms.
private enum SQLiteFailure {
  static func error(_ status: Int32) -> StoreError {
    let (code, text) = meaning(status)
    return StoreError(code, "\(text) (SQLite \(status))")
  }

  private static func meaning(_ status: Int32) -> (StoreError.Code, String) {
    // Extended codes are macros with shifts, which are not imported: primary code in the low byte (sqlite3.h).
    switch (status & 0xFF, status >> 8) {
    case (SQLITE_CONSTRAINT, 3): (.missingReference, "something that a row belongs to is not there")
    case (SQLITE_CONSTRAINT, 6), (SQLITE_CONSTRAINT, 8): (.exists, "it is there already")
    case (SQLITE_CONSTRAINT, _), (SQLITE_MISMATCH, _): (.invalid, "a value is out of its range")
    case (SQLITE_TOOBIG, _): (.tooLarge, "a value is too large")
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): (.unavailable, "the database is busy")
    case (SQLITE_CANTOPEN, _), (SQLITE_IOERR, _), (SQLITE_READONLY, _), (SQLITE_PERM, _):
      (.unavailable, "the database file cannot be used")
    case (SQLITE_FULL, _): (.full, "no room is left for the database")
    case (SQLITE_CORRUPT, _), (SQLITE_NOTADB, _): (.corrupt, "the database file is damaged")
    default: (.internal, "a statement failed")
    }
  }
}
