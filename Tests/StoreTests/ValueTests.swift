import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct ValueTests {
  @Test(
    arguments: [
      "", "0", String(repeating: "A", count: 32), String(repeating: "0", count: 31), String(repeating: "0", count: 33),
      String(repeating: "g", count: 32), "../../../../../../../../etc/passwd", String(repeating: "ü", count: 16),
    ])
  func `what is no id is refused`(text: String) {
    #expect(Identifier<Session>(text) == nil)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([Identifier<Session>].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test func `ids differ and survive JSON`() throws {
    let ids = try (0..<100).map { _ in try Identifier<Session>() }
    #expect(Set(ids).count == 100)
    #expect(try JSONDocument(encoding: ids).decoded() == ids)
  }

  @Test func `waiting doubles up to a limit and never overflows`() {
    let backOff = BackOff(first: 1000, longest: 60_000)
    #expect([1, 2, 3, 6, 7, 100].map { backOff.delay(after: $0) } == [1000, 2000, 4000, 32_000, 60_000, 60_000])
    #expect(backOff.delay(after: Int64.min) == 1000)
    #expect(BackOff(first: Int64.max, longest: 5).delay(after: 3) == 5)
  }

  @Test func `a session that has ended stays so`() {
    for state in SessionState.allCases {
      #expect(state.mayBecome(state))
      if state != .closed { #expect(!SessionState.closed.mayBecome(state)) }
      if state != .expired { #expect(!SessionState.expired.mayBecome(state)) }
    }
  }

  @Test(arguments: Engine.available)
  func `numbers at the end of their range are no trap`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let lease = try await bench.store.write { try $0.acquireLease(on: session, owner: "a", duration: Int64.max) }
    #expect(lease.until == Int64.max)
    try await bench.store.write { try $0.append(AuditEvent(chain: .session(session), actor: "a", action: "b")) }
    for number in [Int64.max, Int64.min] {
      try bench.tamper("UPDATE audit_head SET sequence = \(number)")
      #expect(try await bench.store.read { try $0.verifyAudit(.session(session)) } != .intact(links: 1))
      await #expect(throws: StoreError.of(.corrupt)) {
        try await bench.store.write { try $0.append(AuditEvent(chain: .session(session), actor: "a", action: "b")) }
      }
    }
  }

  @Test func `a document that has another form is corrupt`() throws {
    let document = try JSONDocument(Array("{\"a\":".utf8))
    #expect(throws: StoreError.of(.corrupt)) { try document.decoded(as: [String: Int].self) }
  }

  @Test func `errors say nothing but their code and a fixed sentence`() async throws {
    let bench = try await Bench(.sqlite)
    let error = await #expect(throws: StoreError.self) {
      try await bench.store.write { try $0.addAccount(name: "secret-name", role: .agent, passwordHash: "a\0b") }
    }
    #expect(error?.description == "invalid: a text holds a zero byte")
  }

  @Test(arguments: ["../x", "", String(repeating: "z", count: 64), String(repeating: "/", count: 64)])
  func `an address that is none opens nothing`(address: String) async throws {
    let bench = try await Bench(.sqlite)
    let subject = try await bench.store.write { try $0.addSubject() }.id
    let key = try await bench.store.subjectKey(subject)
    await #expect(throws: StoreError.of(.invalid)) { try await bench.blobs.open(address, subject: subject, key: key) }
    await #expect(throws: StoreError.of(.invalid)) { try await bench.blobs.remove(address, subject: subject) }
  }
}
