import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideObservations
import BonafideSecrets
import BonafideStore
import DatabaseSupport
import Foundation
import Synchronization
import Testing

/// The databases that the suite runs on.
enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite
  case postgres

  var testDescription: String { rawValue }

  static let available: [Engine] = {
    if PostgresServer.installation != nil { return allCases }
    print("SKIPPED on PostgreSQL: no server is installed; `apt-get install postgresql` runs the whole suite")
    return [.sqlite]
  }()
}

/// A clock that tests turn.
final class TestClock: Sendable {
  private let time = Atomic<Int64>(1_800_000_000_000)

  var clock: StoreClock { StoreClock { [self] in time.load(ordering: .relaxed) } }
  var now: Int64 { time.load(ordering: .relaxed) }

  func advance(_ milliseconds: Int64) { time.wrappingAdd(milliseconds, ordering: .relaxed) }
}

/// Keeps the lines.
final class KeptLog: OfficeLog {
  private let lines = Mutex<[String]>([])

  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func write(_ line: LogLine) { lines.withLock { $0.append(line.json(at: 0)) } }
}

/// Does what the test says.
final class ScriptedJudge: Judge {
  typealias Script = @Sendable (JudgeWork) async throws -> JudgeResult
  typealias Foresight = @Sendable (DecidedCase, Settings) -> ReconsideredCase?
  private let script: Mutex<Script>
  private let foresight: Foresight

  init(
    _ script: @escaping Script = { _ in ScriptedJudge.approval }, foresight: @escaping Foresight = { _, _ in nil }
  ) {
    self.script = Mutex(script)
    self.foresight = foresight
  }

  func reconsider(_ decided: DecidedCase, under settings: Settings) -> ReconsideredCase? {
    foresight(decided, settings)
  }

  func follow(_ new: @escaping Script) { script.withLock { $0 = new } }

  func judge(_ work: JudgeWork) async throws -> JudgeResult { try await script.withLock { $0 }(work) }

  /// Knows calibrations that have a name.
  func profile(ofCalibration json: [UInt8]) throws -> String {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json))
    guard let name = value["profile"]?.text else { throw BonafideError(.usage, "the calibration has no name") }
    return name
  }

  static let approval = JudgeResult(
    verdict: .approved, reasons: [],
    parts: ["liveness": ["isLive": true, "score": 0.97], "face": ["similarity": 0.8]],
    ruleSet: "test-1", models: [.init(name: "net", sha256: String(repeating: "ab", count: 32))])

  static let refusal = JudgeResult(
    verdict: .declined, reasons: [Reason(.screenReplay)], parts: ["liveness": ["isLive": false]], ruleSet: "test-1",
    models: [])
}

extension Setting {
  static let smile = Setting("liveness.smile.min", .ratio, in: 0...1, default: 0.5, source: "test")
}

/// A back office of its own for one test.
final class Bench: Sendable {
  let folder: String
  let store: DatabaseStore
  let room: EvidenceRoom
  let office: BackOffice
  let judge: ScriptedJudge
  let clock = TestClock()
  let log = KeptLog()
  let admin: Person
  /// A program of an app, with its token.
  let app: Program
  let otherApp: Program

  struct Person: Sendable {
    let name: String
    let password: String
    let token: String
  }

  struct Program: Sendable {
    let id: String
    let secret: String
    let token: String
  }

  static let password = "correct horse battery"
  static let steps = ["face", "smile", "close-eyes", "turn-right", "turn-left", "look-up"]
  static let elements = ["crescent", "mli", "signature", "ovi"]
  static let passwords = PasswordDesk(PasswordHash(memory: 64, passes: 1, lanes: 1))

  init(
    _ engine: Engine = .sqlite, judge: ScriptedJudge = ScriptedJudge(), live: (any LiveEngine)? = nil,
    change: (inout BackOfficeSettings) -> Void = { _ in }
  ) async throws {
    self.judge = judge
    folder = FileManager.default.temporaryDirectory.appending(path: "bonafide-office-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/sounds", withIntermediateDirectories: true)
    try Data("RIFF".utf8).write(to: URL(filePath: folder + "/sounds/snd_start_face.wav"))
    let key = try MasterKey(text: String(repeating: "11", count: 32))
    let ring = KeyRing(current: key)
    switch engine {
    case .sqlite:
      store = try await DatabaseStore.sqlite(path: folder + "/store.sqlite", ring: ring, clock: clock.clock)
    case .postgres:
      let address = try PostgresServer.shared().address(
        of: "t\(UUID().uuidString.lowercased().replacing("-", with: ""))")
      store = try await DatabaseStore.postgres(
        PostgresSettings(address: address, connections: 4, lockTimeout: 10_000), ring: ring, clock: clock.clock)
    }
    room = EvidenceRoom(store: store, blobs: try DiskBlobStore(root: folder + "/blobs"), clock: clock.clock)
    var settings = BackOfficeSettings(
      declared: [.smile], steps: Bench.steps, temporaryFolder: folder + "/judging", soundsFolder: folder + "/sounds")
    settings.concealElements = Bench.elements
    settings.pollTime = .milliseconds(5)
    settings.upkeepTime = .milliseconds(50)
    settings.allowsInnerWebhooks = true
    settings.webhookBackOff = 0
    change(&settings)
    office = try await BackOffice(
      room: room, judge: judge, live: live, settings: settings, clock: clock.clock, log: log, passwords: Bench.passwords
    )
    let router = office.router
    let first = try #require(office.firstAdmin)
    let token = try await Bench.login(router, first.name, first.password)
    admin = Person(name: first.name, password: first.password, token: token)
    app = try await Bench.program(router, "app", token)
    otherApp = try await Bench.program(router, "other-app", token)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs with workers, and ends in order.
  func working<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    office.startWorkers()
    do {
      let value = try await body()
      await office.stopWorkers(within: .seconds(5))
      return value
    } catch {
      await office.stopWorkers(within: .milliseconds(100))
      throw error
    }
  }

  /// One more person.
  func person(_ name: String, _ role: Role) async throws -> Person {
    try await call(
      API.accountAdd, AccountRequest(name: name, role: role, password: Bench.password), token: admin.token
    ).expect(201)
    return Person(
      name: name, password: Bench.password, token: try await Bench.login(office.router, name, Bench.password))
  }

  private static func login(_ router: Router, _ name: String, _ password: String) async throws -> String {
    try await MemoryWay(router: router).call(API.login, LoginRequest(name: name, password: password)).value(201).token
  }

  private static func program(_ router: Router, _ name: String, _ token: String) async throws -> Program {
    let way = MemoryWay(router: router)
    let client = try await way.call(API.clientAdd, ClientRequest(name: name), token: token).value(201)
    let secret = try #require(client.secret)
    let answer = try await way.call(API.tokenCreate, TokenRequest(clientId: client.id, clientSecret: secret)).value(201)
    return Program(id: client.id, secret: secret, token: answer.token)
  }

  /// A new session, and the token of its capture page.
  func page() async throws -> (session: String, token: String) {
    let session = try await call(
      API.sessionAdd, SessionRequest(callType: "NewCustomer", reference: UUID().uuidString)
    ).value(201).id
    let link = try await call(API.captureLink, ["session": session], CaptureLinkRequest(language: .turkish)).value(201)
    return (session, link.token)
  }

  /// A request in memory, by the app unless another token is given.
  func call<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ path: [String: String], _ input: Input, query: String = "",
    fields: [(String, String)] = [], token: String? = nil
  ) async throws -> Reply<Output> {
    try await MemoryWay(router: office.router)
      .call(endpoint, path, input, query: query, fields: fields, token: token ?? app.token)
  }

  func call<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ input: Input, fields: [(String, String)] = [], token: String? = nil
  ) async throws -> Reply<Output> {
    try await call(endpoint, [:], input, fields: fields, token: token)
  }

  func call<Output: WireType>(
    _ endpoint: Endpoint<NoContent, Output>, _ path: [String: String] = [:], query: String = "",
    fields: [(String, String)] = [], body: [UInt8] = [], token: String? = nil
  ) async throws -> Reply<Output> {
    try await MemoryWay(router: office.router)
      .call(endpoint, path, query: query, fields: fields, body: body, token: token ?? app.token)
  }
}

/// Waits until something holds; fails after `seconds`.
func eventually(within seconds: Double = 10, _ condition: @Sendable () async throws -> Bool) async throws {
  for _ in 0..<Int(seconds * 50) {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("it did not come to be in time")
}
