/// What one request to a route may take.
package struct RouteLimits: Sendable {
  /// Bytes of the content.
  package var bodyBytes = 1 << 20
  /// Until the head of the answer is there.
  package var time = Duration.seconds(30)
  package var rate: RateLimit?
  /// Requests that are handled at the same time; further ones are answered with 503. Nil for no limit of its own.
  package var concurrent: Int?
  /// Media types that content may have; nil where the handler looks itself.
  package var mediaTypes: Set<String>?

  package static let standard = RouteLimits()

  package init(
    bodyBytes: Int = 1 << 20, time: Duration = .seconds(30), rate: RateLimit? = nil, concurrent: Int? = nil,
    mediaTypes: Set<String>? = nil
  ) {
    self.bodyBytes = bodyBytes
    self.time = time
    self.rate = rate
    self.concurrent = concurrent
    self.mediaTypes = mediaTypes
  }
}

/// How often one client may call a route: a bucket of `burst` tokens that fills at `perSecond`.
package struct RateLimit: Sendable {
  package var perSecond: Double
  package var burst: Int
  /// Who the client is; its address unless something better is known.
  package var client: @Sendable (Request) -> String

  package init(
    perSecond: Double, burst: Int, client: @escaping @Sendable (Request) -> String = { $0.remoteAddress }
  ) {
    self.perSecond = max(perSecond, 0.001)
    self.burst = max(burst, 1)
    self.client = client
  }
}
