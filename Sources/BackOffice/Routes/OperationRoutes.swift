internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore
internal import Synchronization

/// For those who run the server.
enum OperationRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.live) { _, _ in HealthAnswer(status: .ok) }
    binder.raw(API.ready) { call in
      let desk = call.desk
      let hasStore = (try? await desk.store.read { _ = try $0.callTypes() }) != nil
      let hasWorkers = desk.settings.workers == 0 || desk.workersAlive.load(ordering: .relaxed) > 0
      let isReady = hasStore && hasWorkers
      let answer = HealthAnswer(status: isReady ? .ok : .unavailable, store: hasStore, workers: hasWorkers)
      let envelope = Envelope(
        ok: true, data: answer, correlationId: call.request.correlationID, serverTime: Int(call.now))
      return try .json(envelope, status: isReady ? .ok : .serviceUnavailable)
    }
    binder.raw(API.metrics) { call in
      let metrics = call.desk.metrics
      let (jobs, sessions) = try await call.desk.store.read { (try $0.jobCounts(), try $0.sessionCounts()) }
      for state in Job.State.allCases {
        metrics.gauge("jobs", help: "Jobs by state.", labels: ["state": state.rawValue]).set(Int(jobs[state] ?? 0))
      }
      for state in SessionState.allCases {
        metrics.gauge("sessions", help: "Sessions by state.", labels: ["state": state.rawValue])
          .set(Int(sessions[state] ?? 0))
      }
      return .text(metrics.exposition())
    }
    let document = try? JSONDocument(encoding: OpenAPI.document())
    binder.raw(API.openAPI) { _ in
      guard let document else { throw OfficeProblem.notFound }
      return .json(bytes: document.bytes)
    }
  }
}
