internal import Synchronization

/// How much a producer may send ahead of its client. A task takes credit for bytes, and waits where there is none;
/// the service thread says what has left.
final class WriteCredit: Sendable {
  /// Bytes on the way and not yet taken by the system, beyond which producers wait.
  static let limit = 256 << 10

  private struct State: ~Copyable {
    /// Taken, but not yet with the service thread.
    var posted = 0
    /// With the service thread.
    var pending = 0
    var isClosed = false
    var lastWaiter = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Throws `CancellationError` when the connection is gone or the task is cancelled.
  func take(_ bytes: Int) async throws {
    while true {
      try Task.checkCancellation()
      let isTaken = try state.withLock { state in
        if state.isClosed { throw CancellationError() }
        guard state.posted + state.pending < Self.limit else { return false }
        state.posted += bytes
        return true
      }
      if isTaken { return }
      await wait()
    }
  }

  /// Of those taken, `bytes` are with the service thread.
  func arrived(_ bytes: Int) { state.withLock { $0.posted -= bytes } }

  /// What the service thread has not been able to write yet.
  func update(pending: Int) {
    let waiting = state.withLock { state in
      state.pending = pending
      return Self.released(&state)
    }
    for continuation in waiting { continuation.resume() }
  }

  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      return Self.released(&state)
    }
    for continuation in waiting { continuation.resume() }
  }

  private static func released(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    guard !state.waiting.isEmpty, state.isClosed || state.posted + state.pending <= limit / 4 else { return [] }
    let released = Array(state.waiting.values)
    state.waiting.removeAll()
    return released
  }

  private func wait() async {
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if Task.isCancelled || state.isClosed || state.posted + state.pending < Self.limit { return true }
          state.waiting[waiter] = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
    }
  }
}
