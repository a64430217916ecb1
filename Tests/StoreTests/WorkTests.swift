import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct WorkTests {
  @Test(arguments: Engine.available)
  func `a lease goes to another owner only when its time is over`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let store = bench.store
    let first = try await store.write { try $0.acquireLease(on: session, owner: "a", duration: 1000) }
    let snapshot = Snapshot(format: 1, state: try JSONDocument(encoding: ["step": 1]))
    try await store.write { try $0.save(snapshot, under: first) }
    await #expect(throws: StoreError.of(.leased)) {
      try await store.write { try $0.acquireLease(on: session, owner: "b", duration: 1000) }
    }
    bench.clock.advance(900)
    let renewed = try await store.write { try $0.renew(first, duration: 1000) }
    bench.clock.advance(500)
    await #expect(throws: StoreError.of(.leased)) {
      try await store.write { try $0.acquireLease(on: session, owner: "b", duration: 1000) }
    }
    bench.clock.advance(500)
    await #expect(throws: StoreError.of(.leaseLost)) { try await store.write { try $0.save(snapshot, under: renewed) } }
    let second = try await store.write { try $0.acquireLease(on: session, owner: "b", duration: 1000) }
    #expect(second.number > first.number)
    let later = Snapshot(format: 1, state: try JSONDocument(encoding: ["step": 2]))
    await #expect(throws: StoreError.of(.leaseLost)) { try await store.write { try $0.save(later, under: renewed) } }
    #expect(try await store.read { try $0.snapshot(session) } == snapshot)
    // Letting go of what was lost takes nothing from the new owner.
    try await store.write { try $0.release(first) }
    try await store.write { try $0.save(later, under: second) }
    try await store.write { try $0.release(second) }
    _ = try await store.write { try $0.acquireLease(on: session, owner: "c", duration: 1000) }
    #expect(try await store.read { try $0.snapshot(session) } == later)
  }

  @Test(arguments: Engine.available)
  func `every job is done exactly once under several workers and servers`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let other = try await bench.another()
    let count = 60
    try await bench.store.write { transaction in
      for number in 0..<count {
        _ = try transaction.addJob("count", payload: JSONDocument(encoding: [number]), session: session)
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<6 {
        let store = worker.isMultiple(of: 2) ? bench.store : other
        group.addTask {
          do {
            while let held = try await store.write({
              try $0.takeJob(kinds: ["count"], owner: "w\(worker)", duration: 60_000)
            }) {
              try await store.write { transaction in
                _ = try transaction.addRecord(held.job.payload, kind: "counted", session: session)
                try transaction.complete(held)
              }
            }
          } catch { Issue.record(error) }
        }
      }
    }
    let records = try await bench.store.read { try $0.records(of: session, kind: "counted", limit: 500) }
    let numbers = try records.elements.map { try $0.document.decoded(as: [Int].self)[0] }
    #expect(numbers.sorted() == Array(0..<count))
    #expect(try await bench.store.read { try $0.jobCounts() } == [.done: Int64(count)])
    await other.close()
  }

  @Test(arguments: Engine.available)
  func `a worker that was too slow keeps nothing`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let store = bench.store
    _ = try await store.write { try $0.addJob("k", payload: JSONDocument([]), session: session) }
    let slow = try #require(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) })
    #expect(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) } == nil)
    bench.clock.advance(1000)
    let fast = try #require(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) })
    #expect(fast.job.attempts == 2)
    await #expect(throws: StoreError.of(.leaseLost)) {
      try await store.write { transaction in
        _ = try transaction.addRecord(JSONDocument([]), kind: "slow", session: session)
        try transaction.complete(slow)
      }
    }
    try await store.write { try $0.complete(fast) }
    #expect(try await store.read { try $0.records(of: session).elements.isEmpty })
    await #expect(throws: StoreError.of(.leaseLost)) { try await store.write { try $0.complete(fast) } }
  }

  @Test(arguments: Engine.available)
  func `a failing job waits longer each time and is dead in the end`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let id = try await store.write {
      try $0.addJob("k", payload: JSONDocument([]), session: nil, maximumAttempts: 3).id
    }
    for delay in [1000, 2000] as [Int64] {
      let held = try #require(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) })
      try await store.write { try $0.fail(held, code: "undecodable") }
      bench.clock.advance(delay - 1)
      #expect(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) } == nil)
      bench.clock.advance(1)
    }
    let last = try #require(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) })
    try await store.write { try $0.fail(last, code: "undecodable") }
    #expect(try await store.read { try $0.job(id) }.state == .dead)
    #expect(try await store.read { try $0.job(id) }.error == "undecodable")
  }

  @Test(arguments: Engine.available)
  func `a damaged job does not stand in the way of the others`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let store = bench.store
    let (bad, good) = try await store.write {
      (
        try $0.addJob("k", payload: JSONDocument([1]), session: session),
        try $0.addJob("k", payload: JSONDocument([2]), session: session, delay: 1)
      )
    }
    bench.clock.advance(1)
    try bench.tamper("UPDATE job SET payload = (SELECT payload FROM job WHERE id = '\(good.id)')")
    let held = try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 1000) }
    #expect(held?.job.id == good.id)
    #expect(try await store.read { try $0.jobCounts() } == [.dead: 1, .running: 1])
    await #expect(throws: StoreError.of(.corrupt)) { try await store.read { try $0.job(bad.id) } }
  }

  @Test(arguments: Engine.available)
  func `a job that kills its workers is dead in the end`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let id = try await store.write {
      try $0.addJob("k", payload: JSONDocument([]), session: nil, maximumAttempts: 2).id
    }
    for _ in 0..<2 {
      #expect(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 10) } != nil)
      bench.clock.advance(10)
    }
    #expect(try await store.write { try $0.takeJob(kinds: ["k"], owner: "w", duration: 10) } == nil)
    #expect(try await store.read { try $0.job(id) }.state == .dead)
    #expect(try await store.read { try $0.job(id) }.error == "worker_lost")
    bench.clock.advance(1)
    let now = bench.clock.now
    #expect(try await store.write { try $0.removeEndedJobs(before: now) } == 1)
  }

  @Test(arguments: Engine.available)
  func `a repeated request gets the stored answer and another one is a conflict`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let store = bench.store
    let hash = SHA256Digest.of(Array("body".utf8))
    let request = IdempotentRequest(sender: "client", key: "k1", hash: hash)
    let answer = StoredAnswer(status: 201, body: Array("{\"id\":1}".utf8))
    let claim: @Sendable (IdempotentRequest) async throws -> IdempotentClaim = { request in
      try await store.write { try $0.claim(request, claim: 30_000, lifetime: 86_400_000) }
    }
    #expect(try await claim(request) == .new)
    await #expect(throws: StoreError.of(.inFlight)) { _ = try await claim(request) }
    let other = IdempotentRequest(sender: "client", key: "k1", hash: SHA256Digest.of([1]))
    await #expect(throws: StoreError.of(.conflict)) { _ = try await claim(other) }
    #expect(try await claim(IdempotentRequest(sender: "other", key: "k1", hash: hash)) == .new)
    // Whoever claimed it has died.
    bench.clock.advance(30_000)
    #expect(try await claim(request) == .new)
    try await store.write { try $0.answer(request, with: answer, session: session) }
    #expect(try await claim(request) == .answered(answer))
    await #expect(throws: StoreError.of(.conflict)) { _ = try await claim(other) }
    await #expect(throws: StoreError.of(.conflict)) {
      try await store.write { try $0.answer(request, with: answer, session: session) }
    }
    bench.clock.advance(86_400_000)
    #expect(try await store.write { try $0.removeExpired() } >= 1)
    #expect(try await claim(request) == .new)
    try await store.write { try $0.abandon(request) }
    #expect(try await claim(request) == .new)
  }

  @Test(arguments: Engine.available)
  func `a claim holds as long as its server renews it`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let request = IdempotentRequest(sender: "c", key: "k", hash: SHA256Digest.of([]))
    let other = IdempotentRequest(sender: "c", key: "k", hash: SHA256Digest.of([1]))
    let claim: @Sendable () async throws -> IdempotentClaim = {
      try await store.write { try $0.claim(request, claim: 15_000, lifetime: 86_400_000) }
    }
    #expect(try await store.write { try $0.renew(request, claim: 15_000) } == false)
    #expect(try await claim() == .new)
    for _ in 0..<3 {
      bench.clock.advance(10_000)
      #expect(try await store.write { try $0.renew(request, claim: 15_000) })
      #expect(try await store.write { try $0.renew(other, claim: 15_000) } == false)
      await #expect(throws: StoreError.of(.inFlight)) { _ = try await claim() }
    }
    bench.clock.advance(15_000)
    #expect(try await claim() == .new)
    try await store.write {
      try $0.answer(request, with: StoredAnswer(status: 200, body: Array("{}".utf8)), session: nil)
    }
    #expect(try await store.write { try $0.renew(request, claim: 15_000) } == false)
  }

  @Test(arguments: Engine.available)
  func `of two that claim a request at once one gets it`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let other = try await bench.another()
    let request = IdempotentRequest(sender: "c", key: "k", hash: SHA256Digest.of([]))
    let won = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        let store = number.isMultiple(of: 2) ? bench.store : other
        group.addTask { (try? await store.write { try $0.claim(request, claim: 1000, lifetime: 5000) }) == .new }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(won == 1)
    await other.close()
  }

  @Test(arguments: Engine.available)
  func `an event goes to whom it concerns and is tried again`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let (client, stranger) = try await store.write {
      (
        try $0.addAPIClient(name: "a", scopes: [], rate: 0).client,
        try $0.addAPIClient(name: "b", scopes: [], rate: 0).client
      )
    }
    let (hook, secret) = try await store.write { transaction in
      _ = try transaction.addWebhook(url: "https://b.example/", client: stranger.id)
      _ = try transaction.addWebhook(url: "https://a.example/other", client: client.id, events: ["session.closed"])
      return try transaction.addWebhook(url: "https://a.example/", client: client.id, events: ["session.decided"])
    }
    let sent = try await store.write { transaction in
      let session = try transaction.addSession(
        NewSession(
          callType: "A", client: client.id, details: JSONDocument([]), challenge: Challenge(steps: [], nonce: ""),
          settingsVersion: 1, lifetime: 1000))
      return try transaction.announce(
        "session.decided", payload: JSONDocument(encoding: ["verdict": "approved"]), session: session.id)
    }
    #expect(sent.count == 1)
    let held = try #require(try await store.write { try $0.takeDelivery(owner: "s", duration: 1000) })
    #expect(held.url == "https://a.example/")
    #expect(held.secret == secret)
    #expect(try held.delivery.payload.decoded() == ["verdict": "approved"])
    #expect(try await store.write { try $0.takeDelivery(owner: "s", duration: 1000) == nil })
    try await store.write { try $0.failDelivery(held, status: 503) }
    bench.clock.advance(5000)
    let again = try #require(try await store.write { try $0.takeDelivery(owner: "s", duration: 1000) })
    #expect(again.delivery.id == held.delivery.id)
    await #expect(throws: StoreError.of(.leaseLost)) {
      try await store.write { try $0.completeDelivery(held, status: 200) }
    }
    try await store.write { try $0.completeDelivery(again, status: 200) }
    let all = try await store.read { try $0.deliveries(of: hook.id) }
    #expect(all.elements.map(\.state) == [.delivered])
    #expect(all.elements.map(\.attempts) == [2])
  }
}
