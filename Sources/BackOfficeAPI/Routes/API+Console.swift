extension API {
  /// Where a browser's sign-in is kept, and the field that proves that a page of ours sends a request.
  package enum ConsoleFields {
    package static let cookie = "bonafide_console"
    package static let csrf = "X-CSRF-Token"
  }

  package static let consoleSignIn = Endpoint<LoginRequest, ConsoleSession>(
    "consoleSignIn", .post, "/v1/console/session", .anybody, "Signs a person in; the browser keeps a cookie.",
    status: 201, limits: guessable)
  package static let consoleSession = Endpoint<NoContent, ConsoleSession>(
    "consoleSession", .get, "/v1/console/session", .tokenHolder, "Who is signed in.")
  package static let consoleSignOut = Endpoint<NoContent, DoneAnswer>(
    "consoleSignOut", .delete, "/v1/console/session", .tokenHolder, "Ends the sign-in.")

  static let console: [EndpointDescription] = [
    consoleSignIn.description, consoleSession.description, consoleSignOut.description,
  ]
}
