import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideStore
import Foundation
import Synchronization
import Testing

/// The touch test: which element has to be covered is the server's to say.
@Suite struct ConcealTests {
  private func settings(_ bench: Bench, _ elements: [String]?, modules: [String] = ["face"])
    async throws -> Reply<SettingsAnswer>
  {
    let version = try await bench.call(API.settingsRead, ["callType": "NewCustomer"], token: bench.admin.token).value()
    return try await bench.call(
      API.settingsPut, ["callType": "NewCustomer"],
      SettingsRequest(
        previous: version.version, steps: ["face"], order: .fixed, modules: modules, values: [:], uploads: [],
        recording: version.recording, times: version.times, look: version.look, concealElements: elements),
      token: bench.admin.token)
  }

  @Test("The judge is told what the server drew, whatever the client says", arguments: Engine.available)
  func judged(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let told = Mutex<[String?]>([])
    bench.judge.follow { work in
      #expect(work.file(.concealVideo) != nil)
      told.withLock { $0.append(work.concealElement) }
      return ScriptedJudge.approval
    }
    try await bench.working {
      let session = try await bench.flow.open()
      let drawn = try #require(session.challenge.element)
      #expect(Bench.elements.contains(drawn))
      let other = try #require(Bench.elements.first { $0 != drawn })
      let film = try await bench.flow.upload(.concealVideo, [1, 2, 3], to: session.id, type: "video/mp4")
      let element = VisualElement(name: other, score: 1, found: true, evidence: film)
      try await bench.call(
        API.concealSave, ["session": session.id], FilmRequest(passed: true, elements: [element])
      ).expect(200)
      let nonce = try #require(session.nonce)
      try await bench.call(API.decide, ["session": session.id], DecisionRequest(nonce: nonce)).expect(202)
      _ = try await bench.flow.decided(session.id)
      #expect(told.withLock { $0 } == [drawn])
    }
    await bench.store.close()
  }

  @Test func anElementIsDrawnOnceForASession() async throws {
    let bench = try await Bench()
    var drawn: Set<String> = []
    for number in 0..<40 { drawn.insert(try #require(await bench.flow.open("ref-\(number)").challenge.element)) }
    // All four of them in 40 drawings, but for one time in 25 000.
    #expect(drawn == Set(Bench.elements))
    let session = try await bench.flow.open("again")
    for _ in 0..<10 {
      let next = try await bench.call(API.challengeDraw, ["session": session.id]).value(201)
      #expect(next.element == session.challenge.element && next.nonce != session.challenge.nonce)
    }
    #expect(
      try await bench.call(API.sessionGet, ["session": session.id]).value().challenge.element
        == session.challenge.element)
  }

  @Test func aFlowHasItsOwnElements() async throws {
    let bench = try await Bench()
    #expect(try await settings(bench, ["ovi"]).value().concealElements == ["ovi"])
    for number in 0..<10 { #expect(try await bench.flow.open("ovi-\(number)").challenge.element == "ovi") }
    #expect(try await settings(bench, []).value().concealElements.isEmpty)
    #expect(try await bench.flow.open("none").challenge.element == nil)
    #expect(try await settings(bench, nil).value().concealElements == Bench.elements)
    try await settings(bench, ["chin"]).expect(422, "bad_value")
    try await settings(bench, ["ovi", "ovi"]).expect(422, "bad_value")
    try await settings(bench, [], modules: ["face", "conceal"]).expect(422, "bad_value")
    try await settings(bench, ["mli"], modules: ["face", "conceal"]).expect(200)
  }
}
