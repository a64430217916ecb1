/// Brings a database to the present schema.
enum Migrator {
  /// Applies what is missing, in order, all in the transaction of `connection`. Safe to run from several processes at
  /// once. Throws `schema_altered` or `schema_newer`, and then nothing is changed.
  static func run(_ migrations: [Migration], on connection: any SQLConnection, now: Int64) throws {
    if connection.dialect == .postgres {
      // Held until the end of the transaction. The number means nothing but has to be ours alone.
      try connection.script("SELECT pg_advisory_xact_lock(4803150142)")
    }
    try connection.script(
      connection.dialect.schema(
        """
        CREATE TABLE IF NOT EXISTS migration (
          place BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT NOT NULL, applied BIGINT NOT NULL
        ){strict}
        """))
    let applied = try connection.rows("SELECT name, checksum FROM migration ORDER BY place").map { row in
      var row = row
      return (name: try row.text(), checksum: try row.text())
    }
    guard applied.count <= migrations.count else {
      throw StoreError(.schemaNewer, "the database was made by a newer version")
    }
    for (old, migration) in zip(applied, migrations) {
      guard old.name == migration.name else {
        throw StoreError(.schemaNewer, "the database holds a migration that this version does not know")
      }
      guard old.checksum == migration.checksum else {
        throw StoreError(.schemaAltered, "the migration '\(migration.name)' is not the one that was applied")
      }
    }
    for (place, migration) in migrations.enumerated().dropFirst(applied.count) {
      try connection.script(connection.dialect.schema(migration.sql))
      try connection.change(
        "INSERT INTO migration (place, name, checksum, applied) VALUES (?, ?, ?, ?)",
        [.number(Int64(place)), .string(migration.name), .string(migration.checksum), .number(now)])
    }
  }
}
