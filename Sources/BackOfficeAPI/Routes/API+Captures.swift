extension API {
  package static let faceSave = Endpoint<FaceRequest, SavedAnswer>(
    "faceSave", .post, "/v1/sessions/{session}/face", .scope(.session), "Saves the client's face check.",
    limits: large, isIdempotent: true)
  package static let documentSave = Endpoint<DocumentRequest, SavedAnswer>(
    "documentSave", .post, "/v1/sessions/{session}/document", .scope(.session), "Saves the client's reading.",
    limits: large, isIdempotent: true)
  package static let hologramSave = Endpoint<FilmRequest, SavedAnswer>(
    "hologramSave", .post, "/v1/sessions/{session}/hologram", .scope(.session), "Saves the client's hologram check.",
    limits: large, isIdempotent: true)
  package static let concealSave = Endpoint<FilmRequest, SavedAnswer>(
    "concealSave", .post, "/v1/sessions/{session}/conceal", .scope(.session), "Saves the client's touch check.",
    limits: large, isIdempotent: true)
  package static let chipSave = Endpoint<ChipRequest, SavedAnswer>(
    "chipSave", .post, "/v1/sessions/{session}/chip", .scope(.session), "Saves what was read from the chip.",
    limits: large, isIdempotent: true)
  package static let compareSave = Endpoint<CompareRequest, CompareAnswer>(
    "compareSave", .post, "/v1/sessions/{session}/compare", .scope(.session), "Saves the client's comparison.",
    limits: large, isIdempotent: true)
  package static let documentCheck = Endpoint<DocumentCheckRequest, DocumentCheckAnswer>(
    "documentCheck", .post, "/v1/sessions/{session}/document-check", .scope(.session),
    "Whether a document is blocked, and in how many other sessions it was read.")

  static let captures: [EndpointDescription] = [
    faceSave.description, documentSave.description, hologramSave.description, concealSave.description,
    chipSave.description, compareSave.description, documentCheck.description,
  ]

  package static let integrationAdd = Endpoint<IntegrationRequest, DoneAnswer>(
    "integrationAdd", .post, "/v1/sessions/{session}/integration", .scope(.session), "Adds another system's data.",
    status: 201, limits: large, isIdempotent: true)
  package static let signingGet = Endpoint<NoContent, SigningAnswer>(
    "signingGet", .get, "/v1/sessions/{session}/signing", .scope(.session), "What was signed.")
  package static let signingSet = Endpoint<SigningRequest, SigningAnswer>(
    "signingSet", .post, "/v1/sessions/{session}/signing", .scope(.session), "Adds a signed document.",
    status: 201, limits: large, isIdempotent: true)
  package static let signingFinish = Endpoint<SigningFinishRequest, SigningAnswer>(
    "signingFinish", .post, "/v1/sessions/{session}/signing/finish", .scope(.session), "Signing is complete.",
    isIdempotent: true)
  package static let logAdd = Endpoint<LogRequest, CountAnswer>(
    "logAdd", .post, "/v1/sessions/{session}/logs", .scope(.session), "Adds lines of the client's log.",
    status: 201, isIdempotent: true)

  static let extras: [EndpointDescription] = [
    integrationAdd.description, signingGet.description, signingSet.description, signingFinish.description,
    logAdd.description,
  ]
}
