internal import BonafideBackOfficeAPI
internal import BonafideObservations
internal import BonafideSecrets
internal import BonafideStore

/// The right to capture one part of a session now, and what is kept of it. It lies under a lease, so that a second tab or
/// another server takes over where this one stopped.
struct LiveSeat: Sendable {
  /// Milliseconds.
  static let leaseTime: Int64 = 60_000
  static let renewal: Int64 = 15_000

  let session: Identifier<Session>
  let part: CapturePart
  /// As it was taken; its number stays.
  let lease: Lease
  private let desk: Desk
  private let actor: String
  private let document: SettingsRequest
  private let settings: Settings
  private var steps: [String]
  private let skipped: Set<String>
  private let element: String?
  private var state: LiveState
  private var present: Lease
  private var film: LiveFilm
  private var best: [UInt8]?
  /// The try that goes on; nil between two.
  private var running: (any LiveRun)?

  /// All tabs and phones with one link are one owner, so that the newest of them may take over.
  static func owner(_ token: Token?) -> String { "capture:\(token?.id.text ?? "")" }

  /// Throws the end of the connection for what may not be captured (now).
  static func take(
    _ part: CapturePart, _ caller: Caller, camera: PageMessage.Camera?, _ desk: Desk
  ) async throws -> LiveSeat {
    guard let id = caller.token.session, caller.scopes.contains(.capture) else { throw LiveClosing.token }
    return try await desk.store.write { transaction in
      let session = try transaction.session(id)
      guard session.state == .open, session.expires > transaction.now else { throw LiveClosing.notOpen }
      guard try CapturePage.hasConsent(session, in: transaction) else { throw LiveClosing.noConsent }
      let document = try CapturePage.settings(session, in: transaction, desk)
      guard CapturePart.parts(of: document.modules).contains(part) else { throw LiveClosing.badMessage }
      let lease = try transaction.acquireLease(
        on: id, owner: owner(caller.token), duration: leaseTime)
      let state = try LiveState(of: id, in: transaction)
      guard !state[part].isDone else { throw LiveClosing.partIsDone }
      if let camera {
        _ = try transaction.addRecord(JSONDocument(encoding: camera), kind: "camera", session: id)
      }
      return LiveSeat(
        session, part, lease, desk, document, state, settings: try desk.catalog.values(document),
        skipped: try CapturePage.skipped(session, in: transaction), actor: caller.actor)
    }
  }

  private init(
    _ session: Session, _ part: CapturePart, _ lease: Lease, _ desk: Desk, _ document: SettingsRequest,
    _ state: LiveState, settings: Settings, skipped: Set<String>, actor: String
  ) {
    self.session = session.id
    self.part = part
    self.lease = lease
    self.desk = desk
    self.document = document
    self.state = state
    self.settings = settings
    self.skipped = skipped
    self.actor = actor
    steps = session.challenge.steps
    element = CapturePage.touchElement(session)
    present = lease
    film = LiveFilm(desk, part, session.id, actor)
  }

  // MARK: Tries

  /// The next try, or the one that was broken off.
  mutating func begin() async throws -> LiveWork {
    best = nil
    if state[part].run == nil {
      var next = LiveState.Part()
      next.attempt = state[part].attempt + 1
      state[part] = next
      if part == .face, next.attempt > 1 { steps = try await drawAgain() }
    }
    film.begin()
    try await note("capture.begun", ["attempt": String(state[part].attempt)])
    return LiveWork(part: part, steps: steps, settings: settings, element: element, snapshot: state[part].run)
  }

  /// Nobody practises a challenge: each try has its own.
  private func drawAgain() async throws -> [String] {
    let (id, document, skipped, desk, actor) = (session, document, skipped, desk, actor)
    return try await desk.store.write { transaction in
      let present = try transaction.session(id)
      let challenge = desk.catalog.challenge(
        document, without: skipped, nonce: try Nonces.random(), after: present.challenge)
      _ = try transaction.change(present, SessionChange(challenge: challenge))
      try transaction.append(AuditEvent(chain: .session(id), actor: actor, action: "challenge.drawn"))
      return challenge.steps
    }
  }

  func ready(_ work: LiveWork) -> ServerMessage.Ready {
    let frame =
      switch part {
      case .face: ServerMessage.Ready.Picture(width: 640, quality: 0.85, rate: 15)
      case .front, .back: ServerMessage.Ready.Picture(width: 1600, quality: 0.9, rate: 5)
      case .hologram, .touch: ServerMessage.Ready.Picture(width: 960, quality: 0.85, rate: 12)
      }
    return ServerMessage.Ready(
      part: part, steps: part == .face ? steps : [], done: state[part].steps, attempt: state[part].attempt, frame: frame
    )
  }

  var lastTime: Int? { state[part].film.last }
  var stepsDone: Int { state[part].steps }

  func name(ofStep index: Int) -> String? { steps.indices.contains(index) ? steps[index] : nil }

  // MARK: Pictures

  enum End {
    case passed
    case failed(ServerMessage.Failed)
  }

  /// Keeps a picture and what was seen in it; tells when the try is over.
  mutating func add(
    _ picture: [UInt8], at place: (time: Int, isCut: Bool), _ sight: LiveSight, _ run: any LiveRun
  ) async throws -> End? {
    running = run
    var own = state[part]
    let hasStepped = sight.done > own.steps
    own.steps = sight.done
    own.film.last = place.time
    own.film.pictures += 1
    own.film.bytes += picture.count
    if place.isCut { own.film.cuts.append(place.time) }
    state[part] = own
    if part.film != nil { film.add(picture, at: place.time, width: sight.width, height: sight.height) }
    if sight.isBest { best = picture }
    switch sight.end {
    case .passed: return try await pass(best ?? picture)
    case .failed(let reason): return try await fail(reason)
    case nil:
      if place.time > desk.settings.liveMostMilliseconds || own.film.bytes > desk.settings.liveMostBytes {
        return try await fail(Reason(.stepTimeout))
      }
    }
    if hasStepped || film.isDue {
      state[part].run = try run.snapshot()
      try await film.store(&state, under: present)
    }
    try await renewWhenDue()
    return nil
  }

  private mutating func renewWhenDue() async throws {
    guard present.until - desk.clock.now() < LiveSeat.leaseTime - LiveSeat.renewal else { return }
    let lease = present
    present = try await desk.store.write { try $0.renew(lease, duration: LiveSeat.leaseTime) }
  }

  private mutating func pass(_ picture: [UInt8]) async throws -> End {
    if let kind = part.picture {
      let (id, actor) = (session, actor)
      _ = try await desk.room.add(
        NewEvidence(session: id, kind: kind.rawValue, mediaType: "image/jpeg"), bytes: picture
      ) { transaction, evidence in try transaction.append(.stored(evidence, by: actor)) }
    }
    state[part].isDone = true
    try await end("capture.passed", [:])
    return .passed
  }

  private mutating func fail(_ reason: Reason) async throws -> End {
    let left = max(0, desk.settings.liveAttempts - state[part].attempt)
    // What was captured is judged all the same.
    state[part].isDone = left == 0
    try await end("capture.failed", ["code": reason.code.rawValue])
    // Who attacks learns nothing of what gave him away.
    let isTold = reason.cause != .attack
    return .failed(
      ServerMessage.Failed(
        code: isTold ? reason.code.rawValue : "not_passed",
        message: isTold ? reason.message : "The check was not passed.",
        canRetry: left > 0, attemptsLeft: left))
  }

  private mutating func end(_ action: String, _ details: [String: String]) async throws {
    running = nil
    state[part].run = nil
    state[part].steps = 0
    try await film.store(&state, under: present)
    try await film.wait()
    let (state, lease) = (state, present)
    try await desk.store.write { try state.save(under: lease, in: $0) }
    try await note(action, details)
  }

  /// What came is kept, and the seat is free. A seat that was lost is left as it is.
  mutating func leave() async {
    if let snapshot = try? running?.snapshot() {
      state[part].run = snapshot
      try? await film.store(&state, under: present)
    }
    try? await film.wait()
    let lease = present
    try? await desk.store.write { try $0.release(lease) }
  }

  private func note(_ action: String, _ details: [String: String]) async throws {
    let (id, actor) = (session, actor)
    let details = details.merging(["part": part.rawValue]) { own, _ in own }
    try await desk.store.write { transaction in
      try transaction.append(
        AuditEvent(chain: .session(id), actor: actor, action: action, details: JSONDocument(encoding: details)))
    }
  }
}

extension AuditEvent {
  /// A content became evidence.
  static func stored(_ evidence: Evidence, by actor: String) throws -> AuditEvent {
    AuditEvent(
      chain: .session(evidence.session), actor: actor, action: "evidence.stored",
      details: try JSONDocument(encoding: [
        "evidence": evidence.id.text, "kind": evidence.kind, "sha256": Hex.text(evidence.blob.sha256),
      ]))
  }
}
