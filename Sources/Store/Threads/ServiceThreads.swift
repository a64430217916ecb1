internal import Foundation

/// Threads of our own for what blocks.
final class ServiceThreads: @unchecked Sendable {
  // Guarded by `lock`.
  private let lock = NSLock()
  private var running = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    lock.withLock { running += 1 }
    let thread = Thread { [self] in
      body()
      ended()
    }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Waits until all have ended.
  func join() async {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if running > 0 { waiters.append(continuation) }
        return running == 0
      }
      if isOver { continuation.resume() }
    }
  }

  private func ended() {
    let ready: [CheckedContinuation<Void, Never>] = lock.withLock {
      running -= 1
      guard running == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
    for waiter in ready { waiter.resume() }
  }
}

/// A few threads for files, so that reading and writing them blocks no thread of the concurrency pool.
final class FileThreads: Sendable {
  private let queue = WorkQueue<@Sendable () -> Void>(capacity: 10_000)
  private let threads = ServiceThreads()

  init(count: Int) {
    for number in 0..<count {
      threads.start("files-\(number)") { [queue] in
        while let item = queue.take(upTo: 1).first { item() }
      }
    }
  }

  deinit { queue.close() }

  func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let isQueued = queue.put { continuation.resume(with: Swift.Result(catching: body).mapError(StoreError.mapped)) }
      if !isQueued { continuation.resume(throwing: StoreError(.unavailable, "too many files are waiting")) }
    }
  }
}
