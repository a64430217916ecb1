/// The modules of an app share one session in a process, and the tests of several modules run in one: each has its turn.
package actor AppTurn {
  package static let shared = AppTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until nobody else has it.
  package func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  package func giveBack() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    isTaken = false
  }
}
