import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideStore
import Foundation
import Synchronization
import Testing

/// Calibrations of flows, in versions with their settings.
@Suite struct CalibrationTests {
  private static let flow = ["callType": "NewCustomer"]

  private func put(_ bench: Bench, _ calibration: JSONValue?, previous: Int) async throws -> Reply<CalibrationAnswer> {
    try await bench.call(
      API.calibrationPut, CalibrationTests.flow, CalibrationRequest(previous: previous, calibration: calibration),
      token: bench.admin.token)
  }

  private func settings(_ bench: Bench, previous: Int) async throws -> Reply<SettingsAnswer> {
    let seen = try await bench.call(API.settingsRead, CalibrationTests.flow, token: bench.admin.token).value()
    return try await bench.call(
      API.settingsPut, CalibrationTests.flow,
      SettingsRequest(
        previous: previous, steps: ["face"], order: .fixed, modules: ["face"], values: [:], uploads: [],
        recording: seen.recording, times: seen.times, look: seen.look), token: bench.admin.token)
  }

  private func read(_ bench: Bench, _ query: String = "") async throws -> CalibrationAnswer {
    try await bench.call(API.calibrationGet, CalibrationTests.flow, query: query, token: bench.admin.token).value()
  }

  @Test("A calibration belongs to versions, and goes with them", arguments: Engine.available)
  func versions(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let mine: JSONValue = ["profile": "branch", "limit": 0.25]
    #expect(try await read(bench).profile == nil)
    #expect(try await put(bench, mine, previous: 1).value().version == 2)
    // Other changes keep it.
    #expect(try await settings(bench, previous: 2).value().version == 3)
    let kept = try await read(bench)
    #expect(kept.calibration == mine && kept.profile == "branch")
    #expect(try await read(bench, "version=1").calibration == nil)
    #expect(try await put(bench, nil, previous: 3).value().version == 4)
    #expect(try await read(bench).calibration == nil)
    #expect(try await read(bench, "version=3").calibration == mine)
    // It changes nothing else.
    let last = try await bench.call(API.settingsRead, CalibrationTests.flow, token: bench.admin.token).value()
    #expect(last.steps == ["face"] && last.modules == ["face"])
    let changes = try await bench.store.read { try $0.audit(.system, after: 0, limit: 100) }
      .filter { $0.action == "calibration.changed" }
    #expect(
      try changes.compactMap { try $0.details?.decoded(as: JSONValue.self)["profile"]?.text } == ["branch", "none"])
    #expect(changes.allSatisfy { !($0.details?.text.contains("limit") ?? true) })
    await bench.store.close()
  }

  @Test func whatCannotBeUsedIsRefused() async throws {
    let bench = try await Bench()
    try await put(bench, ["limit": 1], previous: 1).expect(422, "bad_value")
    try await put(bench, ["profile": "branch"], previous: 0).expect(422, "bad_value")
    try await put(bench, ["profile": "branch"], previous: 7).expect(409, "stale")
    try await put(bench, ["profile": .text(String(repeating: "a", count: 300_000))], previous: 1).expect(413)
    try await bench.call(
      API.calibrationPut, ["callType": "Nothing"], CalibrationRequest(previous: 1), token: bench.admin.token
    ).expect(404)
    try await bench.call(API.calibrationPut, CalibrationTests.flow, CalibrationRequest(previous: 1))
      .expect(403, "scope_missing")
    try await bench.call(API.calibrationGet, CalibrationTests.flow).expect(403, "scope_missing")
    #expect(try await read(bench).version == 1)
  }

  @Test func appsAreNotToldWhatTheyAreJudgedBy() async throws {
    let bench = try await Bench()
    try await put(bench, ["profile": "branch", "limit": 0.25], previous: 1).expect(200)
    let told = try await bench.call(API.settingsGet, query: "callType=NewCustomer")
    told.expect(200)
    #expect(!String(decoding: told.bytes, as: UTF8.self).contains("branch"))
  }

  @Test func aCaseIsJudgedByItsVersionAndAReplayByAnother() async throws {
    let bench = try await Bench()
    let told = Mutex<[String?]>([])
    bench.judge.follow { work in
      let calibration = try work.calibration.map { try JSONDecoder().decode(JSONValue.self, from: Data($0)) }
      told.withLock { $0.append(calibration?["profile"]?.text) }
      return ScriptedJudge.approval
    }
    try await bench.working {
      let early = try await bench.flow.open("early")
      try await put(bench, ["profile": "branch"], previous: 1).expect(200)
      let late = try await bench.flow.complete("late")
      #expect(try await bench.flow.decided(late.id).decision?.settingsVersion == 2)
      try await bench.flow.upload(.front, [1], to: early.id)
      try await bench.call(
        API.decide, ["session": early.id], DecisionRequest(nonce: try #require(early.nonce))
      ).expect(202)
      #expect(try await bench.flow.decided(early.id).decision?.settingsVersion == 1)
      #expect(told.withLock { $0 } == ["branch", nil])

      let path = ["session": early.id]
      for (run, version) in [(1, nil), (2, 2)] {
        try await bench.call(
          API.caseReplay, path, ReplayRequest(values: [:], settingsVersion: version), token: bench.admin.token
        ).expect(202)
        try await eventually {
          try await bench.call(API.caseGet, path, token: bench.admin.token).value().parts.contains {
            $0.run == run && $0.settingsVersion == version ?? 1
          }
        }
      }
      #expect(told.withLock { $0 } == ["branch", nil, nil, "branch"])
      #expect(try await bench.flow.result(early.id).decision?.settingsVersion == 1)
      try await bench.call(
        API.caseReplay, path, ReplayRequest(values: [:], settingsVersion: 9), token: bench.admin.token
      ).expect(404)
    }
  }
}
