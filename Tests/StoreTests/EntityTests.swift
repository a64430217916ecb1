import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct EntityTests {
  @Test(arguments: Engine.available)
  func `a session is read as it was written`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    #expect(try await bench.store.read { try $0.session(session.id) } == session)
    #expect(session.state == .open)
    #expect(session.expires == bench.clock.now + 600_000)
    #expect(session.challenge.steps == ["smile", "look-up"])
  }

  @Test(arguments: Engine.available)
  func `a change needs the version that was seen`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    let details = try JSONDocument(encoding: ["surname": "Şahin"])
    let changed = try await bench.store.write {
      try $0.change(session, SessionChange(state: .processing, details: details))
    }
    #expect(changed.state == .processing)
    #expect(changed.details == details)
    #expect(changed.version == 2)
    await #expect(throws: StoreError.of(.stale)) {
      try await bench.store.write { try $0.change(session, SessionChange(state: .closed)) }
    }
    #expect(changed.isFinished == nil)
    let closed = try await bench.store.write {
      try $0.change(changed, SessionChange(state: .closed, isFinished: false))
    }
    #expect(closed.isFinished == false)
    #expect(try await bench.store.read { try $0.sessionCounts() } == [.closed: 1])
    await #expect(throws: StoreError.of(.invalid)) {
      try await bench.store.write { try $0.change(closed, SessionChange(state: .open)) }
    }
  }

  @Test(arguments: Engine.available)
  func `what does not exist is not found`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.session(Identifier()) } }
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.subject(Identifier()) } }
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.records(of: Identifier()) } }
  }

  @Test(arguments: Engine.available)
  func `lists go on where the last page ended`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    var ids: [Identifier<Session>] = []
    for number in 0..<25 {
      ids.append(try await bench.session().id)
      // Some in the same millisecond.
      if number.isMultiple(of: 3) { bench.clock.advance(1) }
    }
    var seen: [Identifier<Session>] = []
    var key: PageKey?
    repeat {
      let after = key
      let page = try await bench.store.read { try $0.sessions(after: after, limit: 7) }
      seen += page.elements.map(\.id)
      key = page.next
    } while key != nil
    #expect(seen.count == 25)
    #expect(Set(seen) == Set(ids))
    #expect(try await bench.store.read { try $0.sessions(SessionFilter(state: .closed)).elements.isEmpty })
    #expect(
      try await bench.store.read {
        try $0.sessions(SessionFilter(state: .open, callType: "NewCustomer"), limit: 1000).elements.count
      } == 25)
  }

  @Test(arguments: Engine.available)
  func `a session is found by number and reference and by nothing near them`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let lookups = [Lookup(.identityNumber, "10000000146"), Lookup(.reference, "ref-1")]
    let first = try await bench.session(lookups: lookups)
    let second = try await bench.session(lookups: [Lookup(.identityNumber, "10000000146")])
    _ = try await bench.session(lookups: [Lookup(.identityNumber, "20000000146")])
    let found = try await bench.store.read { try $0.sessions(with: Lookup(.identityNumber, "10000000146")) }
    #expect(Set(found.elements.map(\.id)) == [first.id, second.id])
    #expect(try await bench.store.read { try $0.sessions(with: Lookup(.reference, "ref-1")).elements } == [first])
    #expect(try await bench.store.read { try $0.sessions(with: Lookup(.documentNumber, "10000000146")).elements } == [])
    let one = try await bench.store.read { try $0.sessions(with: Lookup(.identityNumber, "10000000146"), limit: 1) }
    #expect(one.elements.count == 1)
    let rest = try await bench.store.read {
      try $0.sessions(with: Lookup(.identityNumber, "10000000146"), after: one.next, limit: 1)
    }
    #expect(Set([one.elements[0].id, try #require(rest.elements.first).id]) == [first.id, second.id])
  }

  @Test(arguments: Engine.available)
  func `client and server values stand side by side`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let provenance = Provenance(ruleSet: "r1", models: [.init(name: "m", sha256: "00")], settingsVersion: 3)
    try await bench.store.write { transaction in
      try transaction.setServerValue(
        JSONDocument(encoding: ["live": false]), of: "liveness", session: session, provenance: provenance)
      try transaction.setClientValue(JSONDocument(encoding: ["live": true]), of: "liveness", session: session)
      try transaction.setServerValue(
        JSONDocument(encoding: ["live": true]), of: "liveness", session: session, run: 1, provenance: provenance)
    }
    let results = try await bench.store.read { try $0.results(of: session) }
    #expect(results.map(\.run) == [0, 1])
    #expect(try results[0].clientValue?.decoded() == ["live": true])
    #expect(try results[0].serverValue?.decoded() == ["live": false])
    #expect(results[0].provenance == provenance)
    #expect(results[1].clientValue == nil)
  }

  @Test(arguments: Engine.available)
  func `the last decision counts and an override needs two persons`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let provenance = Provenance(ruleSet: "r1", models: [], settingsVersion: 1)
    let (agent, supervisor) = try await bench.store.write {
      (
        try $0.addAccount(name: "Agent", role: .agent, passwordHash: "x"),
        try $0.addAccount(name: "chief", role: .supervisor, passwordHash: "x")
      )
    }
    let first = NewDecision(session: session, verdict: .review, reasons: ["face_uncertain"], provenance: provenance)
    let override = NewDecision(
      session: session, verdict: .approved, reasons: [], provenance: provenance,
      author: .account(agent.id, second: supervisor.id), note: "Kimliği gördüm")
    let alone = NewDecision(
      session: session, verdict: .approved, reasons: [], provenance: provenance,
      author: .account(agent.id, second: agent.id))
    _ = try await bench.store.write { try $0.addDecision(first) }
    let second = try await bench.store.write { try $0.addDecision(override) }
    await #expect(throws: StoreError.of(.invalid)) { try await bench.store.write { try $0.addDecision(alone) } }
    let all = try await bench.store.read { try $0.decisions(of: session) }
    #expect(all.map(\.verdict) == [.review, .approved])
    #expect(all[0].reasons == ["face_uncertain"])
    #expect(try await bench.store.read { try $0.decision(of: session) } == second)
    #expect(
      try await bench.store.read { try $0.audit(.session(session)).map(\.action) }
        == ["decision.added", "decision.added"])
  }

  @Test(arguments: Engine.available)
  func `records of a kind are read in order`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    for number in 0..<5 {
      bench.clock.advance(1)
      let kind = number == 2 ? "signing" : "log"
      try await bench.store.write {
        _ = try $0.addRecord(JSONDocument(encoding: [number]), kind: kind, session: session)
      }
    }
    let log = try await bench.store.read { try $0.records(of: session, kind: "log", limit: 3) }
    let rest = try await bench.store.read { try $0.records(of: session, kind: "log", after: log.next) }
    #expect(try (log.elements + rest.elements).map { try $0.document.decoded(as: [Int].self)[0] } == [0, 1, 3, 4])
    #expect(try await bench.store.read { try $0.records(of: session).elements.count } == 5)
  }

  @Test(arguments: Engine.available)
  func `settings are versioned and nobody overwrites another's`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let document = try JSONDocument(encoding: ["threshold": 0.4])
    try await bench.store.write { transaction in
      _ = try transaction.addSettings(of: "A", document: document, author: "admin", previous: 0)
      _ = try transaction.addSettings(of: "A", document: JSONDocument(encoding: [1]), author: "admin", previous: 1)
      _ = try transaction.addSettings(of: "B", document: document, author: "admin", previous: 0)
    }
    await #expect(throws: StoreError.of(.stale)) {
      try await bench.store.write { try $0.addSettings(of: "A", document: document, author: "x", previous: 1) }
    }
    #expect(try await bench.store.read { try $0.settings(of: "A").version } == 2)
    #expect(try await bench.store.read { try $0.settings(of: "A", version: 1).document } == document)
    #expect(try await bench.store.read { try $0.settingsHistory(of: "A").map(\.version) } == [2, 1])
    #expect(try await bench.store.read { try $0.callTypes() } == ["A", "B"])
    await #expect(throws: StoreError.of(.notFound)) {
      try await bench.store.read { try $0.settings(of: "A", version: 9) }
    }
    await #expect(throws: StoreError.of(.notFound)) { try await bench.store.read { try $0.settings(of: "C") } }
  }

  @Test(arguments: Engine.available)
  func `a body that throws changes nothing`(engine: Engine) async throws {
    struct Own: Error {}
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    await #expect(throws: Own.self) {
      try await bench.store.write { transaction in
        _ = try transaction.addRecord(JSONDocument([1]), kind: "log", session: session)
        throw Own()
      }
    }
    #expect(try await bench.store.read { try $0.records(of: session).elements.isEmpty })
  }

  @Test(arguments: Engine.available)
  func `a transaction with a failed statement is not kept even when the error is caught`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    await #expect(throws: StoreError.of(.missingReference)) {
      try await bench.store.write { transaction in
        _ = try transaction.addRecord(JSONDocument([1]), kind: "log", session: session)
        _ = try? transaction.issueToken(to: .client(Identifier()), scopes: [], lifetime: 1)
      }
    }
    #expect(try await bench.store.read { try $0.records(of: session).elements.isEmpty })
  }

  @Test(arguments: Engine.available)
  func `values that the schema does not take have codes`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    await #expect(throws: StoreError.of(.invalid)) {
      try await bench.store.write { try $0.setRetention(Retention(callType: "A", keep: -1)) }
    }
    await #expect(throws: StoreError.of(.invalid)) {
      try await bench.store.write { _ = try $0.addRecord(JSONDocument([]), kind: "a\0b", session: session) }
    }
    await #expect(throws: StoreError.of(.tooLarge)) {
      try await bench.store.write {
        _ = try $0.addRecord(
          JSONDocument([UInt8](repeating: 0, count: JSONDocument.maximumBytes + 1)), kind: "log", session: session)
      }
    }
    // Odd but right: empty values, quotes, all of Unicode.
    let odd = "'; DROP TABLE session; -- \u{1F4A9} \\ \"ğ\""
    try await bench.store.write { _ = try $0.addRecord(JSONDocument([]), kind: odd, session: session) }
    let record = try await bench.store.read { try $0.records(of: session, kind: odd).elements }
    #expect(record.map(\.kind) == [odd])
    #expect(record[0].document.bytes == [])
  }
}
