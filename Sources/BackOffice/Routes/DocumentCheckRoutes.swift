internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Documents that are not taken, and what is known about one.
enum DocumentCheckRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.documentCheck) { call, wish in
      let key = try key(wish.type, wish.number)
      return try await call.desk.store.write { transaction in
        let session = try call.openSession(in: transaction)
        // Noted, for an app that asks for many documents wants to know something else.
        try transaction.append(AuditEvent(chain: .session(session.id), actor: call.actor, action: "document.checked"))
        return DocumentCheckAnswer(
          blocked: try transaction.isBlocked(document: key.text),
          duplicates: Int(try transaction.use(of: key.text, holder: nil, beside: session).sessions),
          lastScore: try lastScore(of: key, beside: session, in: transaction))
      }
    }
    binder.on(API.blockedDocumentAdd) { call, new in
      let key = try key(new.type, new.number)
      return try await call.desk.store.write { transaction in
        let added = try transaction.block(document: key.text, reason: new.reason, author: call.actor)
        try AdministrationRoutes.note("document.blocked", ["document": added.id.text], by: call.actor, in: transaction)
        return answer(added)
      }
    }
    binder.on(API.blockedDocumentList) { call, _ in
      let (after, limit) = (call.cursor, call.query["limit"]?.integer ?? 100)
      let page = try await call.desk.store.read { try $0.blockedDocuments(after: after, limit: limit) }
      return BlockedDocumentList(
        documents: page.elements.map(answer), next: page.next.map { "\($0.created)-\($0.id)" })
    }
    binder.on(API.blockedDocumentRemove) { call, _ in
      let id = try call.id("document", of: BlockedDocument.self)
      try await call.desk.store.write { transaction in
        try transaction.unblock(id)
        try AdministrationRoutes.note("document.unblocked", ["document": id.text], by: call.actor, in: transaction)
      }
      return DoneAnswer(done: true)
    }
  }

  private static func key(_ type: String, _ number: String) throws(Problem) -> DocumentKey {
    guard let key = DocumentKey(type: type, number: number) else {
      throw Problem(.unprocessableContent, "bad_value", "'number' has no letter and no digit")
    }
    return key
  }

  /// Of the latest other session of the program; nil when nothing could be checked in it.
  private static func lastScore(
    of key: DocumentKey, beside session: Session, in transaction: some StoreReading
  ) throws -> Double? {
    let page = try transaction.sessions(with: Lookup(.documentNumber, key.text), limit: 100)
    let latest = page.elements.first { $0.client == session.client && $0.id != session.id }
    guard let latest else { return nil }
    let part = try transaction.results(of: latest.id).first { $0.kind == DocumentCheck.part && $0.run == 0 }
    return try part?.serverValue?.decoded(as: Part.self).score
  }

  private struct Part: Decodable {
    let score: Double?
  }

  private static func answer(_ document: BlockedDocument) -> BlockedDocumentAnswer {
    BlockedDocumentAnswer(
      id: document.id.text, reason: document.reason, author: document.author, createdAt: Int(document.created))
  }
}
