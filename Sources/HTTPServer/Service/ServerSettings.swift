/// What a server listens to, and what its connections may take.
package struct ServerSettings: Sendable {
  /// A numeric address.
  package var host = "127.0.0.1"
  /// 0 chooses one.
  package var port: UInt16 = 0
  /// Service threads.
  package var loops = 1
  package var tls: TLSContext?

  /// At this many connections no more are accepted; they wait in the system's queue.
  package var maximumConnections = 4096
  /// At this many from one address, further ones are answered with 503. Behind a proxy all have its address.
  package var maximumConnectionsPerAddress = 1024

  /// Addresses of proxies whose `X-Forwarded-For` is believed.
  package var trustedProxies: Set<String> = []

  package var handshakeTimeout = Duration.seconds(10)
  /// From the first byte of a head to its last; also from the beginning of a connection to the first byte.
  package var headTimeout = Duration.seconds(10)
  /// Between requests.
  package var idleTimeout = Duration.seconds(60)
  /// In each such time a client that sends content, or that is sent content, must move `progressBytes`.
  package var progressTime = Duration.seconds(10)
  package var progressBytes = 4096
  /// How long the end of a connection is waited for after the last answer.
  package var lingerTime = Duration.seconds(2)
  /// How often deadlines are looked at.
  package var sweepTime = Duration.seconds(1)

  package var clock = ServerClock.monotonic

  package init() {}
}

extension Duration {
  /// At least 0.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return 0 }
    return UInt64(min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
