internal import Synchronization

/// Who is connected, over all service threads.
final class ConnectionCensus: Sendable {
  enum Verdict { case welcome, tooManyOfAddress, full }

  private struct State {
    var total = 0
    var byAddress: [String: Int] = [:]
  }

  private let maximum: Int
  private let maximumPerAddress: Int
  private let state = Mutex(State())
  private let lastID = Atomic<UInt64>(16)

  init(maximum: Int, perAddress: Int) {
    self.maximum = max(1, maximum)
    maximumPerAddress = max(1, perAddress)
  }

  var isFull: Bool { state.withLock { $0.total >= maximum } }

  func newID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  func enter(_ address: String) -> Verdict {
    state.withLock { state in
      if state.total >= maximum { return .full }
      let there = state.byAddress[address] ?? 0
      if there >= maximumPerAddress { return .tooManyOfAddress }
      state.total += 1
      state.byAddress[address] = there + 1
      return .welcome
    }
  }

  func leave(_ address: String) {
    state.withLock { state in
      state.total -= 1
      let left = (state.byAddress[address] ?? 1) - 1
      state.byAddress[address] = left > 0 ? left : nil
    }
  }
}
