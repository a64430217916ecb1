internal import BonafideHTTPServer
internal import Foundation
internal import Synchronization

/// Threads that look at live pictures. Every session has at most one picture waiting here, and they take turns, so that
/// nobody gets ahead by sending more.
final class LiveThreads: Sendable {
  private final class Line: @unchecked Sendable {
    // All guarded by `condition`.
    let condition = NSCondition()
    var waiting: [@Sendable () -> Void] = []
    var head = 0
    var threads = 0
    var isClosed = false

    func next() -> (@Sendable () -> Void)? {
      condition.withLock {
        while head == waiting.count {
          if isClosed { return nil }
          condition.wait()
        }
        defer {
          head += 1
          if head > 256 {
            waiting.removeFirst(head)
            head = 0
          }
        }
        return waiting[head]
      }
    }
  }

  private let line = Line()
  private let count: Int

  init(count: Int) { self.count = max(1, count) }

  deinit {
    line.condition.withLock {
      line.isClosed = true
      line.condition.broadcast()
    }
  }

  /// Runs a body on one of the threads, which begin when they are first needed.
  func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let starts = line.condition.withLock {
        line.waiting.append { continuation.resume(with: Result(catching: body)) }
        line.condition.signal()
        guard line.threads < count else { return false }
        line.threads += 1
        return true
      }
      guard starts else { return }
      Thread.detachNewThread { [line] in
        while let work = line.next() { work() }
      }
    }
  }
}
