internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideStore

/// Takes one case after the other, has it judged, and keeps decision, audit entry, deliveries and the job's end together.
struct JudgeWorker: Sendable {
  private let desk: Desk
  private let owner: String

  init(_ desk: Desk, number: Int) {
    self.desk = desk
    owner = "\(desk.owner)/\(number)"
  }

  /// Whether there was a case.
  func step() async throws -> Bool {
    let held = try await desk.store.write { [owner, lease = desk.settings.jobLease] transaction in
      try transaction.takeJob(kinds: [JudgeOrder.decide, JudgeOrder.replay], owner: owner, duration: lease)
    }
    guard let held else { return false }
    let start = ContinuousClock.now
    var outcome = "done"
    do {
      let (result, version) = try await judge(held)
      try await keep(result, settingsVersion: version, held)
    } catch let error as StoreError where error.code == .leaseLost {
      outcome = "lease_lost"
    } catch {
      outcome = OfficeProblem.code(of: error)
      try await fail(held, code: outcome, wasStopped: Task.isCancelled)
    }
    let seconds = Double((ContinuousClock.now - start).components.seconds)
    desk.metrics.histogram(
      "judge_duration_seconds", help: "Time a case took.", bounds: [1, 2, 5, 10, 20, 40, 80, 160, 320, 640]
    ).observe(seconds)
    desk.metrics.counter("judge_cases_total", help: "Cases by outcome.", labels: ["outcome": outcome]).add()
    desk.log.write(
      LogLine(
        outcome == "done" ? .info : .warning, "judge",
        ["job": held.job.id.text, "outcome": outcome, "attempt": String(held.job.attempts), "seconds": "\(seconds)"]))
    return true
  }

  private func judge(_ held: HeldJob) async throws -> (JudgeResult, settingsVersion: Int64) {
    let folder = try JudgeFolder(in: desk.settings.temporaryFolder)
    defer { folder.remove() }
    let work = try await JudgePreparation(desk).work(for: held, in: folder)
    let (judge, time) = (desk.judge, desk.settings.judgeTime)
    return try await withThrowingTaskGroup(of: JudgeResult?.self) { group in
      group.addTask(executorPreference: JudgeThreads.shared) { try await judge.judge(work) }
      group.addTask { try await keepAlive(held) }
      group.addTask {
        try await Task.sleep(for: time)
        throw BonafideError(.serviceUnavailable, "a case took too long")
      }
      defer { group.cancelAll() }
      guard let result = try await group.next(), let result else { throw CancellationError() }
      return (result, work.settingsVersion)
    }
  }

  /// Tells the others that the job is being worked on.
  private func keepAlive(_ held: HeldJob) async throws -> JudgeResult? {
    let lease = desk.settings.jobLease
    while true {
      try await Task.sleep(for: .milliseconds(max(lease / 3, 10)))
      do { _ = try await desk.store.write { try $0.renew(held, duration: lease) } } catch let error as StoreError
        where error.code == .unavailable || error.code == .timeout
      {
        continue
      }
    }
  }

  private func keep(_ result: JudgeResult, settingsVersion: Int64, _ held: HeldJob) async throws {
    guard let session = held.job.session else { throw StoreError(.invalid, "a case has no session") }
    let isReplay = held.job.kind == JudgeOrder.replay
    try await desk.store.write { transaction in
      try transaction.complete(held)
      try Judgement(session: session, result: result, settingsVersion: settingsVersion)
        .keep(isReplay: isReplay, in: transaction)
    }
  }

  /// To be tried again, or a person has to look at it.
  private func fail(_ held: HeldJob, code: String, wasStopped: Bool) async throws {
    let write = Task { [desk] in
      try await desk.store.write { transaction in
        let isFinal = held.job.attempts >= held.job.maximumAttempts
        let wait: BackOff = wasStopped ? BackOff(first: 0, longest: 0) : .jobs
        try transaction.fail(held, code: code, backOff: wait, isFinal: isFinal)
        guard isFinal, held.job.kind == JudgeOrder.decide, let session = held.job.session else { return }
        try Judgement.undecided(session, in: transaction)
      }
    }
    // In a task of its own, for this one may be cancelled.
    do { try await write.value } catch let error as StoreError
      where error.code == .leaseLost || error.code == .notFound || error.code == .erased
    {
      return
    }
  }
}
