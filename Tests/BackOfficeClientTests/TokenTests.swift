import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import Foundation
import OfficeSupport
import Synchronization
import Testing

@Suite("Tokens")
struct TokenTests {
  static func events() -> [TimelineEvent] { [TimelineEvent(name: "step", at: 1)] }

  @Test("whose time is over are renewed in the midst of a flow, once for all who need one")
  func renewal() async throws {
    try await withOffice(change: { $0.tokenLifetime = 600_000 }) { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.forget()
      // The server's clock jumps; the client's does not know.
      office.hand.advance(seconds: 601)
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { try await client.addEvents(Self.events()) } }
        for try await count in group { #expect(count == 1) }
      }
      #expect(office.tap.count("POST /v1/token") == 1)
      #expect(office.tap.count("POST /v1/sessions/*/events") >= 10)
    }
  }

  @Test("are renewed before their end, whatever the device's own clock shows")
  func early() async throws {
    try await withOffice(change: { $0.tokenLifetime = 600_000 }) { office in
      let hand = ClientHand()
      let client = quietClient(hand)
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.forget()
      // The server's times lie years away from this machine's; only what has passed counts.
      hand.advance(.seconds(530))
      _ = try await client.addEvents(Self.events())
      #expect(office.tap.count("POST /v1/token") == 0)
      hand.advance(.seconds(15))
      _ = try await client.addEvents(Self.events())
      #expect(office.tap.lines == ["POST /v1/sessions/*/events", "POST /v1/token", "POST /v1/sessions/*/events"])
    }
  }

  @Test("are renewed once for a call: a server that goes on refusing is believed")
  func once() async throws {
    try await withOffice { office in
      let client = quietClient(ClientHand())
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.forget()
      office.tap.fail("POST /v1/sessions/*/events", 9, with: .unauthorized, "token_expired")
      await expectFailure(.tokenExpired, .config) { try await client.addEvents(Self.events()) }
      #expect(
        office.tap.lines == ["POST /v1/sessions/*/events", "POST /v1/token", "POST /v1/sessions/*/events"])
    }
  }

  @Test("that the server does not know are not used again")
  func invalid() async throws {
    try await withOffice { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.fail("POST /v1/sessions/*/events", with: .unauthorized, "token_invalid")
      await expectFailure(.tokenInvalid) { try await client.addEvents(Self.events()) }
      office.tap.forget()
      #expect(try await client.addEvents(Self.events()) == 1)
      #expect(office.tap.lines == ["POST /v1/token", "POST /v1/sessions/*/events"])
    }
  }

  @Test("may come from the app's own server")
  func provider() async throws {
    try await withOffice { office in
      let asked = Mutex(0)
      let transport = try CurlTransport()
      let (address, program) = (try office.connection().address, office.program)
      var connection = try office.connection()
      connection.credentials = .provider(identity: "own") {
        asked.withLock { $0 += 1 }
        let body = Array(#"{"clientId":"\#(program.id)","clientSecret":"\#(program.secret)"}"#.utf8)
        let answer = try await transport.send(
          TransportRequest(
            "POST", .init(address, "/v1/token"), headers: [("Content-Type", "application/json")], body: .bytes(body)))
        let token = try JSONDecoder().decode(Envelope<TokenAnswer>.self, from: Data(answer.body)).data
        return AccessToken(Secret(token.token), lifetime: .seconds(3600))
      }
      let client = quietClient()
      try await client.initialize(connection, session: office.wish())
      #expect(try await client.addEvents(Self.events()) == 1)
      #expect(asked.withLock { $0 } == 1)
      office.hand.advance(seconds: 3601)
      #expect(try await client.addEvents(Self.events()) == 1)
      #expect(asked.withLock { $0 } == 2)

      struct Refused: Error {}
      connection.credentials = .provider(identity: "other") { throw Refused() }
      let failure = await stepFailure { try await client.initialize(connection) }
      #expect(failure?.step == .token && failure?.reason.code == .tokenProviderFailed)
    }
  }

  @Test("of a call that is cancelled are still for the others")
  func cancelled() async throws {
    try await withOffice { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      office.hand.advance(seconds: 3601)
      office.tap.forget()
      let gate = Gate()
      office.tap.fault { request, _ in
        if request.path == "/v1/token" { await gate.pass() }
        return nil
      }
      let second = Task { try await client.addEvents(Self.events()) }
      while office.tap.count("POST /v1/token") == 0 { try await Task.sleep(for: .milliseconds(5)) }
      let first = Task { try await client.addEvents(Self.events()) }
      try await Task.sleep(for: .milliseconds(100))
      first.cancel()
      await expectFailure(.cancelled) { try await first.value }
      gate.open()
      #expect(try await second.value == 1)
      #expect(office.tap.count("POST /v1/token") == 1)
    }
  }
}

@Suite("Signed messages")
struct SignedTests {
  static func client(_ office: Office, _ hand: ClientHand = ClientHand()) async throws -> BackOfficeClient {
    let client = quietClient(hand)
    var connection = try office.connection()
    connection.signing = .perSession
    try await client.initialize(connection, session: office.wish())
    return client
  }

  @Test("are taken, and unsigned ones of the same session are not")
  func signed() async throws {
    try await withOffice { office in
      let client = try await Self.client(office)
      #expect(try await client.addEvents(TokenTests.events()) == 1)
      #expect(try await client.result().state == .none)
      let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
      try await client.upload(.bytes(bytes), as: .front, mediaType: "image/jpeg")
      // Who has only the program's secret gets nowhere.
      var wish = office.wish()
      wish.isContinue = true
      await expectFailure(.init(rawValue: "signature_missing"), .config) {
        try await quietClient().initialize(office.connection(), session: wish)
      }
      #expect(try await client.sessionClose(finished: true) == .closed)
    }
  }

  @Test("bear the server's time, also when the device's clock jumps or the server's does")
  func clocks() async throws {
    try await withOffice { office in
      let hand = ClientHand()
      let client = try await Self.client(office, hand)
      office.tap.forget()
      // Ahead of the server by more than it takes, without an answer in between that would tell.
      hand.advance(.seconds(400))
      #expect(try await client.addEvents(TokenTests.events()) == 1)
      #expect(
        office.tap.lines == ["POST /v1/sessions/*/events", "GET /v1/sounds", "POST /v1/sessions/*/events"])
      office.hand.advance(seconds: 1000)
      #expect(try await client.addEvents(TokenTests.events()) == 1)
      office.tap.forget()
      #expect(try await client.addEvents(TokenTests.events()) == 1)
      #expect(office.tap.lines == ["POST /v1/sessions/*/events"])
    }
  }

  @Test("are signed anew when they are sent again")
  func again() async throws {
    try await withOffice { office in
      let client = try await Self.client(office)
      office.tap.fail("POST /v1/sessions/*/events", with: .serviceUnavailable, "unavailable", isDone: true)
      #expect(try await client.addEvents(TokenTests.events()) == 1)
    }
  }

  @Test("begin with a session that is gone on with and had no key")
  func continued() async throws {
    try await withOffice { office in
      try await quietClient().initialize(office.connection(), session: office.wish())
      let client = quietClient()
      var connection = try office.connection()
      connection.signing = .perSession
      var wish = office.wish()
      wish.isContinue = true
      // The answer is lost, so that the server has a key and the client does not know.
      office.tap.fail("POST /v1/sessions/*/key", with: HTTPStatus(502), "bad_gateway", isDone: true)
      let failure = await stepFailure { try await client.initialize(connection, session: wish) }
      #expect(failure?.step == .session && failure?.reason.status == 502)
      #expect(try await client.initialize().session.isContinued)
      #expect(office.tap.count("POST /v1/sessions/*/key") == 2)
      #expect(try await client.addEvents(TokenTests.events()) == 1)
      await expectFailure(.init(rawValue: "signature_missing")) {
        try await quietClient().initialize(office.connection(), session: wish)
      }
    }
  }
}
