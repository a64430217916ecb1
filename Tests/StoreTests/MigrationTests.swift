import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct MigrationTests {
  @Test(arguments: Engine.available)
  func `opening twice changes nothing`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    let second = try await bench.another()
    #expect(try await second.read { try $0.session(session.id) } == session)
    await second.close()
  }

  @Test(arguments: Engine.available)
  func `several processes may open a new database at once`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    await bench.store.close()
    try await bench.forgetSchema()
    let stores = try await withThrowingTaskGroup(of: DatabaseStore.self) { group in
      for _ in 0..<4 { group.addTask { try await bench.another() } }
      return try await group.reduce(into: [DatabaseStore]()) { $0.append($1) }
    }
    let session = try await stores[0].write { try $0.addSubject() }
    for store in stores {
      #expect(try await store.read { try $0.subject(session.id) } == session)
      await store.close()
    }
  }

  @Test(arguments: Engine.available)
  func `a migration that was altered is refused`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    try bench.tamper("UPDATE migration SET checksum = '00'")
    await #expect(throws: StoreError.of(.schemaAltered)) { try await bench.another() }
  }

  @Test(arguments: Engine.available)
  func `a database of a newer version is refused`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    try bench.tamper("INSERT INTO migration (place, name, checksum, applied) VALUES (99, '0099-later', '00', 0)")
    await #expect(throws: StoreError.of(.schemaNewer)) { try await bench.another() }
    try bench.tamper("DELETE FROM migration WHERE place = 99")
    try bench.tamper("UPDATE migration SET name = '0001-other' WHERE name = '0001-first'")
    await #expect(throws: StoreError.of(.schemaNewer)) { try await bench.another() }
  }

  @Test(arguments: Engine.available)
  func `a migration that fails leaves nothing behind`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let broken =
      Migration.all + [Migration(name: "0099-broken", sql: "CREATE TABLE half (id TEXT){strict}; CREATE TABLE (")]
    await #expect(throws: StoreError.of(.internal)) { try await bench.another(migrations: broken) }
    let repaired = Migration.all + [Migration(name: "0099-whole", sql: "CREATE TABLE half (id TEXT){strict}")]
    await (try bench.another(migrations: repaired)).close()
    // This version does not know the migration that was applied just now.
    await #expect(throws: StoreError.of(.schemaNewer)) { try await bench.another() }
  }

  /// Released migrations are never edited: whoever changes one has to see its number here.
  @Test func `migrations read as they were released`() {
    let released = [
      "0001-first": "70fdfa1865409bbe705fa6a8c227e40fe4ad212a49f8a117faca84eee8ec1c57",
      "0002-session-keys": "97c2d24d0de3644638a223c92fdc9f4756fd09b83919bf4fe058f05df36a797e",
      "0003-blocked-documents": "d740b4830dc976a1291be0dc99187751c52ed68346b9f10a9d5ce65ebef25367",
    ]
    #expect(Dictionary(uniqueKeysWithValues: Migration.all.map { ($0.name, $0.checksum) }) == released)
    #expect(Migration.all.map(\.name) == released.keys.sorted())
  }
}
