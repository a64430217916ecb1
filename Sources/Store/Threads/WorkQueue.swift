internal import Foundation

/// Work that waits for a thread, first come, first served.
final class WorkQueue<Item>: @unchecked Sendable {
  // All guarded by `condition`.
  private let condition = NSCondition()
  private var items: [Item] = []
  private var isClosed = false
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// False when the queue is full or closed.
  func put(_ item: Item) -> Bool {
    condition.withLock {
      guard !isClosed, items.count < capacity else { return false }
      items.append(item)
      condition.signal()
      return true
    }
  }

  /// Waits for work. Empty when the queue is closed and nothing is left.
  func take(upTo count: Int) -> [Item] {
    condition.withLock {
      while items.isEmpty {
        if isClosed { return [] }
        condition.wait()
      }
      let taken = Array(items.prefix(count))
      items.removeFirst(taken.count)
      return taken
    }
  }

  /// What is queued is still done; nothing more is taken in.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }
}
