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
  private struct State {
    var buckets: [String: Bucket] = [:]
    var lastCleaning: UInt64?
  }

  private let state = Mutex(State())

  package init(_ limit: RateLimit, clock: ServerClock = .monotonic) {
    self.limit = limit
    self.clock = clock
  }

  /// Takes a token; otherwise the whole seconds, at least 1, after which there will be one.
  package func take(for client: String) -> Int? {
    let now = clock.nanoseconds()
    return state.withLock { state in
      // However long a name may be, little is kept of it.
      var name = client.utf8.count <= 128 ? client : "#\(client.hashValue)"
      if state.buckets.count >= Self.maximumClients, state.buckets[name] == nil {
        clean(&state, at: now)
        // If nobody's is full, newcomers share one.
        if state.buckets.count >= Self.maximumClients { name = "" }
      }
      var bucket = state.buckets[name] ?? Bucket(tokens: Double(limit.burst), nanoseconds: now)
      bucket.tokens = tokens(bucket, at: now)
      bucket.nanoseconds = now
      defer { state.buckets[name] = bucket }
      if bucket.tokens >= 1 {
        bucket.tokens -= 1
        return nil
      }
      return max(1, Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up)))
    }
  }

  /// Drops full buckets, which say as much as none; at most once a second, for it looks at all of them.
  private func clean(_ state: inout State, at now: UInt64) {
    if let last = state.lastCleaning, now >= last, now - last < 1_000_000_000 { return }
    state.lastCleaning = now
    state.buckets = state.buckets.filter { tokens($0.value, at: now) < Double(limit.burst) }
  }

  private func tokens(_ bucket: Bucket, at now: UInt64) -> Double {
    // A clock that goes back gives nothing and takes nothing.
    let passed = now > bucket.nanoseconds ? Double(now - bucket.nanoseconds) / 1e9 : 0
    return min(Double(limit.burst), bucket.tokens + passed * limit.perSecond)
  }
}
