package import BonafideSecrets

/// Contents of evidence, sealed under the person's key.
///
/// A content is on the disk before its address is handed out, is never changed, and is handed out in pieces whose
/// authenticity has been checked. All work is done on threads of its own.
package protocol BlobStore: Sendable {
  /// Stores what `next` gives until it gives nil. The pieces may have any size. The same content of the same person has
  /// the same address.
  func put(
    subject: Identifier<Subject>, key: SubjectKey, next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Blob

  /// Opens a content. Throws `not_found` or `corrupt`.
  func open(_ address: String, subject: Identifier<Subject>, key: SubjectKey) async throws -> any BlobReading

  /// Stores a piece of an upload. The same piece again replaces it; another one for the same place stands beside it,
  /// and the row decides which of them counts.
  func putPiece(
    _ bytes: [UInt8], named piece: Piece, of upload: Identifier<Upload>, subject: Identifier<Subject>, key: SubjectKey
  ) async throws

  /// Joins the pieces of an upload in this order to one content. Throws `not_found` when one of them is not there.
  func join(
    _ upload: Identifier<Upload>, pieces: [Piece], subject: Identifier<Subject>, key: SubjectKey
  ) async throws -> Blob

  /// Removes the pieces of an upload.
  func removePieces(of upload: Identifier<Upload>, subject: Identifier<Subject>) async throws

  /// Removes one content.
  func remove(_ address: String, subject: Identifier<Subject>) async throws

  /// Removes all that is stored of a person.
  func removeAll(of subject: Identifier<Subject>) async throws

  /// Persons of whom something is stored, in no order.
  func subjects() async throws -> [Identifier<Subject>]

  /// Addresses of a person's contents that were stored before `time` (Unix milliseconds).
  func addresses(of subject: Identifier<Subject>, storedBefore time: Int64) async throws -> [String]

  /// Uploads of which pieces are stored.
  func uploads(of subject: Identifier<Subject>) async throws -> [Identifier<Upload>]

  /// Removes what was begun before `time` and never finished.
  func removeUnfinished(of subject: Identifier<Subject>, storedBefore time: Int64) async throws

  /// Copies everything to a folder that does not exist yet, without copying bytes where the file system allows it.
  func backUp(to folder: String) async throws
}

extension BlobStore {
  /// Stores a small content.
  package func put(_ bytes: [UInt8], subject: Identifier<Subject>, key: SubjectKey) async throws -> Blob {
    let rest = OnePiece(bytes)
    return try await put(subject: subject, key: key) { rest.take() }
  }
}

/// An open content.
package protocol BlobReading: Sendable {
  /// Bytes of the plain content.
  var size: Int64 { get }

  /// Bytes from a place on, fewer only at the end. Throws `corrupt` when the frames they are in are not as they were
  /// stored.
  func read(at offset: Int64, count: Int) async throws -> [UInt8]
}

extension BlobReading {
  /// All of it. Throws `too_large` above `limit` bytes.
  package func all(limit: Int64 = 64 << 20) async throws -> [UInt8] {
    guard size <= limit else { throw StoreError(.tooLarge, "the content is too large to be read at once") }
    return try await read(at: 0, count: Int(size))
  }
}

/// Read on one thread after the other.
private final class OnePiece: @unchecked Sendable {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func take() -> [UInt8]? {
    defer { bytes = nil }
    return bytes
  }
}
