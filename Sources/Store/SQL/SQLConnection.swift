/// One connection, used by one thread. Statements are written once, in the common ground of both databases; `Dialect`
/// holds what differs.
protocol SQLConnection: AnyObject {
  /// The first statement that failed in the present transaction. PostgreSQL refuses everything after it; so that both
  /// behave alike, such a transaction is never committed.
  var failure: StoreError? { get }

  /// Runs one statement with `?` for its values.
  func result(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> SQLResult

  /// Runs several statements without values.
  func script(_ sql: String) throws(StoreError)

  var dialect: Dialect { get }
}

/// Rows of a query, and how many rows a change reached.
struct SQLResult {
  let rows: [SQLRow]
  let changed: Int
}

extension SQLConnection {
  func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [SQLRow] {
    try result(sql, values).rows
  }

  func row(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> SQLRow? {
    try result(sql, values).rows.first
  }

  /// How many rows it reached.
  @discardableResult
  func change(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
    try result(sql, values).changed
  }
}
