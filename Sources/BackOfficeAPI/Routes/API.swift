/// The route table.
package enum API {
  /// The most that one piece of an upload may have: 64 at a time stay within 250 MB with all of their copies.
  package static let pieceBytes = 2 << 20

  package static let all: [EndpointDescription] =
    access + sessions + uploads + captures + capturePage + extras + decisions + review + console + administration
    + operation

  static let callType = EndpointDescription.Parameter("callType", .text(1...64, .name), isRequired: true, "The flow.")
  static let limit = EndpointDescription.Parameter("limit", .integer(1...500), "How many at most.")
  static let after = EndpointDescription.Parameter(
    "after", .text(34...51, .cursor), "`next` of the part before this one.")
  /// Of messages of a session that has a key, in the order in which they are signed.
  package static let signature = [
    EndpointDescription.Parameter(
      "Bonafide-Signature-Time", .time, "When it was signed, Unix milliseconds; within 300 seconds of now."),
    EndpointDescription.Parameter("Bonafide-Signature-Nonce", .text(16...100, .visible), "Random; good once."),
    EndpointDescription.Parameter(
      "Bonafide-Signature-Value", .text(8...200, .base64),
      "ECDSA with SHA-256, DER, of the lines `bonafide-message-1`, time, nonce, method, path, SHA-256 of the body in hex."
    ),
  ]
  static let guessable = EndpointDescription.Limits(
    bodyBytes: 16 << 10, seconds: 30, rate: .init(perSecond: 1, burst: 30), concurrent: 64)
  static let large = EndpointDescription.Limits(bodyBytes: 1 << 20)
}
