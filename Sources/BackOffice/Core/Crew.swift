internal import Synchronization

/// The tasks of a back office.
final class Crew: Sendable {
  private struct State {
    var tasks: [Task<Void, Never>] = []
    var isStopping = false
  }

  private let desk: Desk
  private let state = Mutex(State())

  init(_ desk: Desk) { self.desk = desk }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func start() {
    state.withLock { state in
      guard state.tasks.isEmpty, !state.isStopping else { return }
      for number in 0..<max(desk.settings.workers, 0) {
        let worker = JudgeWorker(desk, number: number)
        state.tasks.append(loop("judge") { try await worker.step() })
      }
      let sender = WebhookSender(desk)
      for _ in 0..<max(desk.settings.webhookSenders, 1) {
        state.tasks.append(loop("webhook") { try await sender.step() })
      }
      let upkeep = Upkeep(desk)
      let pause = desk.settings.upkeepTime
      state.tasks.append(
        loop("upkeep", pause: pause) {
          try await upkeep.run()
          return false
        })
    }
  }

  func stop(within grace: Duration) async {
    let tasks = state.withLock { state in
      state.isStopping = true
      return state.tasks
    }
    let axe = Task {
      try await Task.sleep(for: grace)
      for task in tasks { task.cancel() }
    }
    for task in tasks { await task.value }
    axe.cancel()
  }

  /// Repeats `step` as long as it answers that there was something to do, and pauses where there was not.
  private func loop(
    _ name: String, pause: Duration? = nil, _ step: @escaping @Sendable () async throws -> Bool
  ) -> Task<Void, Never> {
    let desk = desk
    return Task.detached { [self] in
      desk.workersAlive.wrappingAdd(1, ordering: .relaxed)
      defer { desk.workersAlive.wrappingSubtract(1, ordering: .relaxed) }
      while !isStopping, !Task.isCancelled {
        var wasBusy = false
        do { wasBusy = try await step() } catch {
          desk.log.write(LogLine(.error, "worker.failed", ["worker": name, "fault": OfficeProblem.code(of: error)]))
        }
        if !wasBusy { await rest(pause ?? desk.settings.pollTime) }
      }
    }
  }

  /// In short pieces, so that stopping does not wait.
  private func rest(_ time: Duration) async {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end, !isStopping, !Task.isCancelled {
      try? await Task.sleep(for: min(.milliseconds(100), end - .now))
    }
  }
}
