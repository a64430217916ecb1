import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Testing

@Suite struct AccessTests {
  @Test func tokensEndByTimeByRevokingAndWithTheirHolder() async throws {
    let bench = try await Bench()
    let query = "callType=NewCustomer"
    try await bench.call(API.settingsGet, query: query, token: String(repeating: "x", count: 43))
      .expect(401, "token_invalid")
    try await bench.call(API.settingsGet, query: query, token: "short").expect(401, "token_invalid")
    let bare = try await MemoryWay(router: bench.office.router).call(API.settingsGet, query: query)
    #expect(bare.expect(401, "token_missing").fields["www-authenticate"] == "Bearer")
    try await bench.call(API.tokenRevoke).expect(200)
    try await bench.call(API.settingsGet, query: query).expect(401, "token_invalid")
    let other = bench.otherApp
    try await bench.call(
      API.clientChange, ["client": other.id], ClientChange(isDisabled: true), token: bench.admin.token
    ).expect(200)
    try await bench.call(API.settingsGet, query: query, token: other.token).expect(401, "token_invalid")
    try await bench.call(API.tokenCreate, TokenRequest(clientId: other.id, clientSecret: other.secret))
      .expect(401, "client_refused")
    bench.clock.advance(3_600_001 * 8)
    try await bench.call(API.caseList, token: bench.admin.token).expect(401, "token_expired")
  }

  @Test func aNewSecretEndsTheOldOne() async throws {
    let bench = try await Bench()
    let client = try await bench.call(API.clientRotate, ["client": bench.app.id], token: bench.admin.token).value(201)
    try await bench.call(API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: bench.app.secret))
      .expect(401, "client_refused")
    let secret = try #require(client.secret)
    try await bench.call(API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: secret)).expect(201)
    try await bench.call(API.soundsList).expect(401, "token_invalid")
  }

  @Test func everyRouteAsksForItsRight() async throws {
    let bench = try await Bench()
    let agent = try await bench.person("agent", .agent)
    for row in API.all {
      guard case .scope(let scope) = row.access else { continue }
      // Apps have `session` only, agents `review` only.
      let token = scope == .session ? agent.token : bench.app.token
      let answer = try await MemoryWay(router: bench.office.router).send(
        row.method.rawValue, row.target(BadInputTests.path), [("Authorization", "Bearer " + token)], [])
      #expect(answer.status == 403, "\(row.name)")
    }
  }

  @Test func sessionsOfOthersAreNotThere() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open()
    let upload = try await bench.call(
      API.uploadAdd, ["session": session.id],
      UploadRequest(kind: .front, mediaType: "image/png", size: 3, sha256: String(repeating: "0", count: 64))
    ).value(201)
    let path = ["session": session.id, "upload": upload.id]
    let own = try await Flow(way: MemoryWay(router: bench.office.router), token: bench.otherApp.token).open()
    for row in API.all where row.access == .scope(.session) && row.pathParameters.contains("session") {
      let answer = try await MemoryWay(router: bench.office.router).send(
        row.method.rawValue, row.target(path),
        [
          ("Authorization", "Bearer " + bench.otherApp.token), ("Upload-Offset", "0"),
          ("Content-Type", row.name == "uploadAppend" ? "application/octet-stream" : "application/json"),
        ], try BadInputTests.goodBody(of: row, session: session))
      #expect(answer.status == 404, "\(row.name): \(String(decoding: answer.body, as: UTF8.self))")
    }
    // Neither is an upload under a session of one's own.
    try await bench.call(
      API.uploadGet, ["session": own.id, "upload": upload.id], token: bench.otherApp.token
    ).expect(404, "not_found")
  }

  @Test func wrongPasswordsLock() async throws {
    let bench = try await Bench()
    let agent = try await bench.person("agent", .agent)
    for _ in 0..<10 {
      try await bench.call(API.login, LoginRequest(name: "agent", password: "wrong")).expect(401, "login_refused")
    }
    try await bench.call(API.login, LoginRequest(name: "agent", password: agent.password))
      .expect(401, "login_refused")
    bench.clock.advance(900_001)
    try await bench.call(API.login, LoginRequest(name: "Agent", password: agent.password)).expect(201)
    try await bench.call(API.login, LoginRequest(name: "nobody", password: "wrong")).expect(401, "login_refused")
  }

  @Test func guessersAreSlowedDown() async throws {
    let bench = try await Bench()
    var last: Reply<TokenAnswer>?
    for _ in 0..<200 {
      last = try await bench.call(API.login, LoginRequest(name: "nobody", password: "wrong"))
      if last?.status == 429 { break }
    }
    #expect(last?.expect(429, "too_many_requests").fields["retry-after"] != nil)
  }

  @Test func aProgramHasItsOwnRate() async throws {
    let bench = try await Bench()
    try await bench.call(
      API.clientChange, ["client": bench.app.id], ClientChange(rate: 3), token: bench.admin.token
    ).expect(200)
    for _ in 0..<3 { try await bench.call(API.soundsList).expect(200) }
    try await bench.call(API.soundsList).expect(429, "too_many_requests")
    try await bench.call(API.soundsList, token: bench.otherApp.token).expect(200)
  }

  @Test func rolesAreTakenAwayAtOnce() async throws {
    let bench = try await Bench()
    let second = try await bench.person("second", .admin)
    let accounts = try await bench.call(API.accountList, token: second.token).value().accounts
    let own = try #require(accounts.first { $0.name == "second" })
    try await bench.call(
      API.accountChange, ["account": own.id], AccountChange(role: .agent), token: second.token
    ).expect(409, "own_account")
    try await bench.call(
      API.accountChange, ["account": own.id], AccountChange(role: .agent), token: bench.admin.token
    ).expect(200)
    try await bench.call(API.accountList, token: second.token).expect(403, "scope_missing")
    try await bench.call(
      API.passwordChange, PasswordRequest(oldPassword: second.password, newPassword: "another long password"),
      token: second.token
    ).expect(200)
    try await bench.call(API.caseList, token: second.token).expect(401, "token_invalid")
  }

  @Test func metricsAreForThisMachineOrAdmins() async throws {
    let bench = try await Bench()
    let router = bench.office.router
    try await bench.call(API.metrics).expect(403, "scope_missing")
    #expect(try await bench.call(API.metrics, token: bench.admin.token).status == 200)
    #expect(await router.respond(to: try Request(.get, "/metrics")).status == .ok)
    let forwarded = try Request(.get, "/metrics", fields: ["X-Forwarded-For": "203.0.113.9"])
    #expect(await router.respond(to: forwarded).status == .unauthorized)
  }
}
