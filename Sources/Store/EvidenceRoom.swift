internal import BonafideSecrets

/// Store and blobs together, in the order that leaves nothing half-done: a content is on the disk before a row names it,
/// and a row is gone before its content is removed. What a crash leaves in between, `sweep` removes.
package struct EvidenceRoom: Sendable {
  package let store: any Store
  package let blobs: any BlobStore
  /// Time of the blobs' files.
  private let clock: StoreClock

  package init(store: any Store, blobs: any BlobStore, clock: StoreClock = .system) {
    self.store = store
    self.blobs = blobs
    self.clock = clock
  }

  /// Stores a content and makes it evidence; `also` runs in the same transaction.
  package func add(
    _ new: NewEvidence, bytes: [UInt8],
    also: @escaping @Sendable (WriteTransaction, Evidence) throws -> Void = { _, _ in }
  ) async throws -> Evidence {
    let (subject, key) = try await owner(of: new.session)
    let blob = try await blobs.put(bytes, subject: subject, key: key)
    return try await store.write { transaction in
      let evidence = try transaction.addEvidence(new, blob: blob)
      try also(transaction, evidence)
      return evidence
    }
  }

  /// Stores a piece of an upload, of 8 MiB at most. A piece that came before changes nothing. Throws `mismatch` for one
  /// that does not follow the last, `conflict`, `expired`, `used`, `too_large`.
  package func append(
    _ bytes: [UInt8], to id: Identifier<Upload>, at position: Int64
  ) async throws -> Upload {
    guard (1...DiskBlobStore.maximumPieceBytes).contains(bytes.count), position >= 0 else {
      throw StoreError(bytes.isEmpty ? .invalid : .tooLarge, "a piece is empty or too large")
    }
    let upload = try await store.read { try $0.upload(id) }
    let (subject, key) = try await owner(of: upload.session)
    let piece = Piece(
      position: position, length: Int64(bytes.count), fingerprint: try key.address(of: SHA256Digest.of(bytes)))
    if try await store.read({ try $0.piece(of: id, at: position) }) == nil {
      try upload.checkOpen(now: clock.now())
      try upload.checkPlace(of: piece)
      try await blobs.putPiece(bytes, named: piece, of: id, subject: subject, key: key)
    }
    return try await store.write { try $0.record(piece, of: id) }
  }

  /// Makes evidence of an upload when all of it came and its hash holds. Again: the same evidence. Throws `mismatch`.
  package func finish(
    _ id: Identifier<Upload>, also: @escaping @Sendable (WriteTransaction, Evidence) throws -> Void = { _, _ in }
  ) async throws -> Evidence {
    let (upload, pieces) = try await store.read { (try $0.upload(id), try $0.pieces(of: id)) }
    if let done = upload.evidence { return try await store.read { try $0.evidence(done) } }
    guard upload.received == upload.size else { throw StoreError(.mismatch, "not all of the upload has come") }
    let (subject, key) = try await owner(of: upload.session)
    let blob: Blob
    do { blob = try await blobs.join(id, pieces: pieces, subject: subject, key: key) } catch {
      // Somebody else may have finished it in the meantime, and removed the pieces.
      guard let done = try await store.read({ try $0.upload(id).evidence }) else { throw error }
      return try await store.read { try $0.evidence(done) }
    }
    guard blob.sha256 == upload.sha256, blob.size == upload.size else {
      try await store.write { try $0.refuse(id) }
      try await blobs.removePieces(of: id, subject: subject)
      throw StoreError(.mismatch, "what came is not what was declared")
    }
    let evidence = try await store.write { transaction in
      let evidence = try transaction.finish(id, blob: blob)
      try also(transaction, evidence)
      return evidence
    }
    // What stays behind is swept with the expired uploads.
    try? await blobs.removePieces(of: id, subject: subject)
    return evidence
  }

  /// Opens a content to be looked at by `viewer`; that it was is in the audit chain before the first byte is given.
  package func view(_ id: Identifier<Evidence>, by viewer: String) async throws -> any BlobReading {
    let evidence = try await store.write { transaction in
      let evidence = try transaction.evidence(id)
      try transaction.append(.viewed(evidence, by: viewer))
      return evidence
    }
    return try await open(evidence)
  }

  /// Opens a content for an analyser. Throws `corrupt` also when the file is missing.
  package func open(_ evidence: Evidence) async throws -> any BlobReading {
    let (subject, key) = try await owner(of: evidence.session)
    do {
      let blob = try await blobs.open(evidence.blob.address, subject: subject, key: key)
      guard blob.size == evidence.blob.size else { throw StoreError(.corrupt, "a content has another size") }
      return blob
    } catch let error as StoreError where error.code == .notFound {
      throw StoreError(.corrupt, "a stored content is missing")
    }
  }

  func owner(of session: Identifier<Session>) async throws -> (Identifier<Subject>, SubjectKey) {
    try await store.read { transaction in
      let subject = try transaction.subject(of: session)
      return (subject, try transaction.context.key(of: subject))
    }
  }
}
