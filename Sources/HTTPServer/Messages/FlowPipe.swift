internal import Synchronization

/// A bounded queue from a service thread to one task. The thread never waits: it is told to pause, and called again
/// when the task has taken enough.
final class FlowPipe<Element: Sendable>: Sendable {
  enum End: Sendable, Equatable {
    case finished
    case failed(Problem)
  }

  private struct State: ~Copyable {
    var items: [(element: Element, cost: Int)] = []
    var first = 0
    var cost = 0
    var end: End?
    var isPaused = false
    var wasAsked = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  /// What queued elements may cost before the thread is told to pause, and at which it may go on.
  private let pauseAt: Int
  private let resumeAt: Int
  private let onResume: @Sendable () -> Void
  private let onFirstAsk: @Sendable () -> Void
  private let state = Mutex(State())

  init(
    pauseAt: Int, resumeAt: Int, onFirstAsk: @escaping @Sendable () -> Void = {},
    onResume: @escaping @Sendable () -> Void
  ) {
    self.pauseAt = pauseAt
    self.resumeAt = resumeAt
    self.onResume = onResume
    self.onFirstAsk = onFirstAsk
  }

  /// Whether more may be pushed now. After `.pause`, `onResume` is called once.
  enum Demand { case more, pause }

  func push(_ element: Element, cost: Int) -> Demand {
    let (demand, waiting) = state.withLock { state in
      guard state.end == nil else { return (Demand.more, Optional<CheckedContinuation<Void, Never>>.none) }
      state.items.append((element, cost))
      state.cost += cost
      if state.cost >= pauseAt { state.isPaused = true }
      return (state.isPaused ? .pause : .more, state.waiting.take())
    }
    waiting?.resume()
    return demand
  }

  func end(_ end: End) {
    let waiting = state.withLock { state in
      if state.end == nil { state.end = end }
      if case .failed? = state.end {
        state.items.removeAll()
        state.first = 0
        state.cost = 0
      }
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// The next element in order, or nil at the end. Throws the problem that the pipe failed with, and
  /// `CancellationError` when the task is cancelled while it waits. For one task at a time.
  func next() async throws -> Element? {
    while true {
      switch take() {
      case .element(let element): return element
      case .end(.finished): return nil
      case .end(.failed(let problem)): throw problem
      case .nothing: try await waitForMore()
      }
    }
  }

  private enum Taken {
    case element(Element)
    case end(End)
    case nothing
  }

  private func take() -> Taken {
    let (taken, resumes, isFirst) = state.withLock { state -> (Taken, Bool, Bool) in
      let isFirst = !state.wasAsked
      state.wasAsked = true
      guard state.first < state.items.count else {
        return (state.end.map { .end($0) } ?? .nothing, false, isFirst && state.end == nil)
      }
      let (element, cost) = state.items[state.first]
      state.first += 1
      if state.first == state.items.count {
        state.items.removeAll(keepingCapacity: true)
        state.first = 0
      } else if state.first > 32 {
        state.items.removeFirst(state.first)
        state.first = 0
      }
      state.cost -= cost
      let resumes = state.isPaused && state.cost <= resumeAt
      if resumes { state.isPaused = false }
      return (.element(element), resumes, false)
    }
    if isFirst { onFirstAsk() }
    if resumes { onResume() }
    return taken
  }

  private func waitForMore() async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if Task.isCancelled || state.first < state.items.count || state.end != nil || state.waiting != nil {
            return true
          }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.take() }?.resume()
    }
    try Task.checkCancellation()
  }
}
