internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`.
  package func upload(_ id: Identifier<Upload>) throws -> Upload {
    guard let row = try connection.row("SELECT \(Upload.columns) FROM upload WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such upload")
    }
    return try Upload(row, context)
  }

  /// Where the stored pieces begin, in order.
  func pieces(of upload: Identifier<Upload>) throws -> [(position: Int64, length: Int64)] {
    try connection.rows(
      "SELECT position, length FROM upload_chunk WHERE upload = ? ORDER BY position", [.id(upload)]
    ).map { row in
      var row = row
      return (try row.integer(), try row.integer())
    }
  }

  /// The fingerprint of the piece at this place.
  func piece(of upload: Identifier<Upload>, at position: Int64) throws -> (length: Int64, fingerprint: String)? {
    guard
      var row = try connection.row(
        "SELECT length, fingerprint FROM upload_chunk WHERE upload = ? AND position = ?",
        [.id(upload), .number(position)])
    else { return nil }
    return (try row.integer(), try row.text())
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
        key.seal(new.clientValues, Upload.clientValuesColumn, row: id.text), .number(now), .number(now + lifetime),
      ])
    return try upload(id)
  }

  /// Notes that a piece is stored. The same piece again changes nothing; another one in its place is a `conflict`; one
  /// that does not follow the last is a `mismatch`.
  func recordPiece(
    of id: Identifier<Upload>, at position: Int64, length: Int64, fingerprint: String
  ) throws -> Upload {
    _ = try connection.rows("SELECT id FROM upload WHERE id = ?{lock}", [.id(id)])
    let upload = try self.upload(id)
    if let stored = try piece(of: id, at: position) {
      guard stored.length == length, stored.fingerprint == fingerprint else {
        throw StoreError(.conflict, "another piece is stored in this place")
      }
      return upload
    }
    try upload.checkOpen(now: now)
    try upload.checkPlace(position, length: length)
    try connection.change(
      "INSERT INTO upload_chunk (upload, position, length, fingerprint) VALUES (?, ?, ?, ?)",
      [.id(id), .number(position), .number(length), .string(fingerprint)])
    try connection.change("UPDATE upload SET received = ? WHERE id = ?", [.number(position + length), .id(id)])
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

  func checkPlace(_ position: Int64, length: Int64) throws {
    guard position == received, length > 0 else {
      throw StoreError(.mismatch, "a piece does not follow the last one")
    }
    guard length <= size - position else { throw StoreError(.tooLarge, "more comes than was declared") }
  }
}
