/// What a picture or film shows.
package enum EvidenceKind: String, Codable, Sendable, Hashable, CaseIterable {
  case selfieVideo = "selfie_video"
  case front
  case back
  case hologramVideo = "hologram_video"
  case concealVideo = "conceal_video"
  case portrait
  case screenRecord = "screen_record"
  case stepPicture = "step_picture"
  case personPicture = "person_picture"
  case chipPortrait = "chip_portrait"
  /// Pieces of films that the server recorded itself.
  case selfieFilm = "selfie_film"
  case hologramFilm = "hologram_film"
  case concealFilm = "conceal_film"

  /// Those that a program may send.
  package static let uploaded = allCases.filter { $0.recorded == nil }
  static let sent = Schema.choice(uploaded.map(\.rawValue))

  /// What the pieces are together; nil for what is whole.
  package var recorded: EvidenceKind? {
    switch self {
    case .selfieFilm: .selfieVideo
    case .hologramFilm: .hologramVideo
    case .concealFilm: .concealVideo
    default: nil
    }
  }
}

/// A content is declared before it is sent.
package struct UploadRequest: WireType, Hashable {
  package var kind: EvidenceKind
  package var mediaType: String
  package var size: Int
  package var sha256: String
  /// What the client measured in it.
  package var clientValues: JSONValue?

  package init(kind: EvidenceKind, mediaType: String, size: Int, sha256: String, clientValues: JSONValue? = nil) {
    self.kind = kind
    self.mediaType = mediaType
    self.size = size
    self.sha256 = sha256
    self.clientValues = clientValues
  }

  package static let schema = Schema.object([
    .init("kind", EvidenceKind.sent, isRequired: true, ""),
    .init("mediaType", .text(3...100, .mediaType), isRequired: true, ""),
    .init("size", .integer(1...2147483648), isRequired: true, ""),
    .init("sha256", .sha256, isRequired: true, ""),
    .init("clientValues", .anyObject, isRequired: false, "What the client measured in it."),
  ])
}

/// How far an upload is.
package struct UploadAnswer: WireType, Hashable {
  package var id: String
  package var kind: EvidenceKind
  package var mediaType: String
  package var size: Int
  /// Bytes that are safely stored: where to go on.
  package var received: Int
  package var state: UploadState
  package var evidence: String?
  package var expiresAt: Int

  package init(
    id: String, kind: EvidenceKind, mediaType: String, size: Int, received: Int, state: UploadState,
    evidence: String? = nil, expiresAt: Int
  ) {
    self.id = id
    self.kind = kind
    self.mediaType = mediaType
    self.size = size
    self.received = received
    self.state = state
    self.evidence = evidence
    self.expiresAt = expiresAt
  }

  package static let schema = Schema.object([
    .init("id", .identifier, isRequired: true, ""),
    .init("kind", .choice(of: EvidenceKind.self), isRequired: true, ""),
    .init("mediaType", .text(3...100, .mediaType), isRequired: true, ""),
    .init("size", .integer(0...9_007_199_254_740_991), isRequired: true, ""),
    .init(
      "received", .integer(0...9_007_199_254_740_991), isRequired: true, "Bytes that are safely stored: where to go on."
    ),
    .init("state", .choice(of: UploadState.self), isRequired: true, ""),
    .init("evidence", .identifier, isRequired: false, ""),
    .init("expiresAt", .time, isRequired: true, ""),
  ])
}

package enum UploadState: String, Codable, Sendable, Hashable, CaseIterable {
  case open
  case finished
  case refused
}

/// Uploads of a session, the latest first.
package struct UploadsAnswer: WireType, Hashable {
  package var uploads: [UploadAnswer]

  package init(uploads: [UploadAnswer]) {
    self.uploads = uploads
  }

  package static let schema = Schema.object([
    .init("uploads", .list(UploadAnswer.schema, count: 0...100), isRequired: true, "")
  ])
}
