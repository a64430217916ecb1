internal import BonafideBackOfficeAPI
package import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideSecrets
package import BonafideStore
internal import Synchronization

/// The back office: routes over a store, and workers that decide, send and tidy up.
package final class BackOffice: Sendable {
  /// Serve it with `HTTPServer(settings, router: office.router)`, or ask it in memory.
  package let router: Router
  /// Only at the first start.
  package let firstAdmin: FirstAdmin?
  let desk: Desk
  private let crew: Crew

  /// - `live`: watches persons in front of their cameras; without it there is no live capture.
  ///
  /// Makes the first account and the first settings when there are none. Throws `usage` for settings that cannot be.
  package init(
    room: EvidenceRoom, judge: any Judge, live: (any LiveEngine)? = nil, settings: BackOfficeSettings,
    clock: StoreClock = .system,
    log: any OfficeLog = StandardErrorLog(), passwords: PasswordDesk = PasswordDesk()
  ) async throws {
    guard let first = settings.steps.first, !first.isEmpty else {
      throw BonafideError(.usage, "a back office needs at least one step for its challenges")
    }
    let metrics = MetricsRegistry()
    desk = try Desk(
      room: room, judge: judge, live: live, settings: settings, clock: clock, log: log, metrics: metrics,
      passwords: passwords)
    firstAdmin = try await FirstStart.run(desk)
    try JudgeFolder.removeLeftOvers(in: settings.temporaryFolder)
    let router = Router(metrics: metrics) { record in
      var fields = [
        "method": record.method.rawValue, "route": record.route, "status": String(record.status.code),
        "milliseconds": String(record.nanoseconds / 1_000_000), "correlationId": record.correlationID,
      ]
      if let fault = record.fault { fields["fault"] = fault }
      log.write(LogLine(record.fault == nil ? .info : .error, "request", fields))
    }
    var binder = RouteBinder(router: router, desk: desk)
    AccessRoutes.add(to: &binder)
    SettingsRoutes.add(to: &binder)
    SessionRoutes.add(to: &binder)
    UploadRoutes.add(to: &binder)
    CaptureRoutes.add(to: &binder)
    CapturePageRoutes.add(to: &binder)
    DocumentCheckRoutes.add(to: &binder)
    ExtraRoutes.add(to: &binder)
    DecisionRoutes.add(to: &binder)
    ReviewRoutes.add(to: &binder)
    AdministrationRoutes.add(to: &binder)
    ConsoleRoutes.add(to: &binder)
    OperationRoutes.add(to: &binder)
    if let live { LiveRoom.add(to: &binder.router, desk, engine: live) }
    WebRoutes.add(to: &binder.router, WebPages(folder: settings.webFolder ?? WebFolder.find()))
    self.router = binder.router
    crew = Crew(desk)
  }

  /// Starts judges, the sender of webhooks and the upkeep. A second call does nothing.
  package func startWorkers() { crew.start() }

  /// Lets running work finish for `grace`, then cancels it; what was cancelled is taken again later. Returns when all
  /// has ended. Call it after the server has shut down and before the store is closed.
  package func stopWorkers(within grace: Duration = .seconds(30)) async { await crew.stop(within: grace) }

  /// Wraps all keys with the ring's current master key; answers how many were wrapped anew.
  package func rotateKeys() async throws -> Int {
    let count = try await desk.store.rotateKeys()
    let actor = "rotation"
    try await desk.store.write { transaction in
      try transaction.append(
        AuditEvent(
          chain: .system, actor: actor, action: "keys.rotated",
          details: JSONDocument(encoding: ["count": String(count)])))
    }
    return count
  }

  /// Removes what is old, ends what has expired, and decides what no judge could. The workers do it by themselves.
  package func tidyUp() async throws { try await Upkeep(desk).run() }
}
