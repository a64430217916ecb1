extension API {
  package static let captureLink = Endpoint<CaptureLinkRequest, CaptureLinkAnswer>(
    "captureLink", .post, "/v1/sessions/{session}/capture-link", .scope(.session),
    "An address at which a person without an app can be verified.", status: 201)
  package static let captureGet = Endpoint<NoContent, CaptureAnswer>(
    "captureGet", .get, "/v1/capture", .scope(.capture), "What there is to capture.")
  package static let captureConsent = Endpoint<ConsentRequest, CaptureAnswer>(
    "captureConsent", .post, "/v1/capture/consent", .scope(.capture), "The person agrees.")
  package static let captureAlternatives = Endpoint<AlternativesRequest, CaptureAnswer>(
    "captureAlternatives", .post, "/v1/capture/alternatives", .scope(.capture), "Leaves out steps.")
  package static let captureFinish = Endpoint<NoContent, CaptureAnswer>(
    "captureFinish", .post, "/v1/capture/finish", .scope(.capture), "All is captured: asks for the decision.")
  /// Not in the table: OpenAPI knows no WebSockets.
  package static let captureLivePath = "/v1/capture/live"
  package static let captureProtocol = "bonafide.capture.1"

  static let capturePage: [EndpointDescription] = [
    captureLink.description, captureGet.description, captureConsent.description, captureAlternatives.description,
    captureFinish.description,
  ]
}
