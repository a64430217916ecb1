/// Calls of delegates on their way: one in each turn of the main actor, in order, so that none comes from inside a call
/// of the app.
@MainActor final class Deliveries {
  private var queue: [@MainActor () -> Void] = []

  func add(_ call: @escaping @MainActor () -> Void) {
    queue.append(call)
    Task { @MainActor in next() }
  }

  private func next() {
    guard !queue.isEmpty else { return }
    queue.removeFirst()()
  }
}
