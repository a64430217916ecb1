package import Foundation

/// A PostgreSQL server for the tests: in a folder of its own, reached through a socket there, never over the network.
/// A watching shell stops it and removes the folder when the test process ends, however it ends.
package final class PostgresServer: Sendable {
  package let folder: String
  private let programs: String
  private static let server = Result { try PostgresServer() }

  /// Where Debian keeps a PostgreSQL, newest first; nil when there is none.
  package static let installation: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  package static func shared() throws -> PostgresServer { try server.get() }

  /// An empty database.
  package func address(of database: String) throws -> String {
    try Shell.run(
      "'\(programs)/psql' -qX -h '\(folder)' -U bonafide -d postgres -c 'CREATE DATABASE \(database)'")
    return "host=\(folder) user=bonafide dbname=\(database)"
  }

  /// Ends all connections of a database, as a failing network or an administrator does.
  package func endConnections(of database: String) throws {
    try Shell.run(
      """
      '\(programs)/psql' -qX -h '\(folder)' -U bonafide -d postgres -o /dev/null \
      -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'"
      """)
  }

  /// Runs SQL as an administrator who knows nothing of keys.
  package func run(_ sql: String, in database: String) throws {
    try Shell.run(
      "'\(programs)/psql' -qX -v ON_ERROR_STOP=1 -h '\(folder)' -U bonafide -d \(database) -o /dev/null -c \"$0\"", sql)
  }

  /// All that the database holds, as text.
  package func dump(_ database: String) throws -> Data {
    let file = folder + "/\(database).sql"
    try Shell.run("'\(programs)/pg_dump' -h '\(folder)' -U bonafide \(database) > '\(file)'")
    return try Data(contentsOf: URL(filePath: file))
  }

  private init() throws {
    guard let programs = PostgresServer.installation else { throw CocoaError(.fileNoSuchFile) }
    self.programs = programs
    folder = FileManager.default.temporaryDirectory.appending(path: "bonafide-pg-\(UUID().uuidString.prefix(8))").path
    let asUser = getuid() == 0 ? "runuser -u postgres --" : ""
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Nothing has to survive a failing machine here: no fsync.
    try Shell.run(
      """
      set -e
      [ "$(id -u)" != 0 ] || chown postgres '\(folder)'
      \(asUser) '\(programs)/initdb' -D '\(folder)/data' -U bonafide -A trust -E UTF8 --locale=C.UTF-8 -N > /dev/null
      \(asUser) '\(programs)/pg_ctl' -D '\(folder)/data' -l '\(folder)/log' -w -t 30 -o \
        "-k '\(folder)' -c listen_addresses='' -c fsync=off -c max_connections=400 -c shared_buffers=32MB" start > /dev/null
      """)
    try Shell.start(
      """
      while kill -0 \(getpid()) 2> /dev/null; do sleep 0.5; done
      \(asUser) '\(programs)/pg_ctl' -D '\(folder)/data' -m immediate stop > /dev/null 2>&1
      rm -rf '\(folder)'
      """)
  }
}
