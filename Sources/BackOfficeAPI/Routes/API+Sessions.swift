extension API {
  package static let sessionAdd = Endpoint<SessionRequest, SessionAnswer>(
    "sessionAdd", .post, "/v1/sessions", .scope(.session), "Opens a session, or goes on with an open one.",
    status: 201, isIdempotent: true)
  package static let sessionGet = Endpoint<NoContent, SessionAnswer>(
    "sessionGet", .get, "/v1/sessions/{session}", .scope(.session), "A session.")
  package static let sessionEvents = Endpoint<EventsRequest, CountAnswer>(
    "sessionEvents", .post, "/v1/sessions/{session}/events", .scope(.session), "Adds steps to the time line.",
    isIdempotent: true)
  package static let challengeDraw = Endpoint<NoContent, ChallengeAnswer>(
    "challengeDraw", .post, "/v1/sessions/{session}/challenge", .scope(.session),
    "Draws a new challenge in place of the old one.", status: 201, isIdempotent: true)
  package static let nonceIssue = Endpoint<NoContent, NonceAnswer>(
    "nonceIssue", .post, "/v1/sessions/{session}/nonces", .scope(.session), "A nonce for one write.", status: 201)
  package static let sessionKeySet = Endpoint<SessionKeyRequest, DoneAnswer>(
    "sessionKeySet", .post, "/v1/sessions/{session}/key", .scope(.session),
    "Gives a session its key: from then on its messages have to be signed.", status: 201, isIdempotent: true)
  package static let sessionClose = Endpoint<CloseRequest, CloseAnswer>(
    "sessionClose", .post, "/v1/sessions/{session}/close", .scope(.session), "Closes a session.", isIdempotent: true)

  static let sessions: [EndpointDescription] = [
    sessionAdd.description, sessionGet.description, sessionEvents.description, challengeDraw.description,
    nonceIssue.description, sessionKeySet.description, sessionClose.description,
  ]
}
