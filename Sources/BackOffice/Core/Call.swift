internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore
internal import Synchronization

/// One request to one route, with what is known about it.
struct Call: Sendable {
  let desk: Desk
  let request: Request
  let endpoint: EndpointDescription
  let caller: Caller?
  let query: [String: JSONValue]
  let headers: [String: JSONValue]
  let idempotency: Idempotency?
  /// JSON as it came.
  let body: [UInt8]

  /// `after` of a list.
  var cursor: PageKey? {
    guard let parts = query["after"]?.text?.split(separator: "-"), parts.count == 2, let created = Int64(parts[0])
    else { return nil }
    return PageKey(created: created, id: String(parts[1]))
  }

  var now: Int64 { desk.clock.now() }

  var actor: String { caller?.actor ?? "" }

  /// An id in the path. Throws 404.
  func id<Owner>(_ name: String, of type: Owner.Type) throws(Problem) -> Identifier<Owner> {
    guard let id = request.parameters[name].flatMap({ Identifier<Owner>($0) }) else { throw OfficeProblem.notFound }
    return id
  }

  /// The session in the path, for the program that opened it. To everybody else it is not there.
  func ownSession(in transaction: some StoreReading) throws -> Session {
    let id = try id("session", of: Session.self)
    let session = try transaction.session(id)
    guard let client = caller?.client, session.client == client.id else { throw OfficeProblem.notFound }
    if let bound = caller?.token.session, bound != id { throw OfficeProblem.notFound }
    return session
  }

  /// The same, when evidence and values may still be added.
  func openSession(in transaction: some StoreReading) throws -> Session {
    let session = try ownSession(in: transaction)
    guard session.state == .open else {
      throw Problem(
        session.state == .expired ? .gone : .conflict,
        session.state == .expired ? "session_expired" : "session_not_open", "the session takes nothing more")
    }
    guard session.expires > transaction.now else { throw Problem(.gone, "session_expired", "the session has expired") }
    return session
  }

  /// Does a write and keeps its answer for the idempotency key in the same transaction.
  func commit<Output: WireType>(
    session: @escaping @Sendable (Output) -> Identifier<Session>? = { _ in nil },
    _ body: @escaping @Sendable (WriteTransaction) throws -> Output
  ) async throws -> Output {
    let path = request.parameters["session"].flatMap { Identifier<Session>($0) }
    return try await desk.store.write { [idempotency] transaction in
      let output = try body(transaction)
      try idempotency?.keep(output, session: session(output) ?? path, in: transaction)
      return output
    }
  }
}

/// The claim that a request holds on its key.
struct Idempotency: Sendable {
  /// Milliseconds for which a claim holds. As long as its server works on the request it renews the claim; after one
  /// that died the same request may be sent again when this is over.
  static let claim: Int64 = 15_000
  static let renewal = Duration.seconds(5)

  let request: IdempotentRequest
  private let kept = Kept()

  init(_ request: IdempotentRequest) { self.request = request }

  var isKept: Bool { kept.value.load(ordering: .relaxed) }

  func keep(
    _ output: some WireType, session: Identifier<Session>?, in transaction: WriteTransaction
  ) throws {
    let answer = StoredAnswer(status: 200, body: try JSONDocument(encoding: output).bytes)
    try transaction.answer(request, with: answer, session: session)
    kept.value.store(true, ordering: .relaxed)
  }

  /// Runs `work`, and holds on to the claim as long as that takes.
  func holding<Output: Sendable>(
    _ store: any Store, _ work: @Sendable () async throws -> Output
  ) async throws -> Output {
    let renewing = Task { [request] in
      repeat {
        try await Task.sleep(for: Idempotency.renewal)
      } while try await store.write { try $0.renew(request, claim: Idempotency.claim) }
    }
    defer { renewing.cancel() }
    return try await work()
  }

  private final class Kept: Sendable {
    let value = Atomic<Bool>(false)
  }
}
