package import BonafideBackOffice
package import BonafideBackOfficeAPI
package import BonafideBackOfficeClient
package import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideSecrets
package import BonafideStore
internal import Foundation
internal import Synchronization
package import Testing

/// The server's clock, which tests turn.
package final class ServerHand: Sendable {
  private let offset = Atomic<Int64>(0)

  package init() {}

  package var clock: StoreClock { StoreClock { [self] in now } }
  package var now: Int64 {
    1_800_000_000_000 + offset.load(ordering: .relaxed) + Int64(ProcessInfo.processInfo.systemUptime * 1000)
  }

  package func advance(seconds: Int64) { offset.wrappingAdd(seconds * 1000, ordering: .relaxed) }
}

/// The client's clock, which tests turn; waiting takes no time, and is noted.
package final class ClientHand: Sendable {
  private let state = Mutex<(offset: Duration, sleeps: [Duration])>((.zero, []))
  private let start = ContinuousClock.now

  package init() {}

  package var sleeps: [Duration] { state.withLock { $0.sleeps } }
  package var clock: ClientClock {
    ClientClock(
      now: { [self] in (ContinuousClock.now - start) + state.withLock { $0.offset } },
      sleep: { [self] time in
        try Task.checkCancellation()
        state.withLock {
          $0.sleeps.append(time); $0.offset += time
        }
        await Task.yield()
      })
  }

  package func advance(_ time: Duration) { state.withLock { $0.offset += time } }
}

/// Does what the test says.
package final class ScriptedJudge: Judge {
  package init() {}

  package func judge(_ work: JudgeWork) async throws -> JudgeResult {
    JudgeResult(verdict: .approved, reasons: [], parts: ["liveness": ["isLive": true]], ruleSet: "test-1", models: [])
  }

  package func profile(ofCalibration json: [UInt8]) throws -> String {
    throw BonafideError(.usage, "no calibrations here")
  }
}

/// Holds up those who come to it until it is opened.
package final class Gate: Sendable {
  private let isOpen = Atomic<Bool>(false)

  package init() {}

  package func open() { isOpen.store(true, ordering: .releasing) }

  /// Half a minute at most.
  package func pass() async {
    for _ in 0..<6000 where !isOpen.load(ordering: .acquiring) { try? await Task.sleep(for: .milliseconds(5)) }
  }
}

package struct SilentLog: OfficeLog {
  package init() {}

  package func write(_ line: LogLine) {}
}

/// What goes over the wire, and what is put in its way.
package final class WireTap: Sendable {
  package init() {}

  package typealias Fault = @Sendable (Request, _ answer: () async -> Response) async -> Response?
  private let state = Mutex<(lines: [String], fault: Fault?)>(([], nil))

  /// `METHOD path`, with identifiers as `*`.
  package var lines: [String] { state.withLock { $0.lines } }

  package func count(_ line: String) -> Int { lines.count { $0 == line } }
  package func forget() { state.withLock { $0.lines = [] } }
  /// Answers in the server's place; nil lets the request pass.
  package func fault(_ fault: Fault?) { state.withLock { $0.fault = fault } }

  /// The first `count` requests of this kind are answered so; `isDone` lets the server do them all the same.
  package func fail(
    _ line: String, _ count: Int = 1, with status: HTTPStatus, _ code: String, isDone: Bool = false,
    fields: HTTPFields = [:]
  ) {
    let left = Mutex(count)
    fault { request, answer in
      guard Self.line(request) == line,
        left.withLock({
          $0 -= 1; return $0 >= 0
        })
      else { return nil }
      if isDone { _ = await answer() }
      return Problem(status, code, fields: fields).response(correlationID: "wiretap-0001")
    }
  }

  package func respond(_ request: Request, _ answer: @Sendable () async -> Response) async -> Response {
    let fault = state.withLock { state in
      state.lines.append(Self.line(request))
      return state.fault
    }
    if let response = await fault?(request, answer) { return response }
    return await answer()
  }

  package static func line(_ request: Request) -> String {
    let path = request.path.split(separator: "/").map { part in
      part.utf8.count == 32 && part.allSatisfy(\.isHexDigit) ? "*" : String(part)
    }
    return request.method.rawValue + " /" + path.joined(separator: "/")
  }
}

/// A back office that listens, with one program that may call.
package final class Office: Sendable {
  package let folder: String
  package let store: DatabaseStore
  package let office: BackOffice
  package let server: HTTPServer
  package let port: UInt16
  package let hand = ServerHand()
  package let tap = WireTap()
  package let program: (id: String, secret: String)
  private let adminToken: String

  package static let steps = ["face", "smile", "close-eyes", "turn-right", "turn-left", "look-up"]

  package init(tls: TLSContext? = nil, change: @Sendable (inout BackOfficeSettings) -> Void = { _ in }) async throws {
    folder = NSTemporaryDirectory() + "bonafide-client-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder + "/sounds", withIntermediateDirectories: true)
    try Data("RIFF".utf8).write(to: URL(filePath: folder + "/sounds/snd_start_face.wav"))
    let ring = KeyRing(current: try MasterKey(text: String(repeating: "11", count: 32)))
    store = try await DatabaseStore.sqlite(path: folder + "/store.sqlite", ring: ring, clock: hand.clock)
    let room = EvidenceRoom(store: store, blobs: try DiskBlobStore(root: folder + "/blobs"), clock: hand.clock)
    var settings = BackOfficeSettings(
      declared: [Setting("liveness.smile.min", .ratio, in: 0...1, default: 0.5, source: "test")], steps: Self.steps,
      temporaryFolder: folder + "/judging", soundsFolder: folder + "/sounds")
    settings.pollTime = .milliseconds(20)
    change(&settings)
    office = try await BackOffice(
      room: room, judge: ScriptedJudge(), settings: settings, clock: hand.clock, log: SilentLog(),
      passwords: PasswordDesk(PasswordHash(memory: 64, passes: 1, lanes: 1)))
    let admin = try #require(office.firstAdmin)
    adminToken = try await Self.ask(
      office, API.login, [:], LoginRequest(name: admin.name, password: admin.password), nil
    ).token
    let client = try await Self.ask(office, API.clientAdd, [:], ClientRequest(name: "app"), adminToken)
    program = (client.id, try #require(client.secret))
    var serving = ServerSettings()
    serving.tls = tls
    serving.lingerTime = .milliseconds(100)
    serving.sweepTime = .milliseconds(50)
    let (router, tap) = (office.router, tap)
    server = HTTPServer(serving) { request in await tap.respond(request) { await router.respond(to: request) } }
    port = try server.start()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// One request of the first administrator's, past the network.
  package func administer<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ path: [String: String] = [:], _ input: Input? = nil
  ) async throws -> Output {
    try await Self.ask(office, endpoint, path, input, adminToken)
  }

  private static func ask<Input: WireType, Output: WireType>(
    _ office: BackOffice, _ endpoint: Endpoint<Input, Output>, _ path: [String: String] = [:], _ input: Input?,
    _ token: String?
  ) async throws -> Output {
    var fields: HTTPFields = ["Content-Type": "application/json"]
    if let token { fields["Authorization"] = "Bearer " + token }
    let row = endpoint.description
    let target = path.reduce(row.path) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    let request = try Request(
      row.method == .put ? .put : row.method == .get ? .get : .post, target, fields: fields,
      body: input.map { try Array(JSONEncoder().encode($0)) } ?? [], remoteAddress: "127.0.0.1")
    let bytes = try await office.router.respond(to: request).collect()
    return try JSONDecoder().decode(Envelope<Output>.self, from: Data(bytes)).data
  }

  /// With the port of a proxy in the way, where there is one.
  package func connection(port: UInt16? = nil, scheme: String = "http") throws -> BackOfficeConnection {
    BackOfficeConnection(
      address: try ServerAddress("\(scheme)://127.0.0.1:\(port ?? self.port)"),
      credentials: .program(id: program.id, secret: Secret(program.secret)))
  }

  package func wish(_ reference: String = "ref-1") -> SessionRequest {
    SessionRequest(callType: "NewCustomer", reference: reference)
  }

  /// How many sessions were opened.
  package func sessionCount(_ reference: String = "ref-1") async throws -> Int {
    try await store.read { try $0.sessions(with: Lookup(.reference, reference), limit: 50).elements.count }
  }
}

/// Runs `body` with an office that ends in order.
package func withOffice(
  tls: TLSContext? = nil, workers: Bool = false, change: @Sendable (inout BackOfficeSettings) -> Void = { _ in },
  isolation: isolated (any Actor)? = #isolation, _ body: (Office) async throws -> Void
) async throws {
  let office = try await Office(tls: tls, change: change)
  if workers { office.office.startWorkers() }
  do { try await body(office) } catch {
    await office.server.shutDown(within: .milliseconds(100))
    await office.office.stopWorkers(within: .seconds(5))
    throw error
  }
  await office.server.shutDown(within: .milliseconds(100))
  await office.office.stopWorkers(within: .seconds(5))
}

/// A client without a sound, on a clock of its own.
package func quietClient(_ hand: ClientHand? = nil) -> BackOfficeClient {
  BackOfficeClient(clock: hand?.clock ?? .system, warn: { _ in })
}

package func expectFailure<Value>(
  _ code: BackOfficeError.Code, _ cause: BackOfficeError.Cause? = nil, at place: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Value
) async {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: place)
  } catch let error as BackOfficeError {
    #expect(error.code == code, sourceLocation: place)
    if let cause { #expect(error.cause == cause, sourceLocation: place) }
  } catch let error as BackOfficeClient.InitializeFailure {
    #expect(error.reason.code == code, "\(error)", sourceLocation: place)
    if let cause { #expect(error.reason.cause == cause, sourceLocation: place) }
  } catch { Issue.record("\(error)", sourceLocation: place) }
}

/// The step that failed.
package func stepFailure<Value>(
  at place: SourceLocation = #_sourceLocation, _ body: () async throws -> Value
) async -> BackOfficeClient.InitializeFailure? {
  do {
    _ = try await body()
    Issue.record("nothing was thrown", sourceLocation: place)
  } catch let failure as BackOfficeClient.InitializeFailure {
    return failure
  } catch { Issue.record("\(error)", sourceLocation: place) }
  return nil
}
