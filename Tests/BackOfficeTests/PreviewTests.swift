import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideObservations
import BonafideStore
import Testing

@Suite struct PreviewTests {
  /// Cases of which the stored similarity is 0.8, and whose threshold is the setting.
  private static let judge = ScriptedJudge(foresight: { decided, settings in
    guard let similarity = decided.parts["face"]?["similarity"]?.number, decided.settings[.smile] == 0.5 else {
      return nil
    }
    return settings[.smile] <= similarity
      ? ReconsideredCase(verdict: .approved, reasons: [])
      : ReconsideredCase(verdict: .declined, reasons: ["face_mismatch"])
  })

  private let path = ["callType": "NewCustomer"]

  private func preview(_ bench: Bench, _ value: Double, days: Int = 7) async throws -> PreviewAnswer {
    try await bench.call(
      API.settingsPreview, path, PreviewRequest(values: ["liveness.smile.min": value], days: days),
      token: bench.admin.token
    ).value()
  }

  @Test func storedValuesTellWhatWouldHaveBecome() async throws {
    let bench = try await Bench(judge: Self.judge)
    try await bench.working {
      let first = try await bench.flow.complete("one")
      _ = try await bench.flow.decided(first.id)
      _ = try await bench.flow.open("undecided")
      let same = try await preview(bench, 0.7)
      #expect(same.cases == 1 && same.same == 1 && same.changed == 0 && same.listed.isEmpty && same.isComplete)
      #expect(same.counts == [PreviewCount(from: .approved, to: .approved, count: 1)])
      let other = try await preview(bench, 0.9)
      #expect(other.changed == 1 && other.counts == [PreviewCount(from: .approved, to: .declined, count: 1)])
      #expect(
        other.listed.map { [$0.session, $0.from.rawValue, $0.to?.rawValue] } == [[first.id, "approved", "declined"]])
      #expect(other.listed.first?.reasons == ["face_mismatch"])
      // Nothing is changed by it.
      #expect(try await bench.flow.result(first.id).decision?.verdict == .approved)
      let settings = try await bench.call(API.settingsRead, path, token: bench.admin.token).value()
      #expect(settings.version == 1 && other.version == 1)
      bench.clock.advance(3 * 86_400_000)
      let late = try await bench.call(
        API.login, LoginRequest(name: bench.admin.name, password: bench.admin.password)
      ).value(201).token
      for (days, count) in [(2, 0), (4, 1)] {
        let answer = try await bench.call(
          API.settingsPreview, path, PreviewRequest(values: [:], days: days), token: late
        ).value()
        #expect(answer.cases == count)
      }
    }
  }

  @Test func whatCannotBeToldIsCounted() async throws {
    let bench = try await Bench(judge: ScriptedJudge())
    try await bench.working {
      let session = try await bench.flow.complete("one")
      _ = try await bench.flow.decided(session.id)
      let answer = try await preview(bench, 0.9)
      #expect(answer.cases == 1 && answer.needsReplay == 1 && answer.same == 0 && answer.counts.isEmpty)
      #expect(answer.listed.first?.state == .needsReplay && answer.listed.first?.to == nil)
    }
  }

  @Test func whatSettingsMayNotBeIsRefused() async throws {
    let bench = try await Bench(judge: Self.judge)
    let bad: [(PreviewRequest, Int, String)] = [
      (PreviewRequest(values: ["liveness.smile.min": 1.5], days: 7), 422, "bad_value"),
      (PreviewRequest(values: ["nothing": 0.5], days: 7), 422, "bad_value"),
      (PreviewRequest(values: [:], days: 0), 422, "bad_value"),
      (PreviewRequest(values: [:], days: 32), 422, "bad_value"),
    ]
    for (wish, status, code) in bad {
      try await bench.call(API.settingsPreview, path, wish, token: bench.admin.token).expect(status, code)
    }
    try await bench.call(
      API.settingsPreview, ["callType": "Nothing"], PreviewRequest(values: [:], days: 1), token: bench.admin.token
    ).expect(404, "not_found")
    let agent = try await bench.person("agent", .agent)
    try await bench.call(API.settingsPreview, path, PreviewRequest(values: [:], days: 1), token: agent.token)
      .expect(403, "scope_missing")
  }

  @Test func retentionCanBeRead() async throws {
    let bench = try await Bench()
    #expect(try await bench.call(API.retentionGet, path, token: bench.admin.token).value().days == nil)
    try await bench.call(API.retentionPut, path, RetentionRequest(days: 30), token: bench.admin.token).expect(200)
    #expect(try await bench.call(API.retentionGet, path, token: bench.admin.token).value().days == 30)
  }
}
