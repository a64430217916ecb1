import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Testing

/// Signing in by a browser.
@Suite struct ConsoleTests {
  private static let host = ("Host", "office.example")

  /// Signs in; the cookie as it is sent back, and the answer.
  private func signIn(
    _ bench: Bench, _ person: Bench.Person, fields: [(String, String)] = [ConsoleTests.host]
  ) async throws -> (cookie: String, line: String, session: ConsoleSession) {
    let reply = try await MemoryWay(router: bench.office.router).call(
      API.consoleSignIn, LoginRequest(name: person.name, password: person.password), fields: fields)
    let line = try #require(reply.fields["set-cookie"])
    return (String(line.prefix { $0 != ";" }), line, try reply.value(201))
  }

  private func way(_ bench: Bench) -> MemoryWay { MemoryWay(router: bench.office.router) }

  @Test func theCookieIsForThisHostAndNoScript() async throws {
    let bench = try await Bench()
    let (cookie, line, session) = try await signIn(bench, bench.admin)
    for word in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=28800"] { #expect(line.contains(word)) }
    #expect(cookie.hasPrefix("bonafide_console=") && !line.contains("Secure") && !line.contains("Domain"))
    #expect(session.role == .admin && session.name == "admin" && session.scopes.contains("admin"))
    let again = try await way(bench).call(API.consoleSession, fields: [("Cookie", "a=b; \(cookie)")]).value()
    #expect(again == session)
    // Over TLS, to us or to a proxy, browsers take the cookie from this host only.
    let proxied = try await signIn(bench, bench.admin, fields: [("X-Forwarded-Proto", "https")])
    #expect(proxied.line.hasPrefix("__Host-bonafide_console=") && proxied.line.hasSuffix("; Secure"))
    try await way(bench).call(API.consoleSession, fields: [("Cookie", cookie), ("X-Forwarded-Proto", "https")])
      .expect(401, "token_missing")
  }

  @Test func whatChangesSomethingNeedsTheCode() async throws {
    let bench = try await Bench()
    let (cookie, _, session) = try await signIn(bench, bench.admin)
    let other = try await signIn(bench, bench.admin).session.csrf
    #expect(other != session.csrf)
    let reading = [Self.host, ("Cookie", cookie)]
    try await way(bench).call(API.caseList, fields: reading + [("Origin", "https://evil.example")]).expect(200)
    let cases: [([(String, String)], Int, String?)] = [
      ([], 403, "csrf_missing"), ([("X-CSRF-Token", other)], 403, "csrf_invalid"),
      ([("X-CSRF-Token", "")], 403, "csrf_invalid"),
      ([("X-CSRF-Token", session.csrf), ("X-CSRF-Token", session.csrf)], 403, "csrf_invalid"),
      ([("X-CSRF-Token", session.csrf), ("Origin", "https://evil.example")], 403, "csrf_invalid"),
      ([("X-CSRF-Token", session.csrf), ("Origin", "null")], 403, "csrf_invalid"),
      ([("X-CSRF-Token", session.csrf), ("Origin", "http://office.example")], 200, nil),
      ([("X-CSRF-Token", session.csrf)], 200, nil),
    ]
    for (fields, status, code) in cases {
      try await way(bench).call(API.auditVerify, fields: reading + fields).expect(status, code)
    }
  }

  @Test func aTokenInTheHeaderGoesBeforeTheCookie() async throws {
    let bench = try await Bench()
    let (cookie, _, _) = try await signIn(bench, bench.admin)
    // An app's token has no right to see cases, whatever the cookie says; and it needs no code.
    try await way(bench).call(API.caseList, fields: [("Cookie", cookie)], token: bench.app.token)
      .expect(403, "scope_missing")
    try await way(bench).call(API.tokenRevoke, fields: [("Cookie", cookie)], token: bench.app.token).expect(200)
    try await way(bench).call(API.consoleSession, token: bench.admin.token).expect(401, "token_missing")
  }

  @Test func onlyPersonsHaveBrowsers() async throws {
    let bench = try await Bench()
    for cookie in [
      "bonafide_console=\(bench.app.token)", "bonafide_console=\(String(repeating: "x", count: 43))",
    ] {
      try await way(bench).call(API.soundsList, fields: [("Cookie", cookie)]).expect(401, "token_invalid")
    }
    let (cookie, _, _) = try await signIn(bench, bench.admin)
    // Two of one name: one of them was set by somebody else.
    for cookie in ["bonafide_console=short", "bonafide_console=", "\(cookie); \(cookie)", "bonafide_console"] {
      try await way(bench).call(API.caseList, fields: [("Cookie", cookie)]).expect(401, "token_missing")
    }
  }

  @Test func signingOutEndsIt() async throws {
    let bench = try await Bench()
    let (cookie, _, session) = try await signIn(bench, bench.admin)
    try await way(bench).call(API.consoleSignOut, fields: [("Cookie", cookie)]).expect(403, "csrf_missing")
    let done = try await way(bench).call(
      API.consoleSignOut, fields: [("Cookie", cookie), ("X-CSRF-Token", session.csrf)])
    #expect(done.expect(200).fields["set-cookie"]?.contains("Max-Age=0") == true)
    try await way(bench).call(API.consoleSession, fields: [("Cookie", cookie)]).expect(401, "token_invalid")
  }

  @Test func wrongPasswordsLockHereToo() async throws {
    let bench = try await Bench()
    let agent = try await bench.person("agent", .agent)
    for _ in 0..<10 {
      try await way(bench).call(API.consoleSignIn, LoginRequest(name: "agent", password: "wrong"))
        .expect(401, "login_refused")
    }
    try await way(bench).call(API.consoleSignIn, LoginRequest(name: "agent", password: agent.password))
      .expect(401, "login_refused")
    try await way(bench).call(API.login, LoginRequest(name: "agent", password: agent.password))
      .expect(401, "login_refused")
    bench.clock.advance(900_001)
    let fields = [Self.host, ("Origin", "https://evil.example")]
    try await way(bench).call(
      API.consoleSignIn, LoginRequest(name: "agent", password: agent.password), fields: fields
    ).expect(403, "csrf_invalid")
    _ = try await signIn(bench, agent)
  }

  @Test func theSecondPersonsListIsShort() async throws {
    let bench = try await Bench()
    let (first, second) = (try await bench.person("first", .agent), try await bench.person("second", .supervisor))
    try await bench.working {
      let (one, two) = (try await bench.flow.complete("one"), try await bench.flow.complete("two"))
      for session in [one, two] { _ = try await bench.flow.decided(session.id) }
      let proposed = try await bench.call(
        API.caseDecide, ["session": one.id],
        ManualDecisionRequest(verdict: .declined, reasons: ["suspected_fraud"], note: "the picture is not hers"),
        token: first.token
      ).value(201)
      let waiting = try await bench.call(API.caseList, query: "waiting=second_person", token: second.token).value()
      #expect(waiting.sessions.map(\.id) == [one.id])
      #expect(waiting.sessions.first?.reference == "one" && waiting.sessions.first?.isWaiting == true)
      try await bench.call(
        API.caseConfirm, ["session": one.id], ConfirmRequest(proposal: try #require(proposed.proposal)),
        token: second.token
      ).expect(201)
      let after = try await bench.call(API.caseList, query: "waiting=second_person", token: second.token).value()
      #expect(after.sessions.isEmpty)
      let found = try await bench.call(API.caseGet, ["session": one.id], token: second.token).value()
      #expect(found.session.reasons == ["suspected_fraud"])
      #expect(found.notes.map(\.note) == ["the picture is not hers"])
      let names = Dictionary(found.people.map { ($0.id, $0.name) }) { first, _ in first }
      #expect(found.notes.first.map { [names[$0.account], names[$0.second ?? ""]] } == ["first", "second"])
      let audit = try await bench.call(API.caseAudit, ["session": one.id], token: second.token).value()
      #expect(audit.isIntact && audit.entries.contains { $0.name == "first" && $0.action == "override.proposed" })
      // What persons wrote is not for apps.
      let shown = try await bench.call(API.resultGet, ["session": one.id])
      #expect(!String(decoding: shown.bytes, as: UTF8.self).contains("not hers"))
    }
  }
}
