internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Accounts, programs, webhooks, erasure and the audit.
enum AdministrationRoutes {
  static func add(to binder: inout RouteBinder) {
    AccountRoutes.add(to: &binder)
    ClientRoutes.add(to: &binder)
    WebhookRoutes.add(to: &binder)
    binder.on(API.erase) { call, wish in try await erase(call, wish) }
    binder.on(API.auditVerify) { call, _ in try await verify(call) }
  }

  static func note(
    _ action: String, _ details: [String: String], by actor: String, in transaction: WriteTransaction
  ) throws {
    try transaction.append(
      AuditEvent(chain: .system, actor: actor, action: action, details: JSONDocument(encoding: details)))
  }

  private static func erase(_ call: Call, _ wish: EraseRequest) async throws -> EraseAnswer {
    guard (wish.session == nil) != (wish.reference == nil) else {
      throw Problem(.unprocessableContent, "bad_value", "give either 'session' or 'reference'")
    }
    let subjects = try await call.desk.store.read { transaction in
      if let session = wish.session.flatMap({ Identifier<Session>($0) }) {
        return [(try transaction.session(session), try transaction.session(session).subject)]
      }
      var found: [(Session, Identifier<Subject>)] = []
      var place: PageKey?
      repeat {
        let page = try transaction.sessions(with: Lookup(.reference, wish.reference ?? ""), after: place, limit: 500)
        found += page.elements.map { ($0, $0.subject) }
        place = page.next
      } while place != nil
      return found
    }
    var isSwept = true
    var erased: Set<Identifier<Subject>> = []
    for (session, subject) in subjects where erased.insert(subject).inserted {
      isSwept = try await call.desk.room.erase(subject, actor: call.actor) && isSwept
      // About nobody any more: only the random ids are in it.
      try await call.desk.store.write { transaction in
        let payload: JSONValue = ["session": .text(session.id.text), "at": .integer(Int(transaction.now))]
        _ = try transaction.announce(
          WebhookEvent.subjectErased.rawValue, payload: JSONDocument(encoding: payload), session: nil)
      }
    }
    return EraseAnswer(subjects: erased.count, isSwept: isSwept)
  }

  private static func verify(_ call: Call) async throws -> AuditVerdictAnswer {
    var answer = AuditVerdictAnswer(isIntact: true, chains: 0, broken: [])
    var chain: AuditChain?
    while true {
      let after = chain
      let chains = try await call.desk.store.read { try $0.auditChains(after: after) }
      guard let last = chains.last else { return answer }
      for chain in chains {
        answer.chains += 1
        guard case .broken = try await call.desk.store.read({ try $0.verifyAudit(chain) }) else { continue }
        answer.isIntact = false
        if answer.broken.count < 10_000 {
          switch chain {
          case .system: answer.broken.append("system")
          case .session(let id): answer.broken.append(id.text)
          }
        }
      }
      chain = last
    }
  }
}
