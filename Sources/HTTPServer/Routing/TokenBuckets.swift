internal import Synchronization

/// One token bucket for every client of a route.
package final class TokenBuckets: Sendable {
  package static let maximumClients = 20_000

  private struct Bucket {
    var tokens: Double
    var nanoseconds: UInt64
  }

  private let limit: RateLimit
  private let clock: ServerClock
  private let buckets = Mutex<[String: Bucket]>([:])

  package init(_ limit: RateLimit, clock: ServerClock = .monotonic) {
    self.limit = limit
    self.clock = clock
  }

  /// Takes a token; otherwise the whole seconds, at least 1, after which there will be one.
  package func take(for client: String) -> Int? {
    let now = clock.nanoseconds()
    return buckets.withLock { buckets in
      var name = client
      if buckets.count >= Self.maximumClients, buckets[name] == nil {
        // A full bucket says as much as none. If nobody's is full, newcomers share one.
        buckets = buckets.filter { tokens($0.value, at: now) < Double(limit.burst) }
        if buckets.count >= Self.maximumClients { name = "" }
      }
      var bucket = buckets[name] ?? Bucket(tokens: Double(limit.burst), nanoseconds: now)
      bucket.tokens = tokens(bucket, at: now)
      bucket.nanoseconds = now
      defer { buckets[name] = bucket }
      if bucket.tokens >= 1 {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up)))
    }
  }

  private func tokens(_ bucket: Bucket, at now: UInt64) -> Double {
    // A clock that goes back gives nothing and takes nothing.
    let passed = now > bucket.nanoseconds ? Double(now - bucket.nanoseconds) / 1e9 : 0
    return min(Double(limit.burst), bucket.tokens + passed * limit.perSecond)
  }
}
