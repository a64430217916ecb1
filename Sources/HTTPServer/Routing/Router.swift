/// Finds the handler of a request and keeps it within the limits of its route. It needs no socket.
package struct Router: Sendable {
  package let metrics: MetricsRegistry
  /// The route table, in the order in which it was made.
  package private(set) var routes: [Route] = []
  private var tree = RouteTree<[HTTPMethod: Route]>()
  private var middleware: [Middleware] = []
  private let unmatched: RouteMetrics
  private let running: Gauge
  private let deadlines = Deadlines()
  private let clock: ServerClock
  private let maximumRunning: Int
  private let observer: (@Sendable (RequestRecord) -> Void)?

  /// `observer` hears of every answer, on the task that made it. Beyond `maximumRunning` requests at the same time,
  /// further ones are answered with 503: each may hold content of as many bytes as its route allows.
  package init(
    metrics: MetricsRegistry = MetricsRegistry(), clock: ServerClock = .monotonic, maximumRunning: Int = 1024,
    observer: (@Sendable (RequestRecord) -> Void)? = nil
  ) {
    self.metrics = metrics
    self.clock = clock
    self.maximumRunning = maximumRunning
    self.observer = observer
    unmatched = RouteMetrics(metrics, method: "any", pattern: "unmatched")
    running = metrics.gauge("http_requests_running", help: "Requests that are being handled.")
  }

  /// Puts a middleware around all routes that are added after it; the first one is the outermost.
  package mutating func use(_ middleware: @escaping Middleware) { self.middleware.append(middleware) }

  /// Adds a route. The same method and pattern twice is a fault of the programmer.
  package mutating func on(
    _ method: HTTPMethod, _ pattern: RoutePattern, limits: RouteLimits = .standard, _ handler: @escaping Handler
  ) {
    let route = Route(
      method: method, pattern: pattern, limits: limits, handler: wrapped(handler),
      buckets: limits.rate.map { TokenBuckets($0, clock: clock) },
      metrics: RouteMetrics(metrics, method: method.rawValue, pattern: pattern.description))
    var methods = tree[pattern] ?? [:]
    precondition(methods[method] == nil, "\(method.rawValue) \(pattern) is there twice")
    methods[method] = route
    tree[pattern] = methods
    routes.append(route)
  }

  /// Adds a WebSocket. `handler` runs while it is open; when it returns the socket is closed with 1000, and with
  /// 1011 when it throws.
  package mutating func webSocket(
    _ pattern: RoutePattern, settings: WebSocketSettings = WebSocketSettings(), limits: RouteLimits = .standard,
    _ handler: @escaping @Sendable (Request, WebSocket) async throws -> Void
  ) {
    on(.get, pattern, limits: limits) { request in
      try WebSocketHandshake.accept(request, settings: settings) { try await handler(request, $0) }
    }
  }

  /// The answer to a request, whatever happens.
  package func respond(to request: Request) async -> Response {
    let start = clock.nanoseconds()
    let level = running.add(1)
    defer { running.add(-1) }
    let (found, outcome) = level > maximumRunning ? (nil, .failure(Self.busy)) : await answer(request)
    var response: Response
    var fault: String?
    switch outcome {
    case .success(let answer): response = answer
    case .failure(let problem as Problem): response = problem.response(correlationID: request.correlationID)
    case .failure(is CancellationError):
      response = Problem(.serviceUnavailable, "cancelled").response(correlationID: request.correlationID)
    case .failure(let error):
      fault = "\(type(of: error))"
      response = Problem(.internalServerError, "internal", "this is our fault")
        .response(correlationID: request.correlationID)
    }
    response.fields[CorrelationID.fieldName] = request.correlationID
    if request.method.expectsNoContent { response.body = .omitted(length: response.body.length) }
    let end = clock.nanoseconds()
    let nanoseconds = end > start ? end - start : 0
    (found?.metrics ?? unmatched).record(response.status, nanoseconds: nanoseconds)
    observer?(
      RequestRecord(
        method: request.method, route: found?.pattern.description ?? "unmatched", status: response.status,
        nanoseconds: nanoseconds, correlationID: request.correlationID, remoteAddress: request.remoteAddress,
        fault: fault))
    return response
  }

  private static let busy = Problem(
    .serviceUnavailable, "too_busy", "too many requests are being handled", fields: ["Retry-After": "1"])

  private func wrapped(_ handler: @escaping Handler) -> Handler {
    middleware.reversed().reduce(handler) { next, middleware in { try await middleware($0, next) } }
  }

  private func answer(_ request: Request) async -> (Route?, Result<Response, any Error>) {
    if request.target.form == .server {
      return (nil, .success(Response(.noContent, fields: ["Allow": Self.allow(HTTPMethod.served)])))
    }
    guard let (methods, values) = tree.find(request.target.segments) else {
      return (nil, .failure(Problem(.notFound, "not_found", "there is nothing under this address")))
    }
    guard let route = methods[request.method] ?? (request.method == .head ? methods[.get] : nil) else {
      var allowed = Array(methods.keys)
      if allowed.contains(.get), !allowed.contains(.head) { allowed.append(.head) }
      if !allowed.contains(.options) { allowed.append(.options) }
      let fields: HTTPFields = ["Allow": Self.allow(allowed)]
      if request.method == .options { return (nil, .success(Response(.noContent, fields: fields))) }
      return (
        nil,
        .failure(Problem(.methodNotAllowed, "method_not_allowed", "this address has other methods", fields: fields))
      )
    }
    var request = request
    request.parameters = PathParameters(names: route.pattern.names, values: values)
    do {
      return (route, .success(try await run(route, &request)))
    } catch {
      return (route, .failure(error))
    }
  }

  private static func allow(_ methods: [HTTPMethod]) -> String {
    methods.map(\.rawValue).sorted().joined(separator: ", ")
  }

  private func run(_ route: Route, _ request: inout Request) async throws -> Response {
    if let rate = route.limits.rate, let seconds = route.buckets?.take(for: rate.client(request)) {
      throw Problem(
        .tooManyRequests, "too_many_requests", "try again later", fields: ["Retry-After": String(seconds)])
    }
    let level = route.running.add(1)
    defer { route.running.add(-1) }
    if let most = route.limits.concurrent, level > most { throw Self.busy }
    if let length = request.body.length, length > route.limits.bodyBytes {
      throw RequestBody.tooLarge(route.limits.bodyBytes)
    }
    if request.fields.tokens("Content-Encoding").contains(where: { $0 != "identity" }) {
      throw Problem(.unsupportedMediaType, "unsupported_encoding", "content is taken as it is, not compressed")
    }
    if let types = route.limits.mediaTypes, request.body.length != 0, !types.contains(request.mediaType ?? "") {
      throw Problem(.unsupportedMediaType, "unsupported_media_type", "this media type is not taken here")
    }
    request.body = request.body.limited(to: route.limits.bodyBytes)
    return try await limited(route.limits.time, request, route.handler)
  }

  /// The answer arrives in time even when the handler does not care about being cancelled.
  private func limited(_ time: Duration, _ request: Request, _ handler: @escaping Handler) async throws -> Response {
    let first = FirstOutcome<Response>()
    let work = Task {
      do { first.settle(.success(try await handler(request))) } catch { first.settle(.failure(error)) }
    }
    let deadline = deadlines.add(after: time) {
      first.settle(.failure(Problem(.gatewayTimeout, "time_limit", "it took too long")))
      work.cancel()
    }
    defer { deadlines.remove(deadline) }
    return try await withTaskCancellationHandler {
      try await first.value()
    } onCancel: {
      work.cancel()
    }
  }
}
