/// A picture, film or file of a session. Its content is a blob.
package struct Evidence: Sendable, Hashable {
  package let id: Identifier<Evidence>
  package let session: Identifier<Session>
  /// What it shows, for example `face`, `front`, `selfie_video`.
  package let kind: String
  package let blob: Blob
  package let mediaType: String
  /// What the client measured in it. Sealed.
  package let clientValues: JSONDocument?
  package let created: Int64
}

/// A stored content.
package struct Blob: Sendable, Hashable {
  /// 64 hex digits, made with the person's key.
  package let address: String
  /// Of the plain content, 32 bytes.
  package let sha256: [UInt8]
  /// Bytes of the plain content.
  package let size: Int64

  package init(address: String, sha256: [UInt8], size: Int64) {
    self.address = address
    self.sha256 = sha256
    self.size = size
  }
}

/// What evidence is added with.
package struct NewEvidence: Sendable {
  package var session: Identifier<Session>
  package var kind: String
  package var mediaType: String
  package var clientValues: JSONDocument?

  package init(
    session: Identifier<Session>, kind: String, mediaType: String, clientValues: JSONDocument? = nil
  ) {
    self.session = session
    self.kind = kind
    self.mediaType = mediaType
    self.clientValues = clientValues
  }
}

/// A part of a content that arrives in pieces.
package struct Piece: Sendable, Hashable {
  /// Of its first byte.
  package let position: Int64
  package let length: Int64
  /// 64 hex digits, made with the person's key.
  package let fingerprint: String

  package init(position: Int64, length: Int64, fingerprint: String) {
    self.position = position
    self.length = length
    self.fingerprint = fingerprint
  }
}

/// A content that arrives in pieces. It is evidence, and can be looked at, only after all of it came and its hash holds.
package struct Upload: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, Codable {
    case open
    case finished
    /// The whole did not hash to what was declared.
    case refused
  }

  package let id: Identifier<Upload>
  package let session: Identifier<Session>
  package let kind: String
  package let mediaType: String
  /// Bytes, as declared.
  package let size: Int64
  /// SHA-256, as declared.
  package let sha256: [UInt8]
  /// How many bytes from the beginning are safely stored: where to go on.
  package let received: Int64
  package let state: State
  package let evidence: Identifier<Evidence>?
  package let clientValues: JSONDocument?
  package let created: Int64
  package let expires: Int64
}
