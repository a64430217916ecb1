internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// What the client says that it found. It is kept, sealed, beside what the server finds, and decides nothing.
enum CaptureRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.faceSave) { call, sent in
      try await save(call, "face", sent, pictures: sent.pictures ?? [], other: sent.steps.compactMap(\.evidence)) {
        transaction, session in
        guard Comparison.equal(Array(sent.challengeNonce.utf8), Array(session.challenge.nonce.utf8)) else {
          throw Problem(.conflict, "challenge_mismatch", "this is not the session's challenge")
        }
        try Nonces.spendOnce(sent.challengeNonce, for: "face", session, in: transaction)
      }
    }
    binder.on(API.documentSave) { call, sent in
      try await save(
        call, "document", sent, pictures: sent.pictures ?? [], other: (sent.elements ?? []).compactMap(\.evidence))
    }
    binder.on(API.hologramSave) { call, sent in
      try await save(
        call, "hologram", sent, pictures: sent.pictures ?? [], other: (sent.elements ?? []).compactMap(\.evidence))
    }
    binder.on(API.concealSave) { call, sent in
      try await save(
        call, "conceal", sent, pictures: sent.pictures ?? [], other: (sent.elements ?? []).compactMap(\.evidence))
    }
    binder.on(API.chipSave) { call, sent in try await save(call, "chip", sent, pictures: [], other: []) }
    binder.on(API.compareSave) { call, sent in
      try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        try transaction.setClientValue(JSONDocument(encoding: sent), of: "comparison", session: session.id)
        let server = try transaction.results(of: session.id)
          .last { $0.kind == "comparison" && $0.run == 0 }?.serverValue
        return CompareAnswer(saved: true, server: try server?.decoded())
      }
    }
  }

  private static func save(
    _ call: Call, _ kind: String, _ value: some WireType, pictures: [CapturedPicture], other: [String],
    also: @escaping @Sendable (WriteTransaction, Session) throws -> Void = { _, _ in }
  ) async throws -> SavedAnswer {
    try await call.commit { transaction in
      let session = try call.openSession(in: transaction)
      for picture in pictures { try check(picture.evidence, picture.sha256, session, in: transaction) }
      for evidence in other { try check(evidence, nil, session, in: transaction) }
      try also(transaction, session)
      try transaction.setClientValue(JSONDocument(encoding: value), of: kind, session: session.id)
      try transaction.append(
        AuditEvent(chain: .session(session.id), actor: call.actor, action: "client_value.\(kind)"))
      return SavedAnswer(saved: true, kind: kind)
    }
  }

  /// Values name pictures that are there already, of the same session.
  private static func check(
    _ id: String, _ sha256: String?, _ session: Session, in transaction: some StoreReading
  ) throws {
    let missing = Problem(.conflict, "evidence_missing", "a picture was not uploaded for this session")
    guard let id = Identifier<Evidence>(id) else { throw missing }
    let evidence: Evidence
    do { evidence = try transaction.evidence(id) } catch let error as StoreError where error.code == .notFound {
      throw missing
    }
    guard evidence.session == session.id else { throw missing }
    if let sha256, sha256 != Hex.text(evidence.blob.sha256) {
      throw Problem(.conflict, "hash_mismatch", "a picture has another hash")
    }
  }
}

/// Values that are good once.
enum Nonces {
  /// 192 random bits.
  static func random() throws -> String { Base64.addressText(try SecureRandom.bytes(24)) }

  /// One that the server gave out for a write. Throws 409 `nonce_used`, 410 `nonce_expired`, 409 `nonce_unknown`.
  static func spend(_ nonce: String, _ session: Session, in transaction: WriteTransaction) throws {
    do {
      try transaction.spendNonce(nonce, scope: SessionView.nonceScope(session.id))
    } catch let error as StoreError {
      switch error.code {
      case .used: throw Problem(.conflict, "nonce_used", "the nonce was used before")
      case .expired: throw Problem(.gone, "nonce_expired", "the nonce's time is over")
      case .notFound: throw Problem(.conflict, "nonce_unknown", "the nonce is not one of ours")
      default: throw error
      }
    }
  }

  /// One that stays with the session.
  static func spendOnce(
    _ nonce: String, for purpose: String, _ session: Session, in transaction: WriteTransaction
  ) throws {
    do {
      try transaction.spendClientNonce(
        nonce, scope: "\(purpose):\(session.id.text)", lifetime: max(session.expires - transaction.now, 0) + 86_400_000)
    } catch let error as StoreError where error.code == .used {
      throw Problem(.conflict, "nonce_used", "the challenge was used before; draw a new one")
    }
  }
}
