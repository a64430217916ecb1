import BonafideSecrets
import BonafideStore
import Testing

@Suite struct SessionKeyTests {
  @Test(arguments: Engine.available)
  func `a session gets a key once`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let (key, other): ([UInt8], [UInt8]) = ([1, 2, 3], [1, 2, 4])
    #expect(try await bench.store.read { try $0.messageKey(of: session) } == nil)
    for _ in 0..<2 { try await bench.store.write { try $0.setMessageKey(key, of: session) } }
    await #expect(throws: StoreError.of(.exists)) {
      try await bench.store.write { try $0.setMessageKey(other, of: session) }
    }
    #expect(try await bench.store.read { try $0.messageKey(of: session) } == key)
    await #expect(throws: StoreError.of(.notFound)) {
      try await bench.store.write { try $0.setMessageKey(key, of: Identifier()) }
    }
  }

  @Test(arguments: Engine.available)
  func `the key of another session does not open`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let (mine, theirs) = (try await bench.session().id, try await bench.session().id)
    try await bench.store.write { transaction in
      try transaction.setMessageKey([1], of: mine)
      try transaction.setMessageKey([2], of: theirs)
    }
    try bench.tamper(
      """
      UPDATE session_key SET public_key = (SELECT public_key FROM session_key WHERE session = '\(theirs)')
      WHERE session = '\(mine)'
      """)
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.messageKey(of: mine) } }
    #expect(try await bench.store.read { try $0.messageKey(of: theirs) } == [2])
  }

  @Test(arguments: Engine.available)
  func `a document is known by its fingerprint alone`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let added = try await bench.store.write { try $0.block(document: "ID/1", reason: "lost", author: "a") }
    #expect(try await bench.store.read { try $0.isBlocked(document: "ID/1") })
    #expect(try await bench.store.read { try !$0.isBlocked(document: "ID/2") })
    #expect(try await bench.store.read { try $0.blockedDocuments().elements } == [added])
    await #expect(throws: StoreError.of(.exists)) {
      try await bench.store.write { try $0.block(document: "ID/1", reason: "stolen", author: "b") }
    }
    try await bench.store.write { try $0.unblock(added.id) }
    #expect(try await bench.store.read { try !$0.isBlocked(document: "ID/1") })
    await #expect(throws: StoreError.of(.notFound)) { try await bench.store.write { try $0.unblock(added.id) } }
  }
}
