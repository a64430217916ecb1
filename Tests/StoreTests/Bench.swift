import BonafideSecrets
import BonafideStore
import CSQLite
import DatabaseSupport
import Foundation
import Testing

/// The two databases that every test of the suite runs on.
enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite
  case postgres

  var testDescription: String { rawValue }

  /// PostgreSQL is left out, and said to be, where it is not installed.
  static let available: [Engine] = {
    if PostgresServer.installation != nil { return allCases }
    print("SKIPPED on PostgreSQL: no server is installed; `apt-get install postgresql` runs the whole suite")
    return [.sqlite]
  }()
}

/// A clock that tests turn.
final class TestClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time: Int64 = 1_800_000_000_000

  var clock: StoreClock { StoreClock { [self] in now } }
  var now: Int64 { lock.withLock { time } }

  func advance(_ milliseconds: Int64) { lock.withLock { time += milliseconds } }
}

/// An empty store of its own for one test, with all that belongs to it.
final class Bench: Sendable {
  let engine: Engine
  let store: DatabaseStore
  let blobs: DiskBlobStore
  let room: EvidenceRoom
  let clock = TestClock()
  let folder: String
  let database: String

  static let firstKey = String(repeating: "11", count: 32)
  static let secondKey = String(repeating: "22", count: 32)

  static func ring(_ texts: String...) throws -> KeyRing {
    let keys = try texts.map { try MasterKey(text: $0) }
    return KeyRing(current: try #require(keys.first), older: Array(keys.dropFirst()))
  }

  init(_ engine: Engine) async throws {
    self.engine = engine
    folder = FileManager.default.temporaryDirectory.appending(path: "bonafide-store-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
    database = engine == .sqlite ? folder + "/store.sqlite" : name
    if engine == .postgres { _ = try PostgresServer.shared().address(of: name) }
    store = try await Bench.open(engine, database, Bench.ring(Bench.firstKey), clock)
    blobs = try DiskBlobStore(root: folder + "/blobs")
    room = EvidenceRoom(store: store, blobs: blobs, clock: clock.clock)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Another store on the same database, as another server has it.
  func another(_ ring: KeyRing? = nil, migrations: [Migration] = Migration.all) async throws -> DatabaseStore {
    try await Bench.open(engine, database, ring ?? Bench.ring(Bench.firstKey), clock, migrations)
  }

  /// How to reach the database, in the words of `store-check`.
  var address: String {
    get throws {
      switch engine {
      case .sqlite: "sqlite:" + database
      case .postgres: "postgres:host=\(try PostgresServer.shared().folder) user=bonafide dbname=\(database)"
      }
    }
  }

  private static func open(
    _ engine: Engine, _ database: String, _ ring: KeyRing, _ clock: TestClock,
    _ migrations: [Migration] = Migration.all
  ) async throws -> DatabaseStore {
    switch engine {
    case .sqlite:
      return try await DatabaseStore.sqlite(path: database, ring: ring, clock: clock.clock, migrations: migrations)
    case .postgres:
      let settings = PostgresSettings(
        address: "host=\(try PostgresServer.shared().folder) user=bonafide dbname=\(database)", connections: 2,
        lockTimeout: 10_000)
      return try await DatabaseStore.postgres(settings, ring: ring, clock: clock.clock, migrations: migrations)
    }
  }

  /// SQL behind the store's back.
  func tamper(_ sql: String) throws {
    switch engine {
    case .sqlite:
      var handle: OpaquePointer?
      defer { sqlite3_close(handle) }
      try #require(sqlite3_open(database, &handle) == SQLITE_OK)
      sqlite3_busy_timeout(handle, 10_000)
      try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    case .postgres: try PostgresServer.shared().run(sql, in: database)
    }
  }

  /// Makes the database as empty as before its first opening. The store has to be closed.
  func forgetSchema() async throws {
    switch engine {
    case .sqlite: try FileManager.default.removeItem(atPath: database)
    case .postgres: try tamper("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    }
  }

  func session(
    callType: String = "NewCustomer", subject: Identifier<Subject>? = nil, lookups: [Lookup] = []
  ) async throws -> Session {
    let new = try NewSession(
      callType: callType, subject: subject, details: JSONDocument(encoding: ["surname": "Özdemir"]),
      challenge: Challenge(steps: ["smile", "look-up"], nonce: "n"), settingsVersion: 1, lifetime: 600_000,
      lookups: lookups)
    return try await store.write { try $0.addSession(new) }
  }
}

extension StoreError {
  static func of(_ code: Code) -> StoreError { StoreError(code, "") }
}
