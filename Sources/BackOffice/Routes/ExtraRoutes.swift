internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Integration, signing and the client's log.
enum ExtraRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.integrationAdd) { call, sent in
      do throws(Problem) { try JSONCheck.check(Array(sent.data.utf8)) } catch {
        throw Problem(.unprocessableContent, "bad_value", "'data' is not JSON")
      }
      return try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        try room(for: "integration", 50, session, in: transaction)
        _ = try transaction.addRecord(JSONDocument(encoding: sent), kind: "integration", session: session.id)
        return DoneAnswer(done: true)
      }
    }
    binder.on(API.signingGet) { call, _ in
      try await call.desk.store.read { try signing(call.ownSession(in: $0), in: $0) }
    }
    binder.on(API.signingSet) { call, sent in
      try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        guard try signing(session, in: transaction).state != .finished else {
          throw Problem(.conflict, "signing_finished", "signing is complete")
        }
        try room(for: "signing", 50, session, in: transaction)
        try Nonces.spend(sent.nonce, session, in: transaction)
        _ = try transaction.addRecord(JSONDocument(encoding: sent), kind: "signing", session: session.id)
        try transaction.append(
          AuditEvent(
            chain: .session(session.id), actor: call.actor, action: "document.signed",
            details: JSONDocument(encoding: ["sha256": Hex.text(SHA256Digest.of(Array(sent.data.utf8)))])))
        return try signing(session, in: transaction)
      }
    }
    binder.on(API.signingFinish) { call, sent in
      try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        guard try signing(session, in: transaction).state == .signed else {
          throw Problem(.conflict, "nothing_signed", "there is nothing signed, or signing is complete")
        }
        _ = try transaction.addRecord(JSONDocument(encoding: sent), kind: "signing_finished", session: session.id)
        try transaction.append(
          AuditEvent(chain: .session(session.id), actor: call.actor, action: "signing.finished"))
        return try signing(session, in: transaction)
      }
    }
    binder.on(API.logAdd) { call, sent in
      let scrubbed = sent.lines.map { LogEntry(at: $0.at, level: $0.level, text: Scrubber.scrubbed($0.text)) }
      return try await call.commit { transaction in
        let session = try call.ownSession(in: transaction)
        try room(for: "log", 200, session, in: transaction)
        _ = try transaction.addRecord(
          JSONDocument(encoding: LogRequest(lines: scrubbed)), kind: "log", session: session.id)
        return CountAnswer(count: scrubbed.count)
      }
    }
  }

  private static func signing(_ session: Session, in transaction: some StoreReading) throws -> SigningAnswer {
    let records = try transaction.records(of: session.id, kind: "signing")
    let isFinished = try !transaction.records(of: session.id, kind: "signing_finished", limit: 1).elements.isEmpty
    let documents = try records.elements.map { record in
      let request = try record.document.decoded(as: SigningRequest.self)
      return SignedDocument(
        reference: request.reference, documentReference: request.documentReference,
        sha256: Hex.text(SHA256Digest.of(Array(request.data.utf8))), signedAt: Int(record.created))
    }
    return SigningAnswer(state: isFinished ? .finished : documents.isEmpty ? .none : .signed, documents: documents)
  }

  private static func room(
    for kind: String, _ most: Int, _ session: Session, in transaction: some StoreReading
  ) throws {
    guard try transaction.records(of: session.id, kind: kind, limit: most).elements.count < most else {
      throw Problem(.contentTooLarge, "too_many", "the session takes no more of these")
    }
  }
}

/// Takes out of a log's text what may be about a person: long numbers, addresses of mail, lines of an MRZ, secrets.
enum Scrubber {
  static func scrubbed(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let scalars = word.unicodeScalars
      let digits = scalars.count { $0.properties.numericType != nil }
      let isSuspect =
        digits >= 6 || scalars.contains("@") || scalars.count >= 32 || word.contains("<<")
      return isSuspect ? "[…]" : String(word)
    }.joined(separator: " ")
  }
}
