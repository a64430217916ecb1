internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`.
  package func upload(_ id: Identifier<Upload>) throws -> Upload {
    guard let row = try connection.row("SELECT \(Upload.columns) FROM upload WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such upload")
    }
    return try Upload(row, context)
  }

  /// Of a session, the latest first, at most 100: what a client that lost its way can go on with.
  package func uploads(of session: Identifier<Session>) throws -> [Upload] {
    try connection.rows(
      "SELECT \(Upload.columns) FROM upload WHERE session = ? ORDER BY created DESC, id LIMIT 100", [.id(session)]
    ).map { try Upload($0, context) }
  }

  /// Whether pieces of it may still come, or are still needed.
  func isOpen(_ upload: Identifier<Upload>) throws -> Bool {
    try connection.row("SELECT 1 FROM upload WHERE id = ? AND state = 'open'", [.id(upload)]) != nil
  }

  /// What is stored of it, in order.
  func pieces(of upload: Identifier<Upload>) throws -> [Piece] {
    try connection.rows(
      "SELECT position, length, fingerprint FROM upload_chunk WHERE upload = ? ORDER BY position", [.id(upload)]
    ).map { try Piece($0) }
  }

  /// The piece that is stored at this place.
  func piece(of upload: Identifier<Upload>, at position: Int64) throws -> Piece? {
    try connection.row(
      "SELECT position, length, fingerprint FROM upload_chunk WHERE upload = ? AND position = ?",
      [.id(upload), .number(position)]
    ).map { try Piece($0) }
  }
}

extension WriteTransaction {
  /// Declares a content of `size` bytes with this SHA-256. Throws `invalid`, `too_large`.
  package func addUpload(
    _ new: NewEvidence, size: Int64, sha256: [UInt8], lifetime: Int64
  ) throws -> Upload {
    guard sha256.count == 32, size > 0 else { throw StoreError(.invalid, "an upload needs a size and a SHA-256") }
    guard size <= Upload.maximumBytes else { throw StoreError(.tooLarge, "an upload is too large") }
    let key = try context.key(of: new.session)
    let id = try Identifier<Upload>()
    try connection.change(
      "INSERT INTO upload (\(Upload.columns)) VALUES (?, ?, ?, ?, ?, ?, 0, ?, NULL, ?, ?, ?)",
      [
        .id(id), .id(new.session), .string(new.kind), .string(new.mediaType), .number(size),
        key.seal(sha256, Upload.sha256Column, row: id.text), .string(Upload.State.open.rawValue),
        key.seal(new.clientValues, Upload.clientValuesColumn, row: id.text), .number(now), .number(later(by: lifetime)),
      ])
    return try upload(id)
  }

  /// Notes that a piece is stored. The same piece again changes nothing; another one in its place is a `conflict`; one
  /// that does not follow the last is a `mismatch`.
  func record(_ piece: Piece, of id: Identifier<Upload>) throws -> Upload {
    _ = try connection.rows("SELECT id FROM upload WHERE id = ?{lock}", [.id(id)])
    let upload = try self.upload(id)
    if let stored = try self.piece(of: id, at: piece.position) {
      guard stored == piece else { throw StoreError(.conflict, "another piece is stored in this place") }
      return upload
    }
    try upload.checkOpen(now: now)
    try upload.checkPlace(of: piece)
    try connection.change(
      "INSERT INTO upload_chunk (upload, position, length, fingerprint) VALUES (?, ?, ?, ?)",
      [.id(id), .number(piece.position), .number(piece.length), .string(piece.fingerprint)])
    try connection.change(
      "UPDATE upload SET received = ? WHERE id = ?", [.number(piece.position + piece.length), .id(id)])
    return try self.upload(id)
  }

  /// Makes evidence of an upload whose content is stored as `blob`. Again: the same evidence.
  func finish(_ id: Identifier<Upload>, blob: Blob) throws -> Evidence {
    _ = try connection.rows("SELECT id FROM upload WHERE id = ?{lock}", [.id(id)])
    let upload = try self.upload(id)
    if let done = upload.evidence { return try evidence(done) }
    try upload.checkOpen(now: now)
    guard blob.size == upload.size, blob.sha256 == upload.sha256 else {
      throw StoreError(.mismatch, "what came is not what was declared")
    }
    let evidence = try addEvidence(
      NewEvidence(
        session: upload.session, kind: upload.kind, mediaType: upload.mediaType, clientValues: upload.clientValues),
      blob: blob)
    try connection.change(
      "UPDATE upload SET state = ?, evidence = ? WHERE id = ?",
      [.string(Upload.State.finished.rawValue), .id(evidence.id), .id(id)])
    return evidence
  }

  /// The whole did not hash to what was declared: it has to be declared and sent anew.
  func refuse(_ id: Identifier<Upload>) throws {
    try connection.change(
      "UPDATE upload SET state = ? WHERE id = ? AND state = ?",
      [.string(Upload.State.refused.rawValue), .id(id), .string(Upload.State.open.rawValue)])
  }

  /// Removes uploads whose time is over, finished or not; answers where their pieces are.
  func removeExpiredUploads(limit: Int) throws -> [(subject: Identifier<Subject>, upload: Identifier<Upload>)] {
    let rows = try connection.rows(
      """
      DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE expires <= ? ORDER BY expires LIMIT ?{skip})
      RETURNING id, (SELECT subject FROM session WHERE session.id = upload.session)
      """, [.number(now), .number(Int64(limit))])
    return try rows.map { row in
      var row = row
      let id = try row.id(of: Upload.self)
      return (try row.id(), id)
    }
  }
}

extension Upload {
  /// 2 GiB.
  package static let maximumBytes: Int64 = 2 << 30

  static let columns =
    "id, session, kind, media_type, size, sha256, received, state, evidence, client_values, created, expires"
  static let sha256Column = Column("upload", "sha256")
  static let clientValuesColumn = Column("upload", "client_values")

  init(_ source: SQLRow, _ context: TransactionContext) throws {
    var row = source
    id = try row.id()
    session = try row.id()
    let key = try context.key(of: session)
    kind = try row.text()
    mediaType = try row.text()
    size = try row.integer()
    sha256 = try key.open(row.bytes(), Upload.sha256Column, row: id.text)
    received = try row.integer()
    state = try row.code()
    evidence = try row.optionalID()
    clientValues = try key.open(row.optionalBytes(), Upload.clientValuesColumn, row: id.text)
    created = try row.integer()
    expires = try row.integer()
  }

  func checkOpen(now: Int64) throws {
    guard state == .open else { throw StoreError(.used, "the upload has ended") }
    guard expires > now else { throw StoreError(.expired, "the upload took too long") }
  }

  func checkPlace(of piece: Piece) throws {
    guard piece.position == received, piece.length > 0 else {
      throw StoreError(.mismatch, "a piece does not follow the last one")
    }
    guard piece.length <= size - piece.position else { throw StoreError(.tooLarge, "more comes than was declared") }
  }
}

extension Piece {
  fileprivate init(_ source: SQLRow) throws {
    var row = source
    self.init(position: try row.integer(), length: try row.integer(), fingerprint: try row.text())
  }
}
