internal import Synchronization

/// Many time limits, looked at by one task that runs while there are any.
final class Deadlines: Sendable {
  static let sweep = Duration.milliseconds(50)

  private struct Entry {
    let end: ContinuousClock.Instant
    let action: @Sendable () -> Void
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var lastID: UInt64 = 0
    var isSweeping = false
  }

  private let state = Mutex(State())

  /// Calls `action` when the time is over, unless it is removed before.
  func add(after time: Duration, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    let (id, starts) = state.withLock { state in
      state.lastID += 1
      state.entries[state.lastID] = Entry(end: .now + time, action: action)
      let starts = !state.isSweeping
      state.isSweeping = true
      return (state.lastID, starts)
    }
    if starts { Task.detached { [self] in await run() } }
    return id
  }

  func remove(_ id: UInt64) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

  private func run() async {
    while true {
      try? await Task.sleep(for: Self.sweep)
      let now = ContinuousClock.now
      let (due, isDone) = state.withLock { state in
        let due = state.entries.filter { $0.value.end <= now }
        for id in due.keys { state.entries[id] = nil }
        if state.entries.isEmpty { state.isSweeping = false }
        return (due.values.map(\.action), state.entries.isEmpty)
      }
      for action in due { action() }
      if isDone { return }
    }
  }
}

/// The first of several outcomes.
final class FirstOutcome<Value: Sendable>: Sendable {
  private struct State: ~Copyable {
    var outcome: Result<Value, any Error>?
    var waiting: CheckedContinuation<Value, any Error>?
  }

  private let state = Mutex(State())

  func settle(_ outcome: Result<Value, any Error>) {
    let waiting = state.withLock { state in
      guard state.outcome == nil else { return Optional<CheckedContinuation<Value, any Error>>.none }
      state.outcome = outcome
      return state.waiting.take()
    }
    waiting?.resume(with: outcome)
  }

  /// For one task, once.
  func value() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiting = continuation }
        return state.outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}
