import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct AuditTests {
  private func chain(_ bench: Bench) async throws -> Identifier<Session> {
    let session = try await bench.session().id
    for number in 0..<5 {
      bench.clock.advance(1)
      try await bench.store.write {
        try $0.append(
          AuditEvent(
            chain: .session(session), actor: "engine", action: "step.\(number)",
            details: JSONDocument(encoding: ["step": number])))
      }
    }
    return session
  }

  @Test(arguments: Engine.available)
  func `an untouched chain is intact and readable`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await chain(bench)
    #expect(try await bench.store.read { try $0.verifyAudit(.session(session)) } == .intact(links: 5))
    let entries = try await bench.store.read { try $0.audit(.session(session), after: 2) }
    #expect(entries.map(\.action) == ["step.2", "step.3", "step.4"])
    #expect(try entries[0].details?.decoded() == ["step": 2])
    #expect(try await bench.store.read { try $0.auditChains() } == [.session(session)])
    #expect(try await bench.store.read { try $0.verifyAudit(.system) } == .intact(links: 0))
  }

  @Test(
    arguments: Engine.available,
    [
      ("UPDATE audit SET action = 'step.9' WHERE sequence = 3", AuditVerdict.broken(at: 3, .altered)),
      ("UPDATE audit SET time = time + 1 WHERE sequence = 1", .broken(at: 1, .altered)),
      ("UPDATE audit SET details = hash WHERE sequence = 4", .broken(at: 4, .altered)),
      ("DELETE FROM audit WHERE sequence = 2", .broken(at: 2, .gap)),
      ("DELETE FROM audit WHERE sequence = 5", .broken(at: 5, .wrongEnd)),
      ("UPDATE audit_head SET sequence = 4", .broken(at: 5, .wrongEnd)),
      ("UPDATE audit_head SET seal = hash", .broken(at: 5, .forgedEnd)),
      ("DELETE FROM audit_head", .broken(at: 5, .wrongEnd)),
    ])
  func `a chain that was tampered with is broken at the first place`(
    engine: Engine, tampering: (String, AuditVerdict)
  ) async throws {
    let bench = try await Bench(engine)
    let session = try await chain(bench)
    try bench.tamper(tampering.0)
    #expect(try await bench.store.read { try $0.verifyAudit(.session(session)) } == tampering.1)
  }

  @Test(arguments: Engine.available)
  func `entries that come at once make one chain`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await bench.store.write {
            try $0.append(AuditEvent(chain: .session(session), actor: "a\(number)", action: "x"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await bench.store.read { try $0.verifyAudit(.session(session)) } == .intact(links: 20))
  }

  @Test(arguments: Engine.available)
  func `looking at a picture is written down first`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let evidence = try await bench.room.add(
      NewEvidence(session: session, kind: "front", mediaType: "image/jpeg"), bytes: [1, 2, 3])
    #expect(try await bench.room.view(evidence.id, by: "agent-1").all() == [1, 2, 3])
    let entries = try await bench.store.read { try $0.audit(.session(session)) }
    #expect(entries.map(\.action) == ["evidence.viewed"])
    #expect(entries[0].actor == "agent-1")
    #expect(try entries[0].details?.decoded() == ["evidence": evidence.id.text, "kind": "front"])
  }
}
