import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideSecrets
import BonafideStore
import Foundation
import Testing

/// Messages of sessions that have a key.
@Suite struct SignatureTests {
  private func keyed(_ bench: Bench, _ signer: Signer) async throws -> SessionAnswer {
    try await bench.flow.open { $0.signingKey = signer.text }
  }

  @Test("A whole flow, every message of it signed", arguments: Engine.available)
  func wholeFlow(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let signer = try Signer()
    let flow = Flow(
      way: SignedWay(way: MemoryWay(router: bench.office.router), signer: signer, clock: bench.clock),
      token: bench.app.token)
    try await bench.working {
      let session = try await flow.open { $0.signingKey = signer.text }
      try await flow.upload(.front, (0..<5000).map { UInt8(truncatingIfNeeded: $0) }, to: session.id, piece: 2000)
      try await flow.way.call(
        API.decide, ["session": session.id], DecisionRequest(nonce: try #require(session.nonce)), token: flow.token
      ).expect(202)
      #expect(try await flow.decided(session.id).decision?.verdict == .approved)
    }
    await bench.store.close()
  }

  @Test(
    "Without a signature nothing of it can be read or written", arguments: API.all.filter(\.takesSignature).map(\.name))
  func missing(_ name: String) async throws {
    let bench = try await Bench()
    let row = try #require(API.all.first { $0.name == name })
    guard row.pathParameters.contains("session") else { return }
    let session = try await keyed(bench, Signer())
    var fields = HTTPFields()
    fields.append("Authorization", "Bearer " + bench.app.token)
    if case .json = row.input { fields.append("Content-Type", "application/json") }
    if case .bytes(let type) = row.input { fields.append("Content-Type", type) }
    fields.append("Upload-Offset", "0")
    let target = row.target(["session": session.id, "upload": String(repeating: "0", count: 32)])
    let method = try #require(HTTPMethod(rawValue: row.method.rawValue))
    let body: [UInt8] = if case .none = row.input { [] } else { Array("{}".utf8) }
    let response = await bench.office.router.respond(to: try Request(method, target, fields: fields, body: body))
    let text = String(decoding: try await response.collect(), as: UTF8.self)
    #expect(response.status.code == 403 && text.contains("\"signature_missing\""), "\(text)")
  }

  private enum Fault: String, CaseIterable, Sendable {
    case none, body, path, method, nonce, time, otherKey, old, early, malformed, twice

    var expected: (Int, String?) {
      switch self {
      case .none: (200, nil)
      case .body, .path, .method, .nonce, .time, .otherKey: (403, "signature_wrong")
      case .old, .early: (403, "signature_stale")
      case .malformed: (403, "signature_malformed")
      case .twice: (403, "signature_missing")
      }
    }
  }

  @Test("What was signed is what is taken", arguments: Fault.allCases)
  private func faults(_ fault: Fault) async throws {
    let bench = try await Bench()
    let signer = try Signer()
    let session = try await keyed(bench, signer)
    let path = "/v1/sessions/\(session.id)/events"
    let event = EventsRequest(events: [TimelineEvent(name: "front", at: 1)])
    let body = Array(try JSONEncoder().encode(event))
    let now = bench.clock.now
    let time: Int64 =
      switch fault {
      case .old: now - 300_001
      case .early: now + 300_001
      default: now
      }
    var fields = try (fault == .otherKey ? Signer() : signer).fields(
      fault == .method ? "PUT" : "POST", fault == .path ? path + "/" : path, body, time: time,
      nonce: "0123456789abcdef")
    switch fault {
    case .nonce: fields[1].1 = "0123456789abcdeg"
    case .time: fields[0].1 = String(now + 1)
    case .malformed: fields[2].1 = "%%%"
    case .twice: fields.append(fields[1])
    default: break
    }
    let sent =
      fault == .body ? Array(String(decoding: body, as: UTF8.self).replacing("front", with: "Front").utf8) : body
    let all = fields + [("Content-Type", "application/json"), ("Authorization", "Bearer " + bench.app.token)]
    let answer = try await MemoryWay(router: bench.office.router).send("POST", path, all, sent)
    let code = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))["code"]?.text
    #expect(answer.status == fault.expected.0 && code == fault.expected.1, "\(fault): \(code ?? "")")
    let kept = try await bench.store.read { transaction in
      try transaction.records(of: try #require(Identifier(session.id)), kind: "timeline").elements.count
    }
    #expect(kept == (fault == .none ? 1 : 0))
  }

  @Test("A message comes once, however long somebody waits", arguments: Engine.available)
  func replays(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let signer = try Signer()
    let session = try await keyed(bench, signer)
    let path = "/v1/sessions/\(session.id)"
    let token = [("Authorization", "Bearer " + bench.app.token)]
    // Signed by a clock that is as far ahead as may be.
    let fields = try signer.fields("GET", path, [], time: bench.clock.now + 300_000) + token
    func send() async throws -> (Int, String?) {
      let answer = try await MemoryWay(router: bench.office.router).send("GET", path, fields, [])
      return (answer.status, try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))["code"]?.text)
    }
    #expect(try await send() == (200, nil))
    #expect(try await send() == (409, "signature_replayed"))
    bench.clock.advance(600_000)
    try await bench.office.tidyUp()
    #expect(try await send() == (409, "signature_replayed"))
    bench.clock.advance(1)
    #expect(try await send() == (403, "signature_stale"))
    await bench.store.close()
  }

  @Test func aPieceIsOnlyTakenWhole() async throws {
    let bench = try await Bench()
    let signer = try Signer()
    let way = MemoryWay(router: bench.office.router)
    let signed = SignedWay(way: way, signer: signer, clock: bench.clock)
    let session = try await keyed(bench, signer)
    let bytes = [UInt8](repeating: 7, count: 1000)
    let upload = try await signed.call(
      API.uploadAdd, ["session": session.id],
      UploadRequest(kind: .front, mediaType: "image/jpeg", size: 1000, sha256: Hex.text(SHA256Digest.of(bytes))),
      token: bench.app.token
    ).value(201)
    let path = ["session": session.id, "upload": upload.id]
    let target = API.uploadAppend.description.target(path)
    var other = bytes
    other[999] = 8
    let fields = try signer.fields("PATCH", target, bytes, time: bench.clock.now)
    try await way.call(
      API.uploadAppend, path, fields: fields + [("Upload-Offset", "0")], body: other, token: bench.app.token
    ).expect(403, "signature_wrong")
    #expect(try await signed.call(API.uploadGet, path, token: bench.app.token).value().received == 0)
    // What was refused did not spend the nonce.
    let taken = try await way.call(
      API.uploadAppend, path, fields: fields + [("Upload-Offset", "0")], body: bytes, token: bench.app.token
    ).value()
    #expect(taken.received == 1000)
  }

  @Test func aKeyIsGivenOnce() async throws {
    let bench = try await Bench()
    let (signer, other) = (try Signer(), try Signer())
    let session = try await bench.flow.open()
    let path = ["session": session.id]
    try await bench.call(API.sessionGet, path).expect(200)
    let bad = String(repeating: "A", count: 122) + "=="
    try await bench.call(API.sessionKeySet, path, SessionKeyRequest(key: bad)).expect(422, "bad_key")
    try await bench.call(API.sessionKeySet, path, SessionKeyRequest(key: "AAAA")).expect(422, "bad_value")
    try await bench.call(API.sessionKeySet, path, SessionKeyRequest(key: signer.text)).expect(201)
    try await bench.call(API.sessionGet, path).expect(403, "signature_missing")
    let way = SignedWay(way: MemoryWay(router: bench.office.router), signer: signer, clock: bench.clock)
    try await way.call(API.sessionKeySet, path, SessionKeyRequest(key: signer.text), token: bench.app.token).expect(201)
    try await way.call(API.sessionKeySet, path, SessionKeyRequest(key: other.text), token: bench.app.token)
      .expect(409, "key_exists")
    // To others it is not there, key or none.
    try await bench.call(API.sessionGet, path, token: bench.otherApp.token).expect(404)
    // Persons who look at cases sign nothing.
    try await bench.call(API.caseGet, path, token: bench.admin.token).expect(200)
  }

  @Test func onlyWhoHoldsTheKeyGoesOn() async throws {
    let bench = try await Bench()
    let (signer, other) = (try Signer(), try Signer())
    let session = try await keyed(bench, signer)
    let wish = SessionRequest(callType: "NewCustomer", reference: "ref-1", isContinue: true)
    try await bench.call(API.sessionAdd, wish).expect(403, "signature_missing")
    for (device, status) in [(other, 403), (signer, 201)] {
      let way = SignedWay(way: MemoryWay(router: bench.office.router), signer: device, clock: bench.clock)
      let reply = try await way.call(API.sessionAdd, wish, token: bench.app.token).expect(status)
      if status == 201 {
        #expect(try reply.value(201).id == session.id)
      } else {
        #expect(reply.code == "signature_wrong")
      }
    }
  }
}
