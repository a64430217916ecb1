import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideObservations
import BonafideStore
import Foundation
import Synchronization
import Testing

@Suite struct FlowTests {
  enum Route: String, CaseIterable, Sendable { case memory, socket }

  @Test("From token to a decided case", arguments: Engine.available, Route.allCases)
  func wholeFlow(_ engine: Engine, _ route: Route) async throws {
    let bench = try await Bench(engine)
    let seen = Mutex<[String]>([])
    bench.judge.follow { work in
      #expect(Set(work.files.map(\.kind)) == [.selfieVideo, .front, .back] && work.files.count == 3)
      #expect(Set(work.steps) == Set(Bench.steps) && work.steps.first == "face")
      let front = work.file(.front).flatMap { try? Data(contentsOf: URL(filePath: $0.path)) }
      #expect(front == Data("front".utf8))
      #expect(work.settings[.smile] == 0.5)
      seen.withLock { $0.append(work.folder) }
      return ScriptedJudge.approval
    }
    try await bench.working {
      switch route {
      case .memory: try await run(bench, MemoryWay(router: bench.office.router))
      case .socket: try await withServer(bench.office.router) { try await run(bench, SocketWay(port: $0)) }
      }
    }
    for folder in seen.withLock({ $0 }) { #expect(!FileManager.default.fileExists(atPath: folder)) }
    let verdict = try await bench.call(API.auditVerify, token: bench.admin.token).value()
    #expect(verdict.isIntact && verdict.chains == 2)
    await bench.store.close()
  }

  private func run(_ bench: Bench, _ way: any Way) async throws {
    let token = try await way.call(
      API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: bench.app.secret)
    ).value(201)
    let flow = Flow(way: way, token: token.token)
    let settings = try await way.call(API.settingsGet, query: "callType=NewCustomer", token: token.token).value()
    #expect(settings.version == 1 && settings.values.map(\.name) == ["liveness.smile.min"])
    #expect(settings.sounds.map(\.name) == ["snd_start_face.wav"])
    let session = try await flow.complete()
    let result = try await flow.decided(session.id)
    #expect(result.decision?.verdict == .approved)
    #expect(result.decision?.ruleSet == "test-1")
    #expect(result.decision?.models.map(\.name) == ["net"])
    #expect(result.decision?.settingsVersion == 1)
    let face = try #require(result.parts.first { $0.kind == "face" })
    #expect(face.client?["isLive"] == true)
    #expect(face.server?["similarity"] == 0.8)
    let closed = try await way.call(
      API.sessionClose, ["session": session.id], CloseRequest(finished: true), token: token.token
    ).value()
    #expect(closed.status == .closed)
  }

  @Test func theClientsWordNeverDecides() async throws {
    let bench = try await Bench()
    bench.judge.follow { _ in ScriptedJudge.refusal }
    try await bench.working {
      let session = try await bench.flow.complete()
      let result = try await bench.flow.decided(session.id)
      #expect(result.decision?.verdict == .declined)
      #expect(result.decision?.reasons.map(\.code) == ["screen_replay"])
      #expect(result.decision?.reasons.first?.cause == "attack")
      #expect(result.parts.first { $0.kind == "face" }?.client?["livenessScore"] == 1)
    }
  }

  @Test func challengesAreDrawnByTheServerAndDiffer() async throws {
    let bench = try await Bench()
    var orders: Set<[String]> = []
    var nonces: Set<String> = []
    for number in 0..<12 {
      let session = try await bench.flow.open("ref-\(number)")
      orders.insert(session.challenge.steps)
      nonces.insert(session.challenge.nonce)
    }
    #expect(orders.count > 2 && nonces.count == 12)
    let eased = try await bench.flow.open("eased") {
      $0.handicapped = true
      $0.skipSteps = ["look-up", "face"]
    }
    #expect(Set(eased.challenge.steps) == Set(Bench.steps).subtracting(["look-up"]))
  }

  @Test func aSessionGoesOnUnderItsReference() async throws {
    let bench = try await Bench()
    let first = try await bench.flow.open("one")
    let again = try await bench.flow.open("one") { $0.isContinue = true }
    #expect(again.id == first.id && again.isContinued)
    let anew = try await bench.flow.open("one")
    #expect(anew.id != first.id)
    let foreign = try await bench.call(
      API.sessionAdd, SessionRequest(callType: "NewCustomer", reference: "one", isContinue: true),
      token: bench.otherApp.token
    ).value(201)
    #expect(foreign.id != first.id && foreign.id != anew.id)
  }

  @Test func extrasOfASession() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open {
      $0.identityType = "TC. Kimlik Kartı"; $0.identityNo = "12345678901"
    }
    #expect(session.warnings == ["identity_number_checksum"])
    let path = ["session": session.id]
    let event = TimelineEvent(name: "front", at: 1, state: .started)
    try await bench.call(API.sessionEvents, path, EventsRequest(events: [event])).expect(200)
    try await bench.call(API.integrationAdd, path, IntegrationRequest(data: "{\"kvkk\":true}")).expect(201)
    try await bench.call(API.integrationAdd, path, IntegrationRequest(data: "{")).expect(422, "bad_value")
    try await bench.call(API.signingFinish, path, SigningFinishRequest(reference: "r")).expect(409, "nothing_signed")
    let signed = SigningRequest(data: "aGVsbG8=", reference: "r", nonce: try #require(session.nonce))
    try await bench.call(API.signingSet, path, signed).expect(201)
    try await bench.call(API.signingSet, path, signed).expect(409, "nonce_used")
    let finished = try await bench.call(API.signingFinish, path, SigningFinishRequest(reference: "r")).value()
    #expect(finished.state == .finished && finished.documents.count == 1)
    let line = LogEntry(at: 1, level: .info, text: "number 12345678901 mail a@b.c step ok")
    try await bench.call(API.logAdd, path, LogRequest(lines: [line])).expect(201)
    let look = try await bench.call(API.lookGet, query: "callType=NewCustomer").value()
    #expect(look.version == 1)
    let sound = try await bench.call(API.soundGet, ["name": "snd_start_face.wav"])
    #expect(sound.bytes == Array("RIFF".utf8))
    let log = try await bench.store.read { transaction in
      try transaction.records(of: try #require(Identifier(session.id)), kind: "log").elements[0].document.text
    }
    #expect(!log.contains("12345678901") && !log.contains("a@b.c") && log.contains("step ok"))
  }
}
