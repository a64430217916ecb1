internal import CPostgreSQL

/// Notices of the server are not errors and are nobody's business.
private let ignoreNotice: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { _, _ in }

/// A connection to a PostgreSQL server, for one thread.
final class PostgresConnection: SQLConnection {
  let dialect = Dialect.postgres
  private(set) var failure: StoreError?
  private let handle: OpaquePointer
  private var statements: [String: String] = [:]

  init(_ settings: PostgresSettings) throws(StoreError) {
    // The later ones win over what the address says.
    let options = [
      ("dbname", settings.address), ("connect_timeout", "5"), ("client_encoding", "UTF8"),
      ("application_name", "bonafide"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "20000"),
    ]
    let opened = PostgresConnection.withPointers(options.map(\.0)) { names in
      PostgresConnection.withPointers(options.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    guard let opened else { throw StoreError(.unavailable, "no memory for a connection") }
    guard PQstatus(opened) == CONNECTION_OK else {
      PQfinish(opened)
      throw StoreError(.unavailable, "the database server cannot be reached")
    }
    handle = opened
    PQsetNoticeProcessor(handle, ignoreNotice, nil)
    try script(
      """
      SET statement_timeout=\(settings.statementTimeout); SET lock_timeout=\(settings.lockTimeout);
      SET idle_in_transaction_session_timeout=\(settings.idleTransactionTimeout);
      SET synchronous_commit=on; SET search_path=public; SET standard_conforming_strings=on;
      """)
  }

  deinit { PQfinish(handle) }

  /// The server has said that it ends the connection; libpq may notice later.
  private var isEnding = false
  var isBroken: Bool { isEnding || PQstatus(handle) != CONNECTION_OK }
  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  func forgetFailure() { failure = nil }

  func script(_ sql: String) throws(StoreError) {
    let answer = PQexec(handle, sql)
    defer { PQclear(answer) }
    try check(answer)
  }

  /// Whether the server confirms that everything is kept: a transaction that failed is answered with a rollback.
  func commit() throws(StoreError) {
    let answer = PQexec(handle, "COMMIT")
    defer { PQclear(answer) }
    try check(answer)
    guard let tag = PQcmdStatus(answer), String(cString: tag) == "COMMIT" else {
      throw StoreError(.unavailable, "the transaction was rolled back")
    }
  }

  func result(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> SQLResult {
    let name = try prepared(sql)
    let answer = try execute(name, values)
    defer { PQclear(answer) }
    try check(answer)
    let changed = PQcmdTuples(answer).flatMap { Int(String(cString: $0)) } ?? 0
    var rows: [SQLRow] = []
    for row in 0..<PQntuples(answer) {
      var values: [SQLValue] = []
      for column in 0..<PQnfields(answer) { values.append(try PostgresConnection.value(answer, row, column)) }
      rows.append(SQLRow(values))
    }
    return SQLResult(rows: rows, changed: changed)
  }

  private func prepared(_ sql: String) throws(StoreError) -> String {
    if let name = statements[sql] { return name }
    let name = "s\(statements.count)"
    let answer = PQprepare(handle, name, dialect.statement(sql), 0, nil)
    defer { PQclear(answer) }
    try check(answer)
    statements[sql] = name
    return name
  }

  /// Numbers go as text, texts and bytes in binary form with their length.
  private func execute(_ name: String, _ values: [SQLValue]) throws(StoreError) -> OpaquePointer? {
    var buffers: [[UInt8]?] = []
    var formats: [Int32] = []
    for value in values {
      switch value {
      case .null: buffers.append(nil)
      case .number(let number): buffers.append(Array(String(number).utf8) + [0])
      case .string(let text):
        guard !text.utf8.contains(0) else { throw StoreError(.invalid, "a text holds a zero byte") }
        // One byte more, so that an empty value has an address.
        buffers.append(Array(text.utf8) + [0])
      case .data(let bytes): buffers.append(bytes + [0])
      }
      if case .number = value { formats.append(0) } else { formats.append(1) }
    }
    let lengths = buffers.map { Int32(clamping: ($0?.count ?? 1) - 1) }
    // One stretch of memory for all, so that the addresses hold during the call.
    let joined = buffers.flatMap { $0 ?? [] }
    return joined.withUnsafeBufferPointer { joined in
      joined.withMemoryRebound(to: CChar.self) { joined in
        var start = 0
        let places: [UnsafePointer<CChar>?] = buffers.map { buffer in
          guard let buffer else { return nil }
          defer { start += buffer.count }
          return joined.baseAddress.map { $0 + start }
        }
        return PQexecPrepared(handle, name, Int32(values.count), places, lengths, formats, 1)
      }
    }
  }

  /// Types of our columns by their numbers in `pg_type`.
  private static func value(_ answer: OpaquePointer?, _ row: Int32, _ column: Int32) throws(StoreError) -> SQLValue {
    if PQgetisnull(answer, row, column) == 1 { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(answer, row, column), count: Int(PQgetlength(answer, row, column)))
    switch PQftype(answer, column) {
    case 16, 20, 21, 23:
      let start: Int64 = bytes.first.map { $0 & 0x80 != 0 && bytes.count > 1 ? -1 : 0 } ?? 0
      return .number(bytes.reduce(start) { $0 << 8 | Int64($1) })
    case 17: return .data(Array(bytes))
    case 25, 1043: return .string(String(decoding: bytes, as: UTF8.self))
    default: throw StoreError(.corrupt, "a column has another type than expected")
    }
  }

  private func check(_ answer: OpaquePointer?) throws(StoreError) {
    switch PQresultStatus(answer) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
    default:
      // 'C', the SQLSTATE.
      let state = PQresultErrorField(answer, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      if let state, state.hasPrefix("57P") || state.hasPrefix("08") { isEnding = true }
      let error = isBroken ? PostgresFailure.lost : PostgresFailure.error(state ?? "")
      failure = failure ?? error
      throw error
    }
  }

  private static func withPointers<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { Array($0.utf8CString) }
    let joined = copies.flatMap { $0 }
    return joined.withUnsafeBufferPointer { joined in
      var start = 0
      let places: [UnsafePointer<CChar>?] = copies.map { copy in
        defer { start += copy.count }
        return joined.baseAddress.map { $0 + start }
      }
      return body(places + [nil])
    }
  }
}
