internal import Synchronization

/// What answers a request. A thrown `Problem` becomes its answer; every other error becomes 500 without details.
package typealias Handler = @Sendable (Request) async throws -> Response

/// What stands around handlers: it may change the request, answer by itself, or change the answer of `next`.
package typealias Middleware = @Sendable (_ request: Request, _ next: Handler) async throws -> Response

/// One row of the route table.
package struct Route: Sendable {
  package let method: HTTPMethod
  package let pattern: RoutePattern
  package let limits: RouteLimits
  let handler: Handler
  let buckets: TokenBuckets?
  let metrics: RouteMetrics
  let running = Gauge()
}

/// The numbers of one route.
final class RouteMetrics: Sendable {
  private let registry: MetricsRegistry
  private let method: String
  private let pattern: String
  private let seconds: Histogram
  private let counters = Mutex<[Int: Counter]>([:])

  init(_ registry: MetricsRegistry, method: String, pattern: String) {
    self.registry = registry
    self.method = method
    self.pattern = pattern
    seconds = registry.histogram(
      "http_request_duration_seconds", help: "Time until the head of the answer was there.",
      labels: ["method": method, "route": pattern])
  }

  func record(_ status: HTTPStatus, nanoseconds: UInt64) {
    seconds.observe(Double(nanoseconds) / 1e9)
    let counter = counters.withLock { counters in
      if let found = counters[status.code] { return found }
      let made = registry.counter(
        "http_requests_total", help: "Answers by route and status.",
        labels: ["method": method, "route": pattern, "status": String(status.code)])
      counters[status.code] = made
      return made
    }
    counter.add()
  }
}

/// What a log line may say of a request: nothing of what was sent.
package struct RequestRecord: Sendable {
  package let method: HTTPMethod
  /// The pattern of the route, or `unmatched`; never the path itself.
  package let route: String
  package let status: HTTPStatus
  package let nanoseconds: UInt64
  package let correlationID: String
  package let remoteAddress: String
  /// The type of an error that was not a `Problem`: a fault of ours.
  package let fault: String?
}
