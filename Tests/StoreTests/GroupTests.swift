import BonafideStore
import Foundation
import Testing

@Suite struct GroupTests {
  struct Stop: Error {}

  /// Writers that come at once are committed together.
  @Test(arguments: Engine.available)
  func `of many writers at once each is kept or refused by itself`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let store = bench.store
    let kept = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<120 {
        group.addTask {
          try? await store.write { transaction in
            _ = try transaction.addRecord(JSONDocument(encoding: [number]), kind: "written", session: session)
            // Some throw by themselves, some have a statement that fails and pass over it.
            if number % 3 == 1 { throw Stop() }
            if number % 3 == 2 { _ = try? transaction.issueToken(to: .client(Identifier()), scopes: [], lifetime: 1) }
            return number
          }
        }
      }
      return await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
    }
    #expect(kept == Set((0..<120).filter { $0 % 3 == 0 }))
    let other = try await bench.another()
    let found = try await other.read { try $0.records(of: session, kind: "written", limit: 500) }
    #expect(Set(try found.elements.map { try $0.document.decoded(as: [Int].self)[0] }) == kept)
    #expect(found.elements.count == kept.count)
  }

  @Test(arguments: Engine.available)
  func `of two stores that start one audit chain both have a link in it`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let stores = [bench.store, try await bench.another()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await stores[number % 2].write { transaction in
            try transaction.append(AuditEvent(chain: .session(session), actor: "a", action: "number.\(number)"))
          }
        }
      }
      try await group.waitForAll()
    }
    let entries = try await bench.store.read { try $0.audit(.session(session), limit: 100) }
    #expect(Set(entries.map(\.action)) == Set((0..<40).map { "number.\($0)" }))
    #expect(try await bench.store.read { try $0.verifyAudit(.session(session)) } == .intact(links: 40))
  }
}
