internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Makes routes of rows of the table: who may call, what may come in, and the envelope around what goes out.
struct RouteBinder {
  var router: Router
  let desk: Desk

  init(router: Router, desk: Desk) {
    self.router = router
    self.desk = desk
  }

  mutating func on<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ handle: @escaping @Sendable (Call, Input) async throws -> Output
  ) {
    bindInput(endpoint) { call, input in try await RouteBinder.answer(call) { try await handle(call, input) } }
  }

  /// A route whose answer has header fields of its own. It keeps no answer for an idempotency key.
  mutating func answering<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>,
    _ handle: @escaping @Sendable (Call, Input) async throws -> (Output, HTTPFields)
  ) {
    bindInput(endpoint) { call, input in
      let (output, fields) = try await handle(call, input)
      var response = RouteBinder.envelope(
        try RouteBinder.encoded(output), call, status: HTTPStatus(call.endpoint.status))
      for field in fields { response.fields[field.name] = field.value }
      return response
    }
  }

  private mutating func bindInput<Input: WireType, Output: WireType>(
    _ endpoint: Endpoint<Input, Output>, _ handle: @escaping @Sendable (Call, Input) async throws -> Response
  ) {
    let row = endpoint.description
    bind(row) { [desk] request, caller in
      let input: Input
      var body: [UInt8] = []
      if case .json(_, let schema) = row.input {
        body = try await RouteBinder.content(of: request, limit: row.limits.bodyBytes)
        input = try RouteBinder.decode(Input.self, schema, body)
      } else {
        input = try JSONValue.object([:]).decoded()
      }
      let claim = try RouteBinder.idempotency(request, row, caller, input)
      let call = try Call(
        desk: desk, request: request, endpoint: row, caller: caller,
        query: RouteBinder.parameters(row.query, request.target.query.map { ($0.name, $0.value) }),
        headers: RouteBinder.parameters(
          row.headers,
          row.headers.flatMap { header in request.fields.values(header.name).map { (header.name, $0) } }),
        idempotency: claim, body: body)
      return try await handle(call, input)
    }
  }

  /// A route whose answer is there as JSON already.
  mutating func encoded<Output: WireType>(
    _ endpoint: Endpoint<NoContent, Output>, _ handle: @escaping @Sendable (Call) async throws -> [UInt8]
  ) {
    let status = HTTPStatus(endpoint.description.status)
    raw(endpoint) { call in RouteBinder.envelope(try await handle(call), call, status: status) }
  }

  /// A route whose answer is no JSON.
  mutating func raw<Output: WireType>(
    _ endpoint: Endpoint<NoContent, Output>, _ handle: @escaping @Sendable (Call) async throws -> Response
  ) {
    let row = endpoint.description
    bind(row) { [desk] request, caller in
      let call = try Call(
        desk: desk, request: request, endpoint: row, caller: caller,
        query: RouteBinder.parameters(row.query, request.target.query.map { ($0.name, $0.value) }),
        headers: [:], idempotency: nil, body: [])
      return try await handle(call)
    }
  }

  private mutating func bind(
    _ row: EndpointDescription, _ handle: @escaping @Sendable (Request, Caller?) async throws -> Response
  ) {
    guard let method = HTTPMethod(rawValue: row.method.rawValue) else { return }
    var limits = RouteLimits(
      bodyBytes: row.limits.bodyBytes, time: .seconds(row.limits.seconds), concurrent: row.limits.concurrent)
    if let rate = row.limits.rate { limits.rate = RateLimit(perSecond: rate.perSecond, burst: rate.burst) }
    if case .bytes(let type) = row.input { limits.mediaTypes = [type] }
    router.on(method, RoutePattern(stringLiteral: row.path), limits: limits) { [desk] request in
      do {
        let caller = try await RouteBinder.admit(request, row, desk)
        return try await handle(try await MessageSignature.checked(request, row, caller, desk), caller)
      } catch { throw OfficeProblem.mapped(error) }
    }
  }

  /// Throws 401 or 403.
  private static func admit(_ request: Request, _ row: EndpointDescription, _ desk: Desk) async throws -> Caller? {
    let needed: BonafideBackOfficeAPI.Scope?
    switch row.access {
    case .anybody: return nil
    case .tokenHolder: needed = nil
    case .scope(let scope): needed = scope
    case .localOr(let scope):
      // Behind a proxy everybody seems to be local.
      let isForwarded = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"].contains { request.fields.contains($0) }
      if ["127.0.0.1", "::1"].contains(request.remoteAddress), !isForwarded { return nil }
      needed = scope
    }
    let caller = try await Caller.identify(request, desk)
    if let needed, !caller.scopes.contains(needed) {
      throw Problem(.forbidden, "scope_missing", "the token does not give this right")
    }
    return caller
  }

  /// Runs a handler under its idempotency key.
  private static func answer<Output: WireType>(
    _ call: Call, _ handle: @Sendable () async throws -> Output
  ) async throws -> Response {
    let desk = call.desk
    let status = HTTPStatus(call.endpoint.status)
    guard let idempotency = call.idempotency else {
      return envelope(try encoded(await handle()), call, status: status)
    }
    let claim: IdempotentClaim
    do {
      let lifetime = desk.settings.idempotencyLifetime
      claim = try await desk.store.write { transaction in
        try transaction.claim(idempotency.request, claim: Idempotency.claim, lifetime: lifetime)
      }
    } catch let error as StoreError where error.code == .conflict {
      throw Problem(.unprocessableContent, "idempotency_conflict", "the idempotency key came with another request")
    }
    if case .answered(let stored) = claim { return envelope(stored.body, call, status: status) }
    do {
      let output = try await idempotency.holding(desk.store) { try await handle() }
      if !idempotency.isKept {
        let session = call.request.parameters["session"].flatMap { Identifier<Session>($0) }
        try await desk.store.write { try idempotency.keep(output, session: session, in: $0) }
      }
      return envelope(try encoded(output), call, status: status)
    } catch {
      // Not done: the same request may be sent again at once.
      if !idempotency.isKept { try? await desk.store.write { try $0.abandon(idempotency.request) } }
      throw error
    }
  }

  private static func encoded(_ output: some WireType) throws -> [UInt8] { try JSONDocument(encoding: output).bytes }

  private static func envelope(_ data: [UInt8], _ call: Call, status: HTTPStatus) -> Response {
    let head = "{\"ok\":true,\"data\":"
    let tail = ",\"correlationId\":\"\(call.request.correlationID)\",\"serverTime\":\(call.now)}"
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.utf8.count + data.count + tail.utf8.count)
    bytes += head.utf8
    bytes += data
    bytes += tail.utf8
    var response = Response.json(bytes: bytes, status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }

  private static func content(of request: Request, limit: Int) async throws -> [UInt8] {
    guard request.mediaType == "application/json" else {
      throw Problem(.unsupportedMediaType, "unsupported_media_type", "the content must be application/json")
    }
    return try await request.body.collect(upTo: limit)
  }

  private static func decode<Input: WireType>(
    _ type: Input.Type, _ schema: Schema, _ bytes: [UInt8]
  ) throws -> Input {
    guard let value = JSONValue(try JSONCheck.read(bytes)) else {
      throw Problem(.unprocessableContent, "bad_value", "a number is out of range")
    }
    try schema.check(value)
    guard let input = try? value.decoded(as: Input.self) else {
      throw Problem(.unprocessableContent, "bad_value", "a value is not allowed")
    }
    return input
  }

  /// Throws 422 `unknown_parameter`, `missing_parameter` or `bad_parameter`, 400 for one that comes twice.
  private static func parameters(
    _ known: [EndpointDescription.Parameter], _ sent: [(String, String)]
  ) throws -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for (name, text) in sent {
      guard let parameter = known.first(where: { $0.name == name }) else {
        throw Problem(.unprocessableContent, "unknown_parameter", "a parameter is not known")
      }
      guard values[name] == nil else { throw Problem(.badRequest, "duplicate_parameter", "a parameter comes twice") }
      let value: JSONValue? =
        switch parameter.schema {
        case .integer: integer(text).map { .integer($0) }
        default: .text(text)
        }
      guard let value, (try? parameter.schema.check(value)) != nil else {
        throw Problem(.unprocessableContent, "bad_parameter", "'\(name)' has a value that is not allowed")
      }
      values[name] = value
    }
    if let missing = known.first(where: { $0.isRequired && values[$0.name] == nil }) {
      throw Problem(.unprocessableContent, "missing_parameter", "'\(missing.name)' is missing")
    }
    return values
  }

  /// Digits only.
  private static func integer(_ text: String) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  private static func idempotency(
    _ request: Request, _ row: EndpointDescription, _ caller: Caller?, _ input: some WireType
  ) throws -> Idempotency? {
    let sent = request.fields.values(API.idempotencyKey.name)
    guard row.isIdempotent, !sent.isEmpty, let caller else { return nil }
    guard sent.count == 1, (try? API.idempotencyKey.schema.check(.text(sent[0]))) != nil else {
      throw Problem(.unprocessableContent, "bad_parameter", "'Idempotency-Key' has a value that is not allowed")
    }
    // The value, not its bytes: who writes it anew may order its keys in another way.
    let value = try JSONDocument(encoding: input).bytes
    let hash = SHA256Digest.of(Array("\(row.method.rawValue) \(request.path)\n".utf8) + value)
    return Idempotency(IdempotentRequest(sender: caller.actor, key: sent[0], hash: hash))
  }
}

extension JSONValue {
  /// Nil when a number is beyond those of 64 bits.
  init?(_ tree: JSONTree) {
    switch tree {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .text(let text): self = .text(text)
    case .number(let digits):
      if let integer = Int(digits) {
        self = .integer(integer)
      } else if let number = Double(digits), number.isFinite {
        self = .number(number)
      } else {
        return nil
      }
    case .list(let elements):
      var values: [JSONValue] = []
      for element in elements {
        guard let value = JSONValue(element) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case .object(let members):
      var fields = [String: JSONValue](minimumCapacity: members.count)
      for member in members {
        guard let value = JSONValue(member.value) else { return nil }
        fields[member.name] = value
      }
      self = .object(fields)
    }
  }
}
