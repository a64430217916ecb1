import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideSecrets
import BonafideStore
import Foundation
import FoundationNetworking
import Testing

/// An answer, checked against the route table.
struct Reply<Output: WireType>: Sendable {
  let status: Int
  let fields: [String: String]
  let bytes: [UInt8]

  /// The stable code of a problem.
  var code: String? { json?["code"]?.text }

  var json: JSONValue? { try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) }

  @discardableResult
  func expect(_ status: Int, _ code: String? = nil, at place: SourceLocation = #_sourceLocation) -> Self {
    #expect(self.status == status, "\(String(decoding: bytes.prefix(300), as: UTF8.self))", sourceLocation: place)
    if let code { #expect(self.code == code, sourceLocation: place) }
    return self
  }

  func value(_ status: Int = 200, at place: SourceLocation = #_sourceLocation) throws -> Output {
    expect(status, at: place)
    return try JSONDecoder().decode(Envelope<Output>.self, from: Data(bytes)).data
  }
}

/// How requests reach a back office.
protocol Way: Sendable {
  func send(
    _ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]
  ) async throws -> (status: Int, fields: [String: String], body: [UInt8])
}

extension Way {
  func call<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ path: [String: String], _ input: Input, query: String = "",
    fields: [(String, String)] = [], token: String? = nil
  ) async throws -> Reply<Output> {
    let body = Array(try JSONEncoder().encode(input))
    return try await raw(
      endpoint, path, query: query, fields: fields + [("Content-Type", "application/json")], body: body, token: token)
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
    let type = body.isEmpty ? [] : [("Content-Type", "application/octet-stream")]
    return try await raw(endpoint, path, query: query, fields: fields + type, body: body, token: token)
  }

  func raw<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ path: [String: String], query: String = "",
    fields: [(String, String)] = [], body: [UInt8] = [], token: String? = nil
  ) async throws -> Reply<Output> {
    let row = endpoint.description
    let target = row.target(path) + (query.isEmpty ? "" : "?" + query)
    let authorization = token.map { [("Authorization", "Bearer " + $0)] } ?? []
    let answer = try await send(row.method.rawValue, target, fields + authorization, body)
    let reply = Reply<Output>(status: answer.status, fields: answer.fields, bytes: answer.body)
    try row.check(reply.status, reply.json)
    return reply
  }
}

extension EndpointDescription {
  func target(_ values: [String: String]) -> String {
    var target = path
    for (name, value) in values { target = target.replacing("{\(name)}", with: value) }
    return target
  }

  /// Every answer is what `openapi.json` says.
  func check(_ status: Int, _ json: JSONValue?) throws {
    if status >= 400, !(name == "ready" && status == 503) {
      try EnvelopeSchema.problem.check(try #require(json))
      return
    }
    if name != "ready" { #expect(status == self.status) }
    if case .json(_, let schema) = output { try EnvelopeSchema.around(schema).check(try #require(json)) }
  }
}

struct MemoryWay: Way {
  let router: Router

  func send(
    _ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]
  ) async throws -> (status: Int, fields: [String: String], body: [UInt8]) {
    var all = HTTPFields()
    for (name, value) in fields { all.append(name, value) }
    let response: Response
    do throws(Problem) {
      guard let method = HTTPMethod(rawValue: method) else { throw Problem(.notImplemented, "method_not_implemented") }
      response = await router.respond(
        to: try Request(method, target, fields: all, body: body, remoteAddress: "192.0.2.1"))
    } catch {
      response = error.response(correlationID: CorrelationID.make())
    }
    var named: [String: String] = [:]
    for field in response.fields { named[field.name.lowercased()] = field.value }
    return (response.status.code, named, try await response.collect())
  }
}

struct SocketWay: Way {
  let port: UInt16

  func send(
    _ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]
  ) async throws -> (status: Int, fields: [String: String], body: [UInt8]) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(target)")))
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    if !body.isEmpty { request.httpBody = Data(body) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    var named: [String: String] = [:]
    for (name, value) in answer.allHeaderFields { named["\(name)".lowercased()] = "\(value)" }
    return (answer.statusCode, named, Array(data))
  }
}

/// Runs `body` against a server on a free port.
func withServer<Value: Sendable>(
  _ router: Router, _ body: @Sendable (UInt16) async throws -> Value
) async throws -> Value {
  var settings = ServerSettings()
  settings.lingerTime = .milliseconds(200)
  settings.sweepTime = .milliseconds(50)
  let server = HTTPServer(settings, router: router)
  let port = try server.start()
  do {
    let value = try await body(port)
    await server.shutDown(within: .milliseconds(200))
    return value
  } catch {
    await server.shutDown(within: .milliseconds(200))
    throw error
  }
}

/// A whole flow of an app.
struct Flow: Sendable {
  let way: any Way
  let token: String

  func open(_ reference: String = "ref-1", change: (inout SessionRequest) -> Void = { _ in }) async throws
    -> SessionAnswer
  {
    var request = SessionRequest(callType: "NewCustomer", reference: reference)
    change(&request)
    return try await way.call(API.sessionAdd, request, token: token).value(201)
  }

  /// Declares, sends in pieces and finishes; the evidence's id.
  @discardableResult
  func upload(
    _ kind: EvidenceKind, _ bytes: [UInt8], to session: String, type: String = "image/jpeg", piece: Int = 1 << 20
  ) async throws -> String {
    let upload = try await way.call(
      API.uploadAdd, ["session": session],
      UploadRequest(kind: kind, mediaType: type, size: bytes.count, sha256: Hex.text(SHA256Digest.of(bytes))),
      token: token
    ).value(201)
    let path = ["session": session, "upload": upload.id]
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let end = min(start + piece, bytes.count)
      let answer = try await way.call(
        API.uploadAppend, path, fields: [("Upload-Offset", String(start))], body: Array(bytes[start..<end]),
        token: token
      ).value()
      #expect(answer.received == end)
    }
    let done = try await way.call(API.uploadFinish, path, token: token).value()
    #expect(done.state == .finished)
    return try #require(done.evidence)
  }

  /// A session with everything in it, and the decision asked for.
  func complete(_ reference: String = "ref-1") async throws -> SessionAnswer {
    let session = try await open(reference) {
      $0.userName = "Ayşe"; $0.surname = "Yılmaz-Öz"
    }
    let path = ["session": session.id]
    let film = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let evidence = try await upload(.selfieVideo, film, to: session.id, type: "video/mp4", piece: 30_000)
    try await upload(.front, Array("front".utf8), to: session.id)
    try await upload(.back, Array("back".utf8), to: session.id)
    let steps = session.challenge.steps.map { FaceStep(step: $0, smile: 0.9, evidence: evidence) }
    try await way.call(
      API.faceSave, path,
      FaceRequest(challengeNonce: session.challenge.nonce, steps: steps, isLive: true, livenessScore: 1),
      token: token
    ).expect(200)
    try await way.call(
      API.documentSave, path, DocumentRequest(type: "TD1", mrz: "I<TUR", fields: ["surname": "YILMAZ-OEZ"]),
      token: token
    ).expect(200)
    try await way.call(API.decide, path, DecisionRequest(nonce: try #require(session.nonce)), token: token)
      .expect(202)
    return session
  }

  func result(_ session: String) async throws -> ResultAnswer {
    try await way.call(API.resultGet, ["session": session], token: token).value()
  }

  func decided(_ session: String) async throws -> ResultAnswer {
    try await eventually { try await result(session).state == .decided }
    return try await result(session)
  }
}

extension Bench {
  var flow: Flow { Flow(way: MemoryWay(router: office.router), token: app.token) }
}
