internal import Synchronization

/// Work that is done once for all who wait for it. Who is cancelled stops waiting; the work itself is cancelled when
/// nobody waits any more.
final class SharedWork<Value: Sendable, Failure: Error>: Sendable {
  typealias Outcome = Result<Value, Failure>

  private struct State {
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var count = 0
    var outcome: Outcome?
    var isAbandoned = false
    var task: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let cancelled: Failure

  init(whenCancelled cancelled: Failure, _ body: @escaping @Sendable () async -> Outcome) {
    self.cancelled = cancelled
    let task = Task { self.end(await body()) }
    state.withLock { $0.task = task }
  }

  /// Whether a newcomer may still wait for it.
  var isJoinable: Bool { state.withLock { $0.outcome == nil && !$0.isAbandoned } }

  func value() async throws(Failure) -> Value {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let isCancelled = Task.isCancelled
        let known = state.withLock { state -> Outcome? in
          if let outcome = state.outcome { return outcome }
          if isCancelled { return .failure(cancelled) }
          state.waiters[number] = continuation
          return nil
        }
        if let known {
          continuation.resume(returning: known)
          if isCancelled { abandonIfAlone() }
        }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: .failure(cancelled))
      abandonIfAlone()
    }
    return try outcome.get()
  }

  /// Everybody gets `reason`; the work is cancelled.
  func abandon(_ reason: Failure) {
    state.withLock { $0.task }?.cancel()
    end(.failure(reason))
  }

  private func abandonIfAlone() {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.waiters.isEmpty, state.outcome == nil else { return nil }
      state.isAbandoned = true
      return state.task
    }
    task?.cancel()
  }

  private func end(_ outcome: Outcome) {
    let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      guard state.outcome == nil else { return [] }
      state.outcome = outcome
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}
