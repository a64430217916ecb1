/// Time for tokens, signatures and waiting. It only goes forward, also while the device sleeps, and whatever the person
/// sets the device's clock to.
package struct ClientClock: Sendable {
  /// Since some beginning.
  package var now: @Sendable () -> Duration
  /// Throws when its task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }

  package static let system: ClientClock = {
    let start = ContinuousClock.now
    return ClientClock(now: { ContinuousClock.now - start }, sleep: { try await Task.sleep(for: $0) })
  }()
}

/// What the server's clock shows, as learnt from its last answer.
struct ServerTime: Sendable {
  /// Unix milliseconds.
  let shown: Int
  let at: Duration

  func milliseconds(at now: Duration) -> Int {
    let passed = (now - at).components
    return shown + Int(passed.seconds) * 1000 + Int(passed.attoseconds / 1_000_000_000_000_000)
  }
}
