import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Foundation
import Testing

@Suite struct BadInputTests {
  static let path = [
    "session": String(repeating: "0", count: 32), "upload": String(repeating: "0", count: 32),
    "document": String(repeating: "0", count: 32), "evidence": String(repeating: "0", count: 32),
    "account": String(repeating: "0", count: 32),
    "client": String(repeating: "0", count: 32), "webhook": String(repeating: "0", count: 32),
    "callType": "NewCustomer", "name": "none.wav",
  ]

  /// A body that fits the schema, so that the refusal is about something else.
  static func goodBody(of row: EndpointDescription, session: SessionAnswer? = nil) throws -> [UInt8] {
    switch row.input {
    case .none: return []
    case .bytes: return [1, 2, 3]
    case .json(_, let schema):
      return Array(try JSONEncoder().encode(sample(schema)))
    }
  }

  static func sample(_ schema: Schema) -> JSONValue {
    switch schema {
    case .text(let length, let form):
      let good: [TextForm: String] = [
        .mediaType: "image/png", .identifier: String(repeating: "0", count: 32),
        .free: "1111", .base64: "1111", .url: "https://example.org/hook", .sha256: String(repeating: "0", count: 64),
        .cursor: "1-" + String(repeating: "0", count: 32),
      ]
      return .text(
        good[form].flatMap { length.contains($0.count) ? $0 : nil }
          ?? String(repeating: "a", count: max(length.lowerBound, 1)))
    case .choice(let choices): return .text(choices[0])
    case .integer(let range): return .integer(max(range.lowerBound, 1))
    case .number: return 0.5
    case .flag: return true
    case .list(let element, let count): return .list(Array(repeating: sample(element), count: count.lowerBound))
    case .map, .anyObject, .anything: return [:]
    case .object(let fields):
      return .object(
        Dictionary(fields.filter(\.isRequired).map { ($0.name, sample($0.schema)) }) { first, _ in first })
    }
  }

  /// One request to a row, by somebody who may.
  private func send(
    _ bench: Bench, _ row: EndpointDescription, _ body: [UInt8], type: String = "application/json",
    method: String? = nil, fields: [(String, String)] = [], path: [String: String] = BadInputTests.path
  ) async throws -> (status: Int, code: String?) {
    let token =
      switch row.access {
      case .scope(.session): bench.app.token
      case .scope(.capture): try await bench.page().token
      default: bench.admin.token
      }
    let answer = try await MemoryWay(router: bench.office.router).send(
      method ?? row.method.rawValue, row.target(path),
      [("Authorization", "Bearer " + token), ("Content-Type", type)] + fields, body)
    let json = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
    if answer.status >= 400 { try EnvelopeSchema.problem.check(try #require(json)) }
    return (answer.status, json?["code"]?.text)
  }

  @Test func everyRouteWithContentRefusesWhatItDoesNotKnow() async throws {
    let bench = try await Bench()
    for row in API.all {
      guard case .json = row.input else { continue }
      let good = try Self.goodBody(of: row)
      let deep = Array((String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)).utf8)
      let cases: [(String, [UInt8], String, [(String, String)], Int, String)] = [
        ("type", good, "text/plain", [], 415, "unsupported_media_type"),
        ("encoding", good, "application/json", [("Content-Encoding", "gzip")], 415, "unsupported_encoding"),
        ("size", Array(repeating: 32, count: (1 << 20) + 1), "application/json", [], 413, "content_too_large"),
        ("depth", deep, "application/json", [], 400, "too_deep"),
        ("utf8", [0x7B, 0x22, 0xFF, 0x22, 0x7D], "application/json", [], 400, "bad_utf8"),
        ("no json", Array("{".utf8), "application/json", [], 400, "bad_json"),
        ("nothing", [], "application/json", [], 400, "bad_json"),
        ("duplicate", Array("{\"a\":1,\"\\u0061\":2}".utf8), "application/json", [], 400, "duplicate_key"),
        ("array", Array("[]".utf8), "application/json", [], 422, "wrong_type"),
        ("null", Array("null".utf8), "application/json", [], 422, "wrong_type"),
        (
          "unknown", Array("{\"zzz\":1,".utf8) + (good.count > 2 ? Array(good.dropFirst()) : Array("\"y\":1}".utf8)),
          "application/json", [], 422, "unknown_field"
        ),
        ("huge number", Array("{\"zzz\":1e999}".utf8), "application/json", [], 422, "bad_value"),
      ]
      for (name, body, type, fields, status, code) in cases {
        // The limits of guessable routes are lower, and slow down.
        if row.limits.rate != nil, row.limits.rate?.burst ?? 0 < 100 { continue }
        // Too large before it is too deep.
        if name == "depth", row.limits.bodyBytes < body.count { continue }
        let answer = try await send(bench, row, body, type: type, fields: fields)
        #expect(answer.status == status, "\(row.name) \(name) \(answer.code ?? "")")
        if name != "huge number" || row.input.hasRequired == false {
          #expect(answer.code == code, "\(row.name) \(name)")
        }
      }
    }
  }

  @Test func everyRequiredFieldIsMissedAndEveryTypeIsChecked() async throws {
    let bench = try await Bench()
    for row in API.all where row.limits.rate == nil {
      guard case .json(_, let schema) = row.input, case .object(let fields) = schema,
        case .object(let good) = Self.sample(schema)
      else { continue }
      for field in fields {
        if field.isRequired {
          let body = try JSONEncoder().encode(JSONValue.object(good.filter { $0.key != field.name }))
          let answer = try await send(bench, row, Array(body))
          #expect(answer.status == 422 && answer.code == "missing_field", "\(row.name).\(field.name)")
        }
        if case .anything = field.schema { continue }
        for wrong: JSONValue in [.list([.list([])]), .object(["x": .list([])])] {
          if case .anyObject = field.schema, case .object = wrong { continue }
          let body = try JSONEncoder().encode(JSONValue.object(good.merging([field.name: wrong]) { _, new in new }))
          let answer = try await send(bench, row, Array(body))
          #expect(answer.status == 422, "\(row.name).\(field.name) \(answer)")
        }
      }
    }
  }

  @Test func otherMethodsAreRefused() async throws {
    let bench = try await Bench()
    let all = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    for (path, rows) in Dictionary(grouping: API.all, by: \.path) {
      for method in all where !rows.contains(where: { $0.method.rawValue == method }) {
        let answer = try await send(bench, rows[0], [], method: method)
        #expect(answer.status == 405 && answer.code == "method_not_allowed", "\(method) \(path)")
      }
    }
  }

  @Test(
    "Names that are no names",
    arguments: [
      "..%2f..%2fetc%2fpasswd", "%2e%2e", "..%5c..", "a%00b", "%2fetc%2fpasswd", "0000000000000000000000000000000g",
      "00000000000000000000000000000000%0a", "'%20OR%201=1--", String(repeating: "a", count: 4000),
    ])
  func badNames(_ name: String) async throws {
    let bench = try await Bench()
    for row in API.all where !row.pathParameters.isEmpty {
      let isName = row.pathParameters.contains { (try? API.pathSchema($0).check(.text(name))) != nil }
      if isName { continue }
      let path = Dictionary(row.pathParameters.map { ($0, name) }) { first, _ in first }
      let answer = try await send(
        bench, row, try Self.goodBody(of: row),
        type: row.name == "uploadAppend" ? "application/octet-stream" : "application/json",
        fields: [("Upload-Offset", "0")], path: path)
      #expect(answer.status == 404 || answer.status == 400, "\(row.name) \(answer)")
    }
  }

  @Test(
    "Parameters of lists",
    arguments: [
      ("limit=0", 422, "bad_parameter"), ("limit=501", 422, "bad_parameter"), ("limit=x", 422, "bad_parameter"),
      ("limit=99999999999999999999", 422, "bad_parameter"), ("limit=-1", 422, "bad_parameter"),
      ("zzz=1", 422, "unknown_parameter"), ("limit=1&limit=2", 400, "duplicate_parameter"),
      ("state=unknown", 422, "bad_parameter"), ("after=1-2", 422, "bad_parameter"),
      ("after=\(String(repeating: "9", count: 18))-\(String(repeating: "0", count: 32))", 200, ""),
      ("reference=%00", 400, "bad_query"),
    ])
  func parameters(_ query: String, _ status: Int, _ code: String) async throws {
    let bench = try await Bench()
    let answer = try await bench.call(API.caseList, query: query, token: bench.admin.token)
    answer.expect(status, status == 200 ? nil : answer.code == "bad_parameter" ? "bad_parameter" : code)
  }

  @Test func settingsOutOfBoundsAreRefused() async throws {
    let bench = try await Bench()
    let path = ["callType": "NewCustomer"]
    func put(_ change: (inout SettingsRequest) -> Void) async throws -> Reply<SettingsAnswer> {
      var request = SettingsRequest(
        previous: 1, steps: ["face", "smile"], order: .drawn, modules: ["face"], values: ["liveness.smile.min": 0.6],
        uploads: [],
        recording: .init(screenRecord: true, screenRecordUploadRetryCount: 1, screenRecordUploadTimeout: 9),
        times: .init(lifetime: 600, uploadLifetime: 600),
        look: .init(colors: [:], fonts: [:], cornerRadii: [:], images: [:], texts: [:]))
      change(&request)
      return try await bench.call(API.settingsPut, path, request, token: bench.admin.token)
    }
    try await put { $0.values = ["liveness.smile.min": 1.5] }.expect(422, "bad_value")
    try await put { $0.values = ["liveness.smil.min": 0.5] }.expect(422, "bad_value")
    try await put { $0.steps = ["face", "dance"] }.expect(422, "bad_value")
    try await put { $0.steps = ["face", "face"] }.expect(422, "bad_value")
    try await put { $0.times.lifetime = 1 }.expect(422, "bad_value")
    try await put { $0.previous = 7 }.expect(409, "stale")
    let answer = try await put { _ in }.value()
    #expect(answer.version == 2 && answer.values.first?.value == 0.6 && answer.values.first?.defaultValue == 0.5)
    try await put { _ in }.expect(409, "stale")
    let session = try await bench.flow.open()
    #expect(session.settingsVersion == 2 && session.challenge.steps == ["face", "smile"])
    try await bench.call(
      API.sessionAdd, SessionRequest(callType: "Nothing", reference: "r")
    ).expect(404, "unknown_call_type")
    try await bench.call(API.settingsGet, query: "callType=Nothing").expect(404, "unknown_call_type")
    let first = try await bench.call(API.settingsRead, path, query: "version=1", token: bench.admin.token).value()
    #expect(first.values.first?.value == 0.5)
    let history = try await bench.call(API.settingsHistory, path, token: bench.admin.token).value()
    #expect(history.versions.map(\.version) == [2, 1])
  }
}

extension EndpointDescription.Content {
  var hasRequired: Bool {
    if case .json(_, .object(let fields)) = self { fields.contains(where: \.isRequired) } else { false }
  }
}
