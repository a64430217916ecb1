import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import Foundation
import OfficeSupport
import Testing

@Suite("initialize")
struct InitializeTests {
  static let order = ["POST /v1/token", "POST /v1/sessions", "GET /v1/settings"]

  @Test("asks for token, session and settings, in this order and once")
  func order() async throws {
    try await withOffice { office in
      let client = quietClient()
      let first = try await client.initialize(office.connection(), session: office.wish())
      #expect(office.tap.lines == Self.order)
      #expect(first.isNewToken && first.isNewSession)
      #expect(first.session.reference == "ref-1" && first.session.settingsVersion == first.settings.version)
      // For another module of the app, with the values that are kept: all is taken again.
      let second = try await client.initialize()
      #expect(office.tap.lines == Self.order)
      #expect(!second.isNewToken && !second.isNewSession)
      #expect(second.session == first.session && second.settings == first.settings)
    }
  }

  @Test("of ten callers at the same time is done once")
  func joined() async throws {
    try await withOffice { office in
      let client = quietClient()
      let connection = try office.connection()
      office.tap.fault { _, _ in
        try? await Task.sleep(for: .milliseconds(100))
        return nil
      }
      let sessions = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<10 {
          group.addTask { try await client.initialize(connection, session: office.wish()).session.id }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(sessions.count == 1)
      #expect(office.tap.lines == Self.order)
    }
  }

  @Test(
    "tries no step twice by itself, and goes on with the step that failed",
    arguments: [
      ("POST /v1/token", "token", 0), ("POST /v1/sessions", "session", 1), ("GET /v1/settings", "settings", 2),
    ])
  func noRetry(_ line: String, _ step: String, _ place: Int) async throws {
    try await withOffice { office in
      let hand = ClientHand()
      let client = quietClient(hand)
      office.tap.fail(line, with: .serviceUnavailable, "unavailable", fields: ["Retry-After": "1"])
      let failure = await stepFailure { try await client.initialize(office.connection(), session: office.wish()) }
      #expect(failure?.step.rawValue == step && failure?.reason.code.rawValue == "unavailable")
      #expect(failure?.reason.cause == .server && failure?.reason.status == 503)
      #expect(failure?.reason.correlationId == "wiretap-0001")
      #expect(office.tap.lines == Array(Self.order.prefix(place + 1)))
      #expect(hand.sleeps.isEmpty)
      office.tap.forget()
      try await client.initialize()
      #expect(office.tap.lines == Array(Self.order.dropFirst(place)))
    }
  }

  @Test("opens one session when the answer that named it was lost")
  func lostAnswer() async throws {
    try await withOffice { office in
      let client = quietClient()
      office.tap.fail("POST /v1/sessions", with: HTTPStatus(502), "bad_gateway", isDone: true)
      await expectFailure(.init(rawValue: "bad_gateway")) {
        try await client.initialize(office.connection(), session: office.wish())
      }
      try await client.initialize()
      #expect(try await office.sessionCount() == 1)
    }
  }

  @Test("needs values, and checks them before anything is sent")
  func values() async throws {
    try await withOffice { office in
      let client = quietClient()
      await expectFailure(.notConfigured, .config) { try await client.initialize() }
      for wish in [
        SessionRequest(callType: "", reference: "r"), SessionRequest(callType: "NewCustomer", reference: ""),
        SessionRequest(callType: "NewCustomer", reference: "  "), SessionRequest(callType: "a b", reference: "r"),
      ] {
        await expectFailure(.requestInvalid, .config) {
          try await client.initialize(office.connection(), session: wish)
        }
      }
      #expect(office.tap.lines.isEmpty)
      let unknown = await stepFailure {
        try await client.initialize(office.connection(), session: SessionRequest(callType: "Unknown", reference: "r"))
      }
      #expect(unknown?.step == .session && unknown?.reason.code.rawValue == "unknown_call_type")
      #expect(unknown?.reason.cause == .config)
      var stranger = try office.connection()
      stranger.credentials = .program(id: office.program.id, secret: Secret("wrong"))
      let refused = await stepFailure { try await client.initialize(stranger, session: office.wish()) }
      #expect(refused?.step == .token && refused?.reason.code.rawValue == "client_refused")
    }
  }

  @Test("under another reference opens another session with another token")
  func otherReference() async throws {
    try await withOffice { office in
      let client = quietClient()
      let first = try await client.initialize(office.connection(), session: office.wish("ref-1"))
      office.tap.forget()
      let second = try await client.initialize(session: office.wish("ref-2"))
      #expect(second.session.id != first.session.id && second.isNewToken)
      // The settings are the same version of the same flow: they are not asked for again.
      #expect(office.tap.lines == ["POST /v1/token", "POST /v1/sessions"])
    }
  }

  @Test("at another server drops token and session")
  func otherServer() async throws {
    try await withOffice { first in
      try await withOffice { second in
        let client = quietClient()
        try await client.initialize(first.connection(), session: first.wish())
        try await client.initialize(second.connection())
        #expect(second.tap.lines == Self.order)
      }
    }
  }

  @Test("with other values takes the place of one that is running")
  func superseded() async throws {
    try await withOffice { office in
      let client = quietClient()
      let connection = try office.connection()
      let gate = Gate()
      office.tap.fault { _, _ in
        await gate.pass()
        return nil
      }
      let first = Task { try await client.initialize(connection, session: office.wish("ref-1")) }
      while office.tap.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      let other = Task { try await client.initialize(connection, session: office.wish("ref-2")) }
      await expectFailure(.superseded) { try await first.value }
      gate.open()
      let second = try await other.value
      #expect(second.session.reference == "ref-2")
      #expect(await client.currentSession?.reference == "ref-2")
    }
  }

  @Test("goes on for the others when one of those who wait is cancelled, and ends when all are")
  func cancelled() async throws {
    try await withOffice { office in
      let client = quietClient()
      let connection = try office.connection()
      let gate = Gate()
      office.tap.fault { _, _ in
        await gate.pass()
        return nil
      }
      let patient = Task { try await client.initialize(connection, session: office.wish()) }
      while office.tap.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      let impatient = Task { try await client.initialize(connection, session: office.wish()) }
      try await Task.sleep(for: .milliseconds(100))
      impatient.cancel()
      await expectFailure(.cancelled, .user) { try await impatient.value }
      gate.open()
      #expect(try await patient.value.session.reference == "ref-1")
      #expect(office.tap.lines == Self.order)

      let other = quietClient()
      office.tap.forget()
      let second = Gate()
      office.tap.fault { _, _ in
        await second.pass()
        return nil
      }
      let alone = Task { try await other.initialize(connection, session: office.wish("ref-9")) }
      while office.tap.lines.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      alone.cancel()
      await expectFailure(.cancelled) { try await alone.value }
      second.open()
      try await Task.sleep(for: .milliseconds(300))
      #expect(office.tap.lines == ["POST /v1/token"])
      #expect(try await other.initialize().session.reference == "ref-9")
    }
  }

  @Test("is needed before all else, and after a session was closed")
  func needed() async throws {
    try await withOffice { office in
      let client = quietClient()
      await expectFailure(.notInitialized) { try await client.result() }
      await expectFailure(.notInitialized) { try await client.sessionClose(finished: true) }
      await expectFailure(.notInitialized) { try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg") }
      let first = try await client.initialize(office.connection(), session: office.wish())
      #expect(try await client.sessionClose(finished: false) == .cancelled)
      await expectFailure(.notInitialized) { try await client.sessionState() }
      await expectFailure(.notInitialized) { try await client.sessionClose(finished: false) }
      #expect(await client.currentSession == nil)
      let second = try await client.initialize()
      #expect(second.session.id != first.session.id && second.isNewToken)
    }
  }

  @Test("is not needed when closing failed: it can be repeated")
  func closing() async throws {
    try await withOffice { office in
      let client = quietClient(ClientHand())
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.fail("POST /v1/sessions/*/close", 9, with: .serviceUnavailable, "unavailable")
      await expectFailure(.init(rawValue: "unavailable"), .server) { try await client.sessionClose(finished: true) }
      #expect(office.tap.count("POST /v1/sessions/*/close") == 3)
      #expect(await client.currentSession != nil)
      office.tap.fault(nil)
      #expect(try await client.sessionClose(finished: true) == .closed)
    }
  }

  @Test("continues an open session where that is asked for")
  func continued() async throws {
    try await withOffice { office in
      let first = try await quietClient().initialize(office.connection(), session: office.wish())
      var wish = office.wish()
      wish.isContinue = true
      let second = try await quietClient().initialize(office.connection(), session: wish)
      #expect(second.session.id == first.session.id && second.session.isContinued)
      #expect(
        try await quietClient().initialize(office.connection(), session: office.wish()).session.id != first.session.id)
    }
  }

  @Test("opens another session when the old one's time is over")
  func expired() async throws {
    try await withOffice { office in
      let hand = ClientHand()
      let client = quietClient(hand)
      let first = try await client.initialize(office.connection(), session: office.wish())
      let lifetime = (first.session.expiresAt - first.session.createdAt) / 1000
      office.hand.advance(seconds: Int64(lifetime) + 1)
      // The client's clock did not move: it learns of it from the server.
      await expectFailure(.init(rawValue: "session_expired")) {
        try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg")
      }
      let second = try await client.initialize()
      #expect(second.session.id != first.session.id)
      // And here it knows by itself.
      hand.advance(.seconds(lifetime + 1))
      #expect(try await client.initialize().session.id != second.session.id)
    }
  }
}
