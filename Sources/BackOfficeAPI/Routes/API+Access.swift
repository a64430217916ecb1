extension API {
  package static let tokenCreate = Endpoint<TokenRequest, TokenAnswer>(
    "tokenCreate", .post, "/v1/token", .anybody, "Gives a program a token.", status: 201,
    limits: .init(bodyBytes: 16 << 10, rate: .init(perSecond: 200, burst: 400)))
  package static let tokenRevoke = Endpoint<NoContent, RevokedAnswer>(
    "tokenRevoke", .delete, "/v1/token", .tokenHolder, "Ends the token that the request carries.")
  package static let login = Endpoint<LoginRequest, TokenAnswer>(
    "login", .post, "/v1/login", .anybody, "Signs a person in.", status: 201, limits: guessable)
  package static let passwordChange = Endpoint<PasswordRequest, DoneAnswer>(
    "passwordChange", .post, "/v1/password", .tokenHolder, "Changes the own password and ends all own tokens.",
    limits: guessable)
  package static let settingsGet = Endpoint<NoContent, SettingsAnswer>(
    "settingsGet", .get, "/v1/settings", .scope(.session), "The settings of a flow.", query: [callType])
  package static let lookGet = Endpoint<NoContent, LookAnswer>(
    "lookGet", .get, "/v1/look", .scope(.session), "What the apps of a flow look like.", query: [callType])
  package static let soundsList = Endpoint<NoContent, SoundsAnswer>(
    "soundsList", .get, "/v1/sounds", .scope(.session), "Sounds with their checksums.")
  package static let soundGet = Endpoint<NoContent, NoContent>(
    "soundGet", .get, "/v1/sounds/{name}", .scope(.session), "One sound.", sends: "application/octet-stream")

  static let access: [EndpointDescription] = [
    tokenCreate.description, tokenRevoke.description, login.description, passwordChange.description,
    settingsGet.description, lookGet.description, soundsList.description, soundGet.description,
  ]
}
