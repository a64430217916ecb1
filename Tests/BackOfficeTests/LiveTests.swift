import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideObservations
import BonafideStore
import Foundation
import SocketSupport
import Synchronization
import Testing

/// Sees in a picture what its last bytes say.
struct ScriptedLive: LiveEngine {
  func begin(_ work: LiveWork) throws -> any LiveRun { ScriptedRun(work) }
}

private final class ScriptedRun: LiveRun {
  private let done: Mutex<Int>
  private let steps: Int

  init(_ work: LiveWork) {
    done = Mutex(work.snapshot.flatMap { $0.first }.map(Int.init) ?? 0)
    steps = max(work.steps.count, 6)
  }

  func observe(_ picture: [UInt8], at time: Double, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    var sight = LiveSight(width: 640, height: 480)
    try done.withLock { done in
      switch String(decoding: picture.suffix(4), as: UTF8.self) {
      case "step": done += 1
      case "fail": sight.end = .failed(Reason(.stepTimeout))
      case "trap": sight.end = .failed(Reason(.planarMotion))
      case "junk": throw BonafideError(.undecodable, "junk")
      case "boom": throw BonafideError(.internal, "boom")
      default: break
      }
      sight.done = done
      sight.step = done < steps ? done : nil
      if done == steps { sight.end = .passed }
    }
    sight.guidance = isCut ? "cut" : "smile"
    sight.face = [0.25, 0.25, 0.5, 0.5]
    return sight
  }

  func snapshot() throws -> [UInt8]? { [UInt8(done.withLock { $0 })] }
}

/// A value that a judge leaves for the test.
private final class Kept<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A session with its page, on a server that listens.
private struct LiveBench: Sendable {
  let bench: Bench
  let server: HTTPServer
  let port: UInt16

  init(_ engine: Engine = .sqlite, change: (inout BackOfficeSettings) -> Void = { _ in }) async throws {
    bench = try await Bench(engine, live: ScriptedLive(), change: change)
    var settings = ServerSettings()
    settings.port = 0
    server = HTTPServer(settings, router: bench.office.router)
    port = try server.start()
  }

  /// The token of a new session's page.
  func page(consents: Bool = true) async throws -> (session: String, token: String) {
    let (session, token) = try await bench.page()
    if consents {
      let consent = ConsentRequest(accepted: true, language: .english, textVersion: "1")
      try await bench.call(API.captureConsent, consent, token: token).expect(200)
    }
    return (session, token)
  }

  func state(_ token: String) async throws -> CaptureAnswer {
    try await bench.call(API.captureGet, token: token).value(200)
  }
}

/// The page's side of the socket.
private struct Camera {
  let connection: RawConnection
  private var number: UInt32 = 0

  init(_ port: UInt16, fields: String = "") throws {
    connection = try RawConnection(port: port)
    connection.setTimeout(seconds: 60)
    let answer = try connection.openWebSocket(
      API.captureLivePath, fields: "Sec-WebSocket-Protocol: \(API.captureProtocol)\r\n\(fields)")
    #expect(answer.status == 101)
  }

  init(_ port: UInt16, _ token: String, part: String = "face") throws {
    try self.init(port)
    hello(token, part)
  }

  func hello(_ token: String, _ part: String = "face") {
    connection.send(Frame.text("{\"type\":\"hello\",\"token\":\"\(token)\",\"part\":\"\(part)\"}").bytes)
  }

  mutating func show(_ what: String, at time: Int, number own: UInt32? = nil) {
    number = own ?? number + 1
    var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: time >> $0) }
    connection.send(
      Frame(opcode: 2, payload: bytes + [0xFF, 0xD8, 0xFF] + Array("picture ".utf8) + Array(what.utf8)).bytes)
  }

  /// The next message of a type, past all others; nil when the socket is closed first.
  func next(_ type: String) throws -> [String: Any]? {
    while let frame = connection.frame() {
      if frame.opcode == 9 { continue }
      guard frame.opcode == 1 else { return nil }
      let value = try JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any]
      if value?["type"] as? String == type { return value }
    }
    return nil
  }

  func closeCode() -> Int? {
    while let frame = connection.frame() {
      if let code = frame.closeCode { return code }
    }
    return nil
  }
}

@Suite("Live capture", .timeLimit(.minutes(2)))
struct LiveTests {
  @Test(
    "guides a person to the end, keeps what came in pieces, and the judge gets it as one film",
    arguments: Engine.available)
  func wholeWay(_ engine: Engine) async throws {
    let bench = try await LiveBench(engine)
    let seen = Kept<[JudgeWork.File]>([])
    bench.bench.judge.follow { work in
      seen.value = work.files
      #expect(FileManager.default.fileExists(atPath: work.file(.selfieVideo)?.path ?? ""))
      return ScriptedJudge.approval
    }
    let (_, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      for part in ["face", "front", "back"] {
        var camera = try Camera(port, token, part: part)
        let ready = try #require(try camera.next("ready"))
        #expect(ready["done"] as? Int == 0)
        #expect((ready["steps"] as? [String])?.count == (part == "face" ? 6 : 0))
        for step in 0..<6 {
          camera.show("step", at: step * 50)
          #expect(try camera.next("seen") != nil)
        }
        #expect(try camera.next("part")?["state"] as? String == "done")
        #expect(camera.closeCode() == 1000)
      }
    }
    #expect(try await bench.state(token).parts.allSatisfy { $0.state == .done })
    try await bench.bench.working {
      try await bench.bench.call(API.captureFinish, token: token).expect(200)
      // Asked twice is asked once.
      try await bench.bench.call(API.captureFinish, token: token).expect(200)
      try await eventually { try await bench.state(token).state == .completed }
    }
    let answer = try await bench.state(token)
    #expect(answer.result?.verdict == .approved)
    let files = seen.value
    #expect(Set(files.map(\.kind)) == [.selfieVideo, .front, .back])
    #expect(files.first { $0.kind == .selfieVideo }?.mediaType == "video/x-matroska")
  }

  @Test("goes on where a broken connection stopped, and says so to the judge", arguments: Engine.available)
  func reconnects(_ engine: Engine) async throws {
    let bench = try await LiveBench(engine)
    let cuts = Kept<[Double]>([])
    bench.bench.judge.follow { work in
      cuts.value = work.file(.selfieVideo)?.cuts ?? []
      return ScriptedJudge.approval
    }
    let (_, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      var camera = try Camera(port, token)
      for step in 0..<3 {
        camera.show("step", at: step * 50)
        #expect(try camera.next("seen") != nil)
      }
    }
    try await eventually { try await !bench.state(token).isActive }
    try await onThread {
      var camera = try Camera(port, token)
      #expect(try camera.next("ready")?["done"] as? Int == 3)
      camera.show("look", at: 900_000)
      #expect(try camera.next("seen")?["guidance"] as? String == "cut")
      for step in 1..<4 { camera.show("step", at: 900_000 + step * 50) }
      #expect(try camera.next("part") != nil)
    }
    #expect(try await bench.state(token).parts.first?.state == .done)
    try await onThread {
      for part in ["front", "back"] {
        var camera = try Camera(port, token, part: part)
        for step in 0..<6 { camera.show("step", at: step * 50) }
        #expect(try camera.next("part") != nil)
      }
    }
    try await bench.bench.working {
      try await bench.bench.call(API.captureFinish, token: token).expect(200)
      try await eventually { try await bench.state(token).state == .completed }
    }
    #expect(cuts.value == [0.2])
  }

  @Test("a newer tab takes over, and the older one is told")
  func takesOver() async throws {
    let bench = try await LiveBench()
    let (_, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      let first = try Camera(port, token)
      #expect(try first.next("ready") != nil)
      let second = try Camera(port, token)
      #expect(try second.next("ready") != nil)
      #expect(first.closeCode() == 4409)
    }
  }

  @Test("each new try has a challenge of its own, and they come to an end")
  func tries() async throws {
    let bench = try await LiveBench { $0.liveAttempts = 3 }
    let (session, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      var camera = try Camera(port, token)
      for left in [2, 1, 0] {
        #expect(try camera.next("ready")?["attempt"] as? Int == 3 - left)
        camera.show("fail", at: 100 * (3 - left))
        let failed = try #require(try camera.next("failed"))
        #expect(failed["code"] as? String == "step_timeout")
        #expect(failed["canRetry"] as? Bool == (left > 0))
        if left > 0 { camera.connection.send(Frame.text("{\"type\":\"retry\"}").bytes) }
      }
      #expect(camera.closeCode() == 1000)
    }
    // What was captured is judged all the same.
    #expect(try await bench.state(token).parts.first?.state == .done)
    let drawn = try await bench.bench.store.read { transaction in
      try transaction.audit(.session(#require(Identifier<Session>(session)))).filter { $0.action == "challenge.drawn" }
    }
    #expect(drawn.count == 2)
  }

  @Test("what is no capture ends the connection with its code")
  func refusals() async throws {
    let bench = try await LiveBench()
    let (_, token) = try await bench.page()
    let (_, silent) = try await bench.page(consents: false)
    let (port, app) = (bench.port, bench.bench.app.token)
    try await onThread {
      #expect(try Camera(port, silent).closeCode() == 4403)
      #expect(try Camera(port, app).closeCode() == 4401)
      #expect(try Camera(port, token, part: "touch").closeCode() == 4400)
      #expect(try Camera(port, token, part: "feet").closeCode() == 4400)
      #expect(try Camera(port, fields: "Origin: https://elsewhere.example\r\n").closeCode() == 4401)
      var junk = try Camera(port, token)
      junk.show("junk", at: 0)
      #expect(junk.closeCode() == 4400)
      var fault = try Camera(port, token)
      fault.show("boom", at: 0)
      #expect(fault.closeCode() == 4500)
      var back = try Camera(port, token)
      back.show("look", at: 0, number: 5)
      back.show("look", at: 50, number: 4)
      #expect(back.closeCode() == 4400)
      var ahead = try Camera(port, token)
      ahead.show("look", at: 0)
      ahead.show("look", at: 60_000)
      #expect(ahead.closeCode() == 4400)
    }
    #expect(!bench.bench.log.text.contains(token))
  }

  @Test("steps that a person cannot do are left out, by the flow's own rule")
  func alternatives() async throws {
    let bench = try await LiveBench()
    let (_, token) = try await bench.page()
    let before = try await bench.state(token)
    #expect(Set(before.alternatives) == Set(Bench.steps.dropFirst()))
    let after = try await bench.bench.call(
      API.captureAlternatives, AlternativesRequest(leaveOut: ["smile", "close-eyes"]), token: token
    ).value(200)
    #expect(Set(after.steps) == ["face", "turn-right", "turn-left", "look-up"])
    #expect(after.alternatives == ["turn-right", "turn-left", "look-up"])
    try await bench.bench.call(API.captureAlternatives, AlternativesRequest(leaveOut: ["face"]), token: token)
      .expect(422, "bad_value")
    try await bench.bench.call(
      API.captureAlternatives, AlternativesRequest(leaveOut: ["turn-right", "turn-left", "look-up"]), token: token
    ).expect(409, "too_few_steps")
  }

  @Test("a step may be left out after the challenge was begun; what was begun ends")
  func leavesOutLater() async throws {
    let bench = try await LiveBench()
    let (_, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      var camera = try Camera(port, token)
      for step in 0..<2 {
        camera.show("step", at: step * 50)
        #expect(try camera.next("seen") != nil)
      }
    }
    let after = try await bench.bench.call(
      API.captureAlternatives, AlternativesRequest(leaveOut: ["smile"]), token: token
    ).value(200)
    #expect(!after.steps.contains("smile"))
    try await onThread {
      let camera = try Camera(port, token)
      let ready = try #require(try camera.next("ready"))
      #expect(ready["done"] as? Int == 0 && (ready["steps"] as? [String])?.contains("smile") == false)
    }
  }

  @Test("who attacks is not told by what he was seen")
  func tellsNoSigns() async throws {
    let bench = try await LiveBench()
    let (_, token) = try await bench.page()
    let port = bench.port
    try await onThread {
      var camera = try Camera(port, token)
      camera.show("trap", at: 0)
      let failed = try #require(try camera.next("failed"))
      #expect(failed["code"] as? String == "not_passed")
    }
  }

  @Test("the page's token opens nothing but its own page")
  func scope() async throws {
    let bench = try await LiveBench()
    let (session, token) = try await bench.page()
    try await bench.bench.call(API.resultGet, ["session": session], token: token).expect(403, "scope_missing")
    try await bench.bench.call(
      API.sessionAdd, SessionRequest(callType: "NewCustomer", reference: "x"), token: token
    ).expect(403, "scope_missing")
    try await bench.bench.call(API.captureGet, token: bench.bench.app.token).expect(403, "scope_missing")
  }

  @Test("times are those of the server's own clock, however the page's clock goes")
  func times() throws {
    var times = FilmTime(after: nil)
    let (first, second) = (try times.place(5_000, at: 100), try times.place(5_100, at: 190))
    #expect(first?.time == 0)
    #expect(second?.time == 100)
    let earlier = try times.place(5_050, at: 200)
    #expect(earlier == nil)
    times.cut()
    let next = try times.place(65_000, at: 60_000)
    #expect(next?.time == 100 + FilmTime.gap)
    #expect(next?.isCut == true)
    #expect(throws: LiveClosing.self) { try times.place(90_000, at: 60_100) }
    // A page that was loaded again begins its clock anew.
    var again = FilmTime(after: 700)
    let anew = try again.place(3, at: 0)
    #expect(anew?.time == 700 + FilmTime.gap)
  }
}
