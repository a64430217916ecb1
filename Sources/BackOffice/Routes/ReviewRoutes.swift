internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
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
    binder.raw(API.caseExport) { call in try await CaseExport(call).answer() }
    binder.on(API.caseDecide) { call, wish in try await ManualDecision(call).decide(wish) }
    binder.on(API.caseConfirm) { call, wish in try await ManualDecision(call).confirm(wish) }
    binder.on(API.caseReplay) { call, wish in
      let id = try call.id("session", of: Session.self)
      return try await call.commit { transaction in
        let session = try transaction.session(id)
        let chosen = wish.settingsVersion.map { Int64($0) }
        let settings = try transaction.settings(of: session.callType, version: chosen ?? session.settingsVersion)
        _ = try call.desk.catalog.values(settings.document.decoded(), changed: wish.values)
        let job = try transaction.addJob(
          JudgeOrder.replay,
          payload: JSONDocument(encoding: JudgeOrder(values: wish.values, settingsVersion: chosen)), session: id,
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
      return try await call.desk.store.read { transaction in
        AuditList(
          entries: try AuditView.lines(of: .session(id), after: Int64(after), limit: limit, in: transaction),
          isIntact: try AuditView.isIntact(.session(id), in: transaction))
      }
    }
  }

  /// Streams a content; the audit entry stands before the first byte is read.
  private static func view(_ call: Call) async throws -> Response {
    let session = try call.id("session", of: Session.self)
    let id = try call.id("evidence", of: Evidence.self)
    let evidence = try await call.desk.store.read { try $0.evidence(id) }
    guard evidence.session == session else { throw OfficeProblem.notFound }
    let blob = try await call.desk.room.view(id, by: call.actor)
    let part = try part(of: blob.size, in: call.request)
    let range = part ?? 0..<blob.size
    var response = Response.stream(evidence.mediaType, length: range.count) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let bytes = try await blob.read(at: offset, count: Int(min(range.upperBound - offset, 256 << 10)))
        try await writer.write(bytes)
        offset += Int64(bytes.count)
      }
    }
    if part != nil {
      response.status = .partialContent
      response.fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(blob.size)"
    }
    response.fields["Accept-Ranges"] = "bytes"
    response.fields["Cache-Control"] = "no-store"
    response.fields["X-Content-Type-Options"] = "nosniff"
    response.fields["Content-Disposition"] = "inline; filename=\"\(evidence.id.text)\""
    return response
  }

  /// The one range that a player of films asks for (RFC 9110 §14). Nil for none, and for forms that are not served.
  private static func part(of size: Int64, in request: Request) throws(Problem) -> Range<Int64>? {
    guard let wish = request.fields["Range"], wish.hasPrefix("bytes="), !wish.contains(",") else { return nil }
    let ends = wish.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int64(ends[0]), first >= 0 else { return nil }
    let last = ends[1].isEmpty ? size - 1 : Int64(ends[1]) ?? -1
    guard first < size, first <= last else {
      throw Problem(
        .rangeNotSatisfiable, "range_not_satisfiable", "the range is not in the content",
        fields: ["Content-Range": "bytes */\(size)"])
    }
    return first..<min(last, size - 1) + 1
  }
}
