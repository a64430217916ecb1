import BonafideBackOfficeAPI
import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite("Settings that are kept in memory")
struct SettingsTests {
  private static let query = "callType=NewCustomer"

  private func request(_ bench: Bench) async throws -> SettingsRequest {
    let version = try await bench.store.read { try $0.settings(of: "NewCustomer") }
    return try version.document.decoded()
  }

  /// Past the office, as another server on the same database does it.
  private func add(_ new: SettingsRequest, previous: Int64, to store: DatabaseStore) async throws {
    let document = try JSONDocument(encoding: new)
    _ = try await store.write { transaction in
      try transaction.addSettings(of: "NewCustomer", document: document, author: "other", previous: previous)
    }
  }

  @Test(
    "A version that another server adds is seen at once, and open sessions keep theirs", arguments: Engine.available)
  func otherServer(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let other =
      engine == .sqlite
      ? try await DatabaseStore.sqlite(
        path: bench.folder + "/store.sqlite",
        ring: KeyRing(current: MasterKey(text: String(repeating: "11", count: 32))), clock: bench.clock.clock)
      : bench.store
    let wish = { SessionRequest(callType: "NewCustomer", reference: $0) }
    let before = try await bench.call(API.settingsGet, query: Self.query).value()
    let old = try await bench.call(API.sessionAdd, wish("a")).value(201)
    #expect(before.version == 1 && before.values.map(\.value) == [0.5] && old.settingsVersion == 1)
    var new = try await request(bench)
    new.values = ["liveness.smile.min": 0.75]
    new.steps = ["face", "smile"]
    new.look.texts = ["title": "Hoş geldiniz / \"welcome\""]
    try await add(new, previous: 1, to: other)
    let after = try await bench.call(API.settingsGet, query: Self.query).value()
    #expect(after.version == 2 && after.values.map(\.value) == [0.75] && after.look == new.look)
    #expect(try await bench.call(API.lookGet, query: Self.query).value().look == new.look)
    let session = try await bench.call(API.sessionAdd, wish("b")).value(201)
    #expect(session.settingsVersion == 2 && session.challenge.steps == ["face", "smile"])
    let drawn = try await bench.call(API.challengeDraw, ["session": old.id]).value(201)
    #expect(Set(drawn.steps) == Set(Bench.steps))
  }

  @Test("What is kept is what was written, however many versions there are")
  func manyVersions() async throws {
    let bench = try await Bench()
    var new = try await request(bench)
    for version in 2...80 {
      new.values = ["liveness.smile.min": Double(version) / 100]
      try await add(new, previous: Int64(version - 1), to: bench.store)
      let answer = try await bench.call(API.settingsGet, query: Self.query).value()
      #expect(answer.version == version && answer.values.map(\.value) == [Double(version) / 100])
      let again = try await bench.call(API.settingsGet, query: Self.query)
      #expect(try again.value() == answer && again.fields["cache-control"] == "no-store")
      let read = try await bench.call(
        API.settingsRead, ["callType": "NewCustomer"], query: "version=\(version)", token: bench.admin.token)
      #expect(try read.value() == answer)
    }
  }
}

@Suite("JSON as values")
struct JSONValueTests {
  private struct Numbers: Codable, Equatable {
    var whole: Int
    var small: Int8?
    var large: UInt64?
    var ratio: Double
    var short: Float?
  }

  /// Foundation's decoder is the second opinion.
  @Test(
    "A number is read as Foundation reads it, or refused with it",
    arguments: [
      #"{"whole":1,"ratio":0.25,"small":-128,"large":9223372036854775807,"short":0.5}"#,
      #"{"whole":1.0,"ratio":1,"small":null}"#, #"{"whole":-0,"ratio":-1e-3}"#, #"{"whole":1.5,"ratio":0}"#,
      #"{"whole":1,"ratio":0,"small":128}"#, #"{"whole":1,"ratio":0,"large":-1}"#, #"{"whole":"1","ratio":0}"#,
      #"{"whole":true,"ratio":0}"#, #"{"ratio":0}"#, #"{"whole":1,"ratio":[]}"#, "[]", "null", "1",
    ])
  func numbers(_ text: String) throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect((try? value.decoded(as: Numbers.self)) == (try? JSONDecoder().decode(Numbers.self, from: Data(text.utf8))))
  }

  @Test("Objects, lists and left-out fields become the same request")
  func nested() throws {
    let text = """
      {"callType":"NewCustomer","reference":"r","modules":["face","document"],"phone":null,"handicapped":true,
      "device":{"model":"m","hasNFC":false,"hints":[]},"consent":{"text":"v1","givenAt":1800000000000}}
      """
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    let request = try value.decoded(as: SessionRequest.self)
    #expect(
      request
        == SessionRequest(
          callType: "NewCustomer", reference: "r", handicapped: true, modules: ["face", "document"],
          device: DeviceInfo(model: "m", hasNFC: false, hints: []),
          consent: Consent(text: "v1", givenAt: 1_800_000_000_000)))
  }
}
