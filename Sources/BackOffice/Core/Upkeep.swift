internal import BonafideBackOfficeAPI
internal import BonafideStore
internal import Synchronization

/// What has to be done from time to time.
final class Upkeep: Sendable {
  /// How often all folders are gone through.
  private static let sweepTime = Duration.seconds(900)

  private let desk: Desk
  private let lastSweep = Mutex<ContinuousClock.Instant?>(nil)

  init(_ desk: Desk) { self.desk = desk }

  func run() async throws {
    try await expire()
    try await decideLost()
    let now = desk.clock.now()
    let old = now - desk.settings.historyLifetime
    try await desk.store.write { transaction in
      _ = try transaction.removeExpired()
      _ = try transaction.removeEndedJobs(before: old)
      _ = try transaction.removeEndedDeliveries(before: old)
    }
    let purged = try await desk.room.purge(before: now, actor: "retention")
    if purged > 0 { desk.log.write(LogLine(.info, "retention", ["sessions": String(purged)])) }
    let isDue = lastSweep.withLock { last in
      if let last, ContinuousClock.now - last < Upkeep.sweepTime { return false }
      last = .now
      return true
    }
    if isDue { try await desk.room.sweep() }
  }

  private func expire() async throws {
    try await desk.store.write { transaction in
      for id in try transaction.expireSessions() {
        try transaction.append(AuditEvent(chain: .session(id), actor: "upkeep", action: "session.expired"))
        try SessionView.announce(.sessionExpired, transaction.session(id), [:], in: transaction)
      }
    }
  }

  /// Cases whose judges died too often: a person has to look at them.
  private func decideLost() async throws {
    var place: PageKey?
    repeat {
      let after = place
      let page = try await desk.store.read { transaction in
        try transaction.sessions(SessionFilter(state: .processing), after: after, limit: 100)
      }
      for session in page.elements {
        let isLost = try await desk.store.read { try Upkeep.isLost(session.id, in: $0) }
        guard isLost else { continue }
        do {
          try await desk.store.write { transaction in
            let present = try transaction.session(session.id)
            guard present.state == .processing, try Upkeep.isLost(session.id, in: transaction) else { return }
            try Judgement.undecided(session.id, in: transaction)
          }
        } catch let error as StoreError where error.code == .stale || error.code == .notFound {
          // Somebody else was faster.
        }
      }
      place = page.next
    } while place != nil
  }

  private static func isLost(_ session: Identifier<Session>, in transaction: some StoreReading) throws -> Bool {
    let jobs = try transaction.jobs(of: session).filter { $0.kind == JudgeOrder.decide }
    return !jobs.isEmpty && jobs.allSatisfy { $0.state == .dead }
  }
}
