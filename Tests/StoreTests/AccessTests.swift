import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct AccessTests {
  @Test(arguments: Engine.available)
  func `too many wrong passwords lock an account for a while`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let hash = try PasswordHash(memory: 64, passes: 1, lanes: 1).hash("right")
    let account = try await store.write { try $0.addAccount(name: "Ayşe", role: .admin, passwordHash: hash) }
    #expect(try await store.read { try $0.account(named: "AYŞE") } == account)
    let rule = LockOut(failures: 3, duration: 1000)
    for _ in 0..<2 {
      #expect(
        try await !store.write { try $0.recordFailure(of: account.id, lockOut: rule) }.isLocked(at: bench.clock.now))
    }
    let locked = try await store.write { try $0.recordFailure(of: account.id, lockOut: rule) }
    #expect(locked.isLocked(at: bench.clock.now))
    #expect(!locked.isLocked(at: bench.clock.now + 1000))
    try await store.write { try $0.recordSuccess(of: account.id) }
    #expect(try await store.read { try $0.account(account.id) }.failures == 0)
    #expect(try PasswordHash.isValid("right", for: try await store.read { try $0.account(account.id) }.passwordHash))
    await #expect(throws: StoreError.of(.exists)) {
      try await store.write { try $0.addAccount(name: "AYŞE", role: .agent, passwordHash: "") }
    }
    #expect(try await store.read { try $0.accounts() }.count == 1)
  }

  @Test(arguments: Engine.available)
  func `a token is good until it is over, revoked or its holder is disabled`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let (client, secret) = try await store.write { try $0.addAPIClient(name: "app", scopes: ["session"], rate: 60) }
    #expect(client.hasSecret(secret))
    #expect(!client.hasSecret(secret + "x"))
    let issue: @Sendable () async throws -> IssuedToken = {
      try await store.write { try $0.issueToken(to: .client(client.id), scopes: ["session"], lifetime: 1000) }
    }
    let first = try await issue()
    #expect(try await store.read { try $0.token(first.text) } == first.token)
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.token("x" + first.text) } }
    try await store.write { try $0.revoke(first.token.id) }
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.token(first.text) } }
    let second = try await issue()
    try await store.write { try $0.setAPIClient(client.id, scopes: ["session"], rate: 60, isDisabled: true) }
    await #expect(throws: StoreError.of(.notFound)) { try await store.read { try $0.token(second.text) } }
    try await store.write { try $0.setAPIClient(client.id, scopes: ["session"], rate: 60, isDisabled: false) }
    let third = try await issue()
    bench.clock.advance(1000)
    await #expect(throws: StoreError.of(.expired)) { try await store.read { try $0.token(third.text) } }
    #expect(try await store.write { try $0.removeExpired() } == 3)
    await #expect(throws: StoreError.of(.missingReference)) {
      try await store.write { try $0.issueToken(to: .client(Identifier()), scopes: [], lifetime: 1) }
    }
  }

  @Test(arguments: Engine.available)
  func `a nonce is spent once, in time and for its purpose`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let store = bench.store
    let nonce = try await store.write { try $0.issueNonce(scope: "challenge", lifetime: 1000) }
    await #expect(throws: StoreError.of(.notFound)) {
      try await store.write { try $0.spendNonce(nonce, scope: "login") }
    }
    try await store.write { try $0.spendNonce(nonce, scope: "challenge") }
    await #expect(throws: StoreError.of(.used)) {
      try await store.write { try $0.spendNonce(nonce, scope: "challenge") }
    }
    let late = try await store.write { try $0.issueNonce(scope: "challenge", lifetime: 1000) }
    bench.clock.advance(1000)
    await #expect(throws: StoreError.of(.expired)) {
      try await store.write { try $0.spendNonce(late, scope: "challenge") }
    }
    try await store.write { try $0.spendClientNonce("abc", scope: "s1", lifetime: 1000) }
    await #expect(throws: StoreError.of(.used)) {
      try await store.write { try $0.spendClientNonce("abc", scope: "s1", lifetime: 1000) }
    }
    try await store.write { try $0.spendClientNonce("abc", scope: "s2", lifetime: 1000) }
  }

  @Test(arguments: Engine.available)
  func `of many that spend a nonce at once one succeeds`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let nonce = try await bench.store.write { try $0.issueNonce(scope: "s", lifetime: 1000) }
    let won = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (try? await bench.store.write { try $0.spendNonce(nonce, scope: "s") }) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(won == 1)
  }

  @Test func `a login name that does not exist is refused like a wrong password`() async throws {
    let desk = PasswordDesk(PasswordHash(memory: 64, passes: 1, lanes: 1))
    let hash = try await desk.hash("right")
    #expect(try await desk.isValid("right", for: hash))
    #expect(try await !desk.isValid("wrong", for: hash))
    #expect(try await !desk.isValid("right", for: nil))
    await #expect(throws: StoreError.of(.internal)) { try await desk.isValid("right", for: "none") }
  }
}
