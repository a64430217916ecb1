/// How to reach a PostgreSQL server and how long to wait for it.
package struct PostgresSettings: Sendable {
  /// A connection string or address as libpq takes it, `host=… dbname=…` or `postgresql://…`.
  package var address: String
  /// Connections, each with a thread of its own.
  package var connections: Int
  /// Milliseconds, enforced by the server.
  package var statementTimeout: Int
  package var lockTimeout: Int
  /// After which the server ends a transaction in which nothing happens.
  package var idleTransactionTimeout: Int

  package init(
    address: String, connections: Int = 4, statementTimeout: Int = 15_000, lockTimeout: Int = 5_000,
    idleTransactionTimeout: Int = 15_000
  ) {
    self.address = address
    self.connections = connections
    self.statementTimeout = statementTimeout
    self.lockTimeout = lockTimeout
    self.idleTransactionTimeout = idleTransactionTimeout
  }
}
