internal import Synchronization

/// A number that only grows.
package final class Counter: Sendable {
  private let count = Atomic<UInt64>(0)

  package var value: UInt64 { count.load(ordering: .relaxed) }

  package func add(_ amount: UInt64 = 1) { count.wrappingAdd(amount, ordering: .relaxed) }
}

/// A number that goes up and down.
package final class Gauge: Sendable {
  private let level = Atomic<Int>(0)

  package var value: Int { level.load(ordering: .relaxed) }

  /// The level afterwards.
  @discardableResult
  package func add(_ amount: Int) -> Int { level.wrappingAdd(amount, ordering: .relaxed).newValue }
  package func set(_ amount: Int) { level.store(amount, ordering: .relaxed) }
}

/// How often values fell below which bounds.
package final class Histogram: Sendable {
  /// Seconds of an answer.
  package static let seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

  private struct State {
    var counts: [UInt64]
    var sum = 0.0
  }

  let bounds: [Double]
  private let state: Mutex<State>

  package init(bounds: [Double] = Histogram.seconds) {
    self.bounds = bounds
    state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  package func observe(_ value: Double) {
    let place = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[place] += 1
      state.sum += value
    }
  }

  /// Counts one bound after the other, not added up, the last for those above all bounds.
  package var snapshot: (counts: [UInt64], sum: Double) { state.withLock { ($0.counts, $0.sum) } }
}
