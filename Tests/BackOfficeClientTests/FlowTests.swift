import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import Foundation
import OfficeSupport
import Testing

@Suite("A flow")
struct FlowTests {
  @Test("from the first request to the decision")
  func whole() async throws {
    try await withOffice(workers: true) { office in
      let client = quietClient()
      let prepared = try await client.initialize(office.connection(), session: office.wish())
      let film = try await client.upload(.bytes([1, 2, 3]), as: .selfieVideo, mediaType: "video/mp4")
      try await client.upload(.bytes([4, 5, 6]), as: .front, mediaType: "image/jpeg")
      let steps = prepared.session.challenge.steps.map { FaceStep(step: $0, smile: 0.9, evidence: film) }
      let face = FaceRequest(challengeNonce: prepared.session.challenge.nonce, steps: steps, isLive: true)
      #expect(try await client.saveFace(face).kind == "face")
      #expect(try await client.saveDocument(DocumentRequest(type: "TD1", mrz: "I<TUR")).kind == "document")
      #expect(try await client.saveHologram(FilmRequest(passed: true)).kind == "hologram")
      #expect(try await client.saveConceal(FilmRequest(passed: true)).kind == "conceal")
      #expect(try await client.saveChip(ChipRequest(dataGroups: ["DG1": "AAAA"])).kind == "chip")
      #expect(try await client.saveComparison(CompareRequest(references: [.chip], confidence: 90)).saved)
      try await client.addIntegration(IntegrationRequest(data: #"{"consent":true}"#))
      #expect(try await client.addLog([LogEntry(at: 1, level: .info, text: "line")]) == 1)
      #expect(try await client.result().state == .none)
      _ = try await client.decide()
      let result = try await client.result(within: .seconds(60))
      #expect(result.decision?.verdict == .approved)
      #expect(try await client.sessionClose(finished: true) == .closed)
    }
  }

  @Test("in which every answer is lost once does everything once")
  func lostAnswers() async throws {
    try await withOffice { office in
      let client = quietClient(ClientHand())
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.fail("POST /v1/sessions/*/events", with: HTTPStatus(502), "bad_gateway", isDone: true)
      #expect(try await client.addEvents([TimelineEvent(name: "one", at: 1)]) == 1)
      office.tap.fail("POST /v1/sessions/*/signing", with: HTTPStatus(502), "bad_gateway", isDone: true)
      let signed = try await client.addSigned(data: "AAAA", reference: "contract")
      #expect(signed.documents.count == 1 && signed.state == .signed)
      #expect(try await client.signing() == signed)
      office.tap.fail("POST /v1/sessions/*/signing/finish", with: HTTPStatus(502), "bad_gateway", isDone: true)
      #expect(try await client.finishSigning(reference: "contract").state == .finished)
      office.tap.fail("POST /v1/sessions/*/challenge", with: HTTPStatus(502), "bad_gateway", isDone: true)
      let challenge = try await client.drawChallenge()
      #expect(try await client.sessionState().challenge.nonce == challenge.nonce)
    }
  }

  @Test("asks for one decision, however often its answer is lost")
  func decision() async throws {
    try await withOffice { office in
      let client = quietClient(ClientHand())
      try await client.initialize(office.connection(), session: office.wish())
      try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg")
      office.tap.fail("POST /v1/sessions/*/decision", 9, with: HTTPStatus(502), "bad_gateway", isDone: true)
      await expectFailure(.init(rawValue: "bad_gateway")) { try await client.decide() }
      office.tap.fault(nil)
      let answer = try await client.decide()
      #expect(try await client.decide().job == answer.job)
      #expect(office.tap.count("POST /v1/sessions/*/nonces") == 1)
    }
  }

  @Test("waits for a result with growing pauses, through a network that fails, until its time is over")
  func waiting() async throws {
    try await withOffice { office in
      let hand = ClientHand()
      let client = quietClient(hand)
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.fail("GET /v1/sessions/*/result", 4, with: .serviceUnavailable, "unavailable")
      await expectFailure(.timeout, .network) { try await client.result(within: .seconds(60)) }
      #expect(hand.sleeps.reduce(.zero, +) <= .seconds(60))
      #expect(hand.sleeps.last == .seconds(5))
    }
  }

  @Test("has its look and sounds from the server; a sound that is not what was listed is refused")
  func look() async throws {
    try await withOffice { office in
      let client = quietClient()
      let prepared = try await client.initialize(office.connection(), session: office.wish())
      #expect(try await client.look().version == prepared.settings.version)
      let sounds = try await client.sounds()
      #expect(sounds.map(\.name) == ["snd_start_face.wav"])
      let folder = office.folder + "/fetched"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #expect(try await client.fetchSounds(into: folder) == ["snd_start_face.wav"])
      let path = folder + "/snd_start_face.wav"
      #expect(FileManager.default.contents(atPath: path) == Data("RIFF".utf8))
      #expect(try await client.fetchSounds(into: folder).isEmpty)
      try Data("RIFX".utf8).write(to: URL(filePath: path))
      #expect(try await client.fetchSounds(into: folder) == ["snd_start_face.wav"])
      var other = try #require(sounds.first)
      other.sha256 = String(repeating: "0", count: 64)
      await expectFailure(.checksumMismatch) { try await client.sound(other) }
    }
  }

  @Test("refuses what the interface does not allow before it is sent, and names the field")
  func checked() async throws {
    try await withOffice { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.forget()
      do throws(BackOfficeError) {
        _ = try await client.saveFace(FaceRequest(challengeNonce: "", steps: []))
        Issue.record("it was sent")
      } catch { #expect(error.code == .requestInvalid && error.subject == "challengeNonce") }
      #expect(office.tap.lines.isEmpty)
    }
  }

  @Test(
    "takes no answer that is not of the interface",
    arguments: ["", "{", "[]", "<html>", #"{"ok":true,"data":{},"correlationId":"12345678","serverTime":1}"#])
  func unreadable(_ text: String) async throws {
    try await withOffice { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      office.tap.fault { _, _ in .json(bytes: Array(text.utf8)) }
      await expectFailure(.answerUnreadable, .server) { try await client.result() }
      office.tap.fault { _, _ in Response(.conflict, body: .bytes(Array(text.utf8))) }
      await expectFailure(.answerUnreadable) { try await client.sessionClose(finished: true) }
      office.tap.fault { _, _ in Response(.seeOther, fields: ["Location": "https://example.org/"]) }
      await expectFailure(.redirectRefused, .config) { try await client.result() }
    }
  }
}

@Suite("Descriptions")
struct DescriptionTests {
  static func shown(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text + String(describing: value) + String(reflecting: value)
  }

  @Test("hold no secrets and no tokens")
  func secrets() async throws {
    let secret = "hunter2-hunter2"
    let connection = BackOfficeConnection(
      address: try ServerAddress("https://example.org"), credentials: .program(id: "id", secret: Secret(secret)))
    let request = TransportRequest(
      "POST", .init(try ServerAddress("https://example.org"), "/v1"), headers: [("Authorization", "Bearer " + secret)],
      body: .bytes(Array(secret.utf8)))
    let response = TransportResponse(status: 200, headers: ["x": secret], body: Array(secret.utf8))
    let bytes = Self.shown(Array(secret.utf8))
    for text in [
      Self.shown(connection), Self.shown(request), Self.shown(response),
      Self.shown(AccessToken(Secret(secret), lifetime: .seconds(1))), Self.shown(Secret(secret)),
    ] {
      #expect(!text.contains(secret))
      #expect(!text.contains(bytes))
    }
  }

  @Test("of errors hold code, status and correlation, and nothing that a server wrote")
  func errors() async throws {
    try await withOffice { office in
      let client = quietClient()
      try await client.initialize(office.connection(), session: office.wish())
      for (code, correlation) in [
        ("bad_value", "12345678"), ("Ayşe Yılmaz", "12345678"), ("bad_value", "Ayşe Yılmaz"), ("a b", "x"),
      ] {
        office.tap.fault { _, _ in
          let problem = JSONValue.object([
            "code": .text(code), "correlationId": .text(correlation), "detail": "Ayşe Yılmaz", "title": "Ayşe Yılmaz",
          ])
          let bytes = try? JSONEncoder().encode(problem)
          return Response(.unprocessableContent, body: .bytes(Array(bytes ?? Data())))
        }
        do throws(BackOfficeError) {
          _ = try await client.result()
          Issue.record("nothing was thrown")
        } catch {
          let text = Self.shown(error)
          #expect(!text.contains("Ayşe") && error.status == 422)
          #expect(error.code.rawValue == (code == "bad_value" ? code : "answer_unreadable"))
        }
      }
      let known = BackOfficeError(.pinUnreadable, status: 400, correlationId: "12345678", subject: "AI_CERT_1")
      #expect("\(known)" == "pin_unreadable (AI_CERT_1, HTTP 400, correlation 12345678)")
    }
  }
}
