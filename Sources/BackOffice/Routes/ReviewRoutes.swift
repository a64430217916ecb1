internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Cases, for the persons who look at them.
enum ReviewRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.caseList) { call, _ in try await CaseSearch(call).run() }
    binder.on(API.caseGet) { call, _ in
      let id = try call.id("session", of: Session.self)
      let actor = call.actor
      // That somebody looked at the person's data is noted before it is shown.
      return try await call.desk.store.write { transaction in
        let session = try transaction.session(id)
        try transaction.append(AuditEvent(chain: .session(id), actor: actor, action: "case.viewed"))
        return try CaseView.answer(session, in: transaction)
      }
    }
    binder.raw(API.evidenceView) { call in try await view(call) }
    binder.on(API.caseDecide) { call, wish in try await ManualDecision(call).decide(wish) }
    binder.on(API.caseConfirm) { call, wish in try await ManualDecision(call).confirm(wish) }
    binder.on(API.caseReplay) { call, wish in
      let id = try call.id("session", of: Session.self)
      return try await call.commit { transaction in
        let session = try transaction.session(id)
        let settings = try transaction.settings(of: session.callType, version: session.settingsVersion)
        _ = try call.desk.catalog.values(settings.document.decoded(), changed: wish.values)
        let job = try transaction.addJob(
          JudgeOrder.replay, payload: JSONDocument(encoding: JudgeOrder(values: wish.values)), session: id,
          maximumAttempts: call.desk.settings.jobAttempts)
        try transaction.append(
          AuditEvent(
            chain: .session(id), actor: call.actor, action: "replay.requested",
            details: JSONDocument(encoding: wish)))
        return DecisionAnswer(job: job.id.text, state: .pending)
      }
    }
    binder.on(API.caseAudit) { call, _ in
      let id = try call.id("session", of: Session.self)
      let (after, limit) = (call.query["afterSequence"]?.integer ?? 0, call.query["limit"]?.integer ?? 100)
      let entries = try await call.desk.store.read { transaction in
        try transaction.audit(.session(id), after: Int64(after), limit: limit)
      }
      return AuditList(
        entries: try entries.map { entry in
          AuditLine(
            sequence: Int(entry.sequence), at: Int(entry.time), actor: entry.actor, action: entry.action,
            details: try entry.details?.decoded(), hash: Hex.text(entry.hash))
        })
    }
  }

  /// Streams a content; the audit entry stands before the first byte is read.
  private static func view(_ call: Call) async throws -> Response {
    let session = try call.id("session", of: Session.self)
    let id = try call.id("evidence", of: Evidence.self)
    let evidence = try await call.desk.store.read { try $0.evidence(id) }
    guard evidence.session == session else { throw OfficeProblem.notFound }
    let blob = try await call.desk.room.view(id, by: call.actor)
    var response = Response.stream(evidence.mediaType, length: Int(blob.size)) { writer in
      var offset: Int64 = 0
      while offset < blob.size {
        let bytes = try await blob.read(at: offset, count: 256 << 10)
        try await writer.write(bytes)
        offset += Int64(bytes.count)
      }
    }
    response.fields["Cache-Control"] = "no-store"
    response.fields["X-Content-Type-Options"] = "nosniff"
    response.fields["Content-Disposition"] = "inline; filename=\"\(evidence.id.text)\""
    return response
  }
}
