import BonafideSecrets
import BonafideStore
import DatabaseSupport
import Foundation
import Testing

@Suite struct ServerLossTests {
  @Test(.enabled(if: PostgresServer.installation != nil))
  func `connections that are ended come back`() async throws {
    let bench = try await Bench(.postgres)
    let session = try await bench.session()
    for _ in 0..<3 {
      try PostgresServer.shared().endConnections(of: bench.database)
      #expect(try await bench.store.read { try $0.session(session.id) } == session)
      try PostgresServer.shared().endConnections(of: bench.database)
      try await bench.store.write { _ = try $0.addRecord(JSONDocument([]), kind: "log", session: session.id) }
    }
    #expect(try await bench.store.read { try $0.records(of: session.id).elements.count } == 3)
  }

  @Test func `a server that is not there is unavailable`() async throws {
    let settings = PostgresSettings(address: "host=/nonexistent dbname=x", connections: 1)
    await #expect(throws: StoreError.of(.unavailable)) {
      try await DatabaseStore.postgres(settings, ring: Bench.ring(Bench.firstKey))
    }
  }

  @Test func `a file that is no database is corrupt and a folder that is not there unavailable`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "bonafide-\(UUID().uuidString)").path
    try Data(repeating: 7, count: 10_000).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(throws: StoreError.of(.corrupt)) {
      try await DatabaseStore.sqlite(path: path, ring: Bench.ring(Bench.firstKey))
    }
    await #expect(throws: StoreError.of(.unavailable)) {
      try await DatabaseStore.sqlite(path: "/nonexistent/x", ring: Bench.ring(Bench.firstKey))
    }
  }

  @Test func `the database is for its owner only`() async throws {
    let bench = try await Bench(.sqlite)
    _ = try await bench.session()
    try await bench.store.backUp(to: bench.folder + "/copy.sqlite")
    for name in ["store.sqlite", "store.sqlite-wal", "copy.sqlite"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    await #expect(throws: StoreError.of(.exists)) { try await bench.store.backUp(to: bench.folder + "/copy.sqlite") }
  }

  @Test(arguments: Engine.available)
  func `a store that was closed answers so`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    await bench.store.close()
    await #expect(throws: StoreError.of(.unavailable)) { try await bench.session() }
  }
}
