package import BonafideSecrets

/// The store on a database. Statements are the same for SQLite and PostgreSQL.
package final class DatabaseStore: Store {
  let database: any Database
  private let ring: KeyRing
  private let clock: StoreClock
  private let keys: SystemKeys

  /// Opens a SQLite file, making it when it is missing, and brings it to the present schema.
  package static func sqlite(
    path: String, ring: KeyRing, clock: StoreClock = .system, migrations: [Migration] = Migration.all
  ) async throws -> DatabaseStore {
    try await DatabaseStore(SQLiteDatabase(path: path), ring: ring, clock: clock, migrations: migrations)
  }

  /// Connects to a PostgreSQL database and brings it to the present schema.
  package static func postgres(
    _ settings: PostgresSettings, ring: KeyRing, clock: StoreClock = .system, migrations: [Migration] = Migration.all
  ) async throws -> DatabaseStore {
    try await DatabaseStore(PostgresDatabase(settings), ring: ring, clock: clock, migrations: migrations)
  }

  init(_ database: any Database, ring: KeyRing, clock: StoreClock, migrations: [Migration]) async throws {
    self.database = database
    self.ring = ring
    self.clock = clock
    do {
      keys = try await database.run(.write) { connection in
        try Migrator.run(migrations, on: connection, now: clock.now())
        return try SystemKeys(on: connection, ring: ring)
      }
    } catch {
      await database.close()
      throw error
    }
  }

  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await database.run(.write) { [self] connection in
      try body(WriteTransaction(context: context(connection)))
    }
  }

  package func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    try await database.run(.read) { [self] connection in
      try body(ReadTransaction(context: context(connection)))
    }
  }

  package func subjectKey(_ subject: Identifier<Subject>) async throws -> SubjectKey {
    try await read { try $0.context.key(of: subject) }
  }

  package func close() async { await database.close() }

  private func context(_ connection: any SQLConnection) -> TransactionContext {
    TransactionContext(connection: connection, ring: ring, keys: keys, now: clock.now())
  }
}
