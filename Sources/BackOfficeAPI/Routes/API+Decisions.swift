extension API {
  package static let decide = Endpoint<DecisionRequest, DecisionAnswer>(
    "decide", .post, "/v1/sessions/{session}/decision", .scope(.session),
    "Asks for the server's decision about all that was uploaded.", status: 202, isIdempotent: true)
  package static let resultGet = Endpoint<NoContent, ResultAnswer>(
    "resultGet", .get, "/v1/sessions/{session}/result", .scope(.session), "What a session came to.")

  static let decisions: [EndpointDescription] = [decide.description, resultGet.description]

  package static let caseList = Endpoint<NoContent, SessionList>(
    "caseList", .get, "/v1/review/sessions", .scope(.review), "Sessions, newest first.",
    query: [
      .init("state", .choice(of: StoredState.self)), .init("verdict", .choice(of: DecisionVerdict.self)),
      .init("callType", .text(1...64, .name)), .init("from", .time), .init("to", .time),
      .init("reference", .text(1...200, .line), "The app's own id of the process."),
      .init("waiting", .choice(["second_person"]), "Only cases with a proposal that a second person has to confirm."),
      limit, after,
    ])
  package static let caseGet = Endpoint<NoContent, CaseAnswer>(
    "caseGet", .get, "/v1/review/sessions/{session}", .scope(.review), "All of a case.")
  package static let evidenceView = Endpoint<NoContent, NoContent>(
    "evidenceView", .get, "/v1/review/sessions/{session}/evidence/{evidence}", .scope(.review),
    "A picture or film; that it was looked at is noted.", sends: "application/octet-stream")
  package static let caseExport = Endpoint<NoContent, NoContent>(
    "caseExport", .get, "/v1/review/sessions/{session}/export", .scope(.review),
    "All of a case as a tar archive: values, audit chain, pictures and films; that it was exported is noted.",
    limits: .init(seconds: 600, concurrent: 4), sends: "application/x-tar")
  package static let caseDecide = Endpoint<ManualDecisionRequest, ManualDecisionAnswer>(
    "caseDecide", .post, "/v1/review/sessions/{session}/decision", .scope(.review),
    "A person's decision. Against one that counts it needs a second person.", status: 201, isIdempotent: true)
  package static let caseConfirm = Endpoint<ConfirmRequest, ManualDecisionAnswer>(
    "caseConfirm", .post, "/v1/review/sessions/{session}/confirm", .scope(.override),
    "The second person agrees.", status: 201, isIdempotent: true)
  package static let caseReplay = Endpoint<ReplayRequest, DecisionAnswer>(
    "caseReplay", .post, "/v1/review/sessions/{session}/replay", .scope(.admin),
    "Judges again under other settings; the decision stays.", status: 202, isIdempotent: true)
  package static let caseAudit = Endpoint<NoContent, AuditList>(
    "caseAudit", .get, "/v1/review/sessions/{session}/audit", .scope(.audit), "The audit chain of a session.",
    query: [limit, .init("afterSequence", .time)])

  static let review: [EndpointDescription] = [
    caseList.description, caseGet.description, evidenceView.description, caseExport.description, caseDecide.description,
    caseConfirm.description, caseReplay.description, caseAudit.description,
  ]
}
