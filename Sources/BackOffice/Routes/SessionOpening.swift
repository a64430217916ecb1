internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Opens a session: the server draws the challenge and fixes the version of the settings.
struct SessionOpening: Sendable {
  private let call: Call
  private let wish: SessionRequest

  init(_ call: Call, _ wish: SessionRequest) {
    self.call = call
    self.wish = wish
  }

  func run() async throws -> SessionAnswer {
    guard let client = call.caller?.client else {
      throw Problem(.forbidden, "no_client", "only programs open sessions")
    }
    guard !wish.reference.allSatisfy(\.isWhitespace) else {
      throw Problem(.unprocessableContent, "bad_value", "'reference' must not be blank")
    }
    return try await call.commit(session: { Identifier<Session>($0.id) }) { [self] transaction in
      if wish.isContinue == true, let found = try openSession(of: client.id, in: transaction) {
        try checkSignature(of: found, in: transaction)
        return try SessionView.answer(found, isContinued: true, nonce: nonce(found.id, in: transaction))
      }
      return try open(for: client.id, in: transaction)
    }
  }

  /// Who goes on with a session that has a key has to hold the key.
  private func checkSignature(of session: Session, in transaction: WriteTransaction) throws {
    guard let key = try transaction.messageKey(of: session.id) else { return }
    let signature = try MessageSignature(call.request, body: call.body)
    try signature.check(key: key, now: transaction.now)
    try signature.spend(session.id, in: transaction)
  }

  private func openSession(of client: Identifier<APIClient>, in transaction: WriteTransaction) throws -> Session? {
    let page = try transaction.sessions(with: SessionOpening.lookup(wish.reference, client), limit: 50)
    return page.elements.first { session in
      session.client == client && session.callType == wish.callType && session.expires > transaction.now
        && (session.state == .open || session.state == .processing)
    }
  }

  private func open(for client: Identifier<APIClient>, in transaction: WriteTransaction) throws -> SessionAnswer {
    let settings: SettingsShelf.Volume
    do { settings = try call.desk.shelf.volume(of: wish.callType, in: transaction) } catch let error as StoreError
      where error.code == .notFound
    {
      throw Problem(.notFound, "unknown_call_type", "there is no such call type")
    }
    let document = settings.document
    let details = SessionDetails(request: wish, warnings: warnings)
    let challenge = call.desk.catalog.challenge(
      document, without: details.skipped, nonce: try Nonces.random(), after: nil)
    var lookups = [Lookup(.reference, wish.reference), SessionOpening.lookup(wish.reference, client)]
    if let number = wish.identityNo, !number.isEmpty { lookups.append(Lookup(.identityNumber, number)) }
    let session = try transaction.addSession(
      NewSession(
        callType: wish.callType, client: client, details: JSONDocument(encoding: details), challenge: challenge,
        settingsVersion: settings.version, lifetime: Int64(document.times.lifetime) * 1000, lookups: lookups))
    try transaction.append(
      AuditEvent(
        chain: .session(session.id), actor: client.text, action: "session.opened",
        details: JSONDocument(encoding: [
          "call_type": session.callType, "consent": wish.consent?.text ?? "",
          "steps": challenge.steps.joined(separator: ","), "element": challenge.element ?? "",
        ])))
    if let key = wish.signingKey { try SessionView.setKey(key, of: session.id, by: client.text, in: transaction) }
    try SessionView.announce(.sessionOpened, session, [:], in: transaction)
    return SessionView.answer(session, details, nonce: try nonce(session.id, in: transaction))
  }

  private func nonce(_ session: Identifier<Session>, in transaction: WriteTransaction) throws -> String {
    try transaction.issueNonce(
      scope: SessionView.nonceScope(session), lifetime: call.desk.settings.nonceLifetime)
  }

  /// A program finds its own sessions only.
  private static func lookup(_ reference: String, _ client: Identifier<APIClient>) -> Lookup {
    Lookup(.reference, "client:\(client.text)/\(reference)")
  }

  /// What looks like a mistake, but is no reason to refuse.
  private var warnings: [String] {
    let type = wish.identityType?.lowercased() ?? ""
    let isTurkish = type.hasPrefix("tc") || type.hasPrefix("t.c")
    guard isTurkish, let number = wish.identityNo, !TurkishNumber.isValid(number) else { return [] }
    return ["identity_number_checksum"]
  }
}

/// The Turkish identity number: eleven digits, the last two of which follow from the others.
enum TurkishNumber {
  static func isValid(_ text: String) -> Bool {
    let digits = text.utf8.map { Int($0) - 48 }
    guard digits.count == 11, digits.allSatisfy({ (0...9).contains($0) }), digits[0] != 0 else { return false }
    let odd = digits[0] + digits[2] + digits[4] + digits[6] + digits[8]
    let even = digits[1] + digits[3] + digits[5] + digits[7]
    let tenth = ((odd * 7 - even) % 10 + 10) % 10
    return digits[9] == tenth && digits[10] == digits[..<10].reduce(0, +) % 10
  }
}
