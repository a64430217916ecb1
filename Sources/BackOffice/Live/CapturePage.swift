internal import BonafideBackOfficeAPI
internal import BonafideObservations
internal import BonafideStore

/// What the capture page is told of a session.
enum CapturePage {
  /// Kinds of records.
  static let link = "capture_link"
  static let consent = "capture_consent"
  static let leftOut = "capture_left_out"

  static func settings(_ session: Session, in transaction: some StoreReading, _ desk: Desk) throws -> SettingsRequest {
    try desk.shelf.volume(of: session.callType, version: session.settingsVersion, in: transaction).document
  }

  static func hasConsent(_ session: Session, in transaction: some StoreReading) throws -> Bool {
    if try session.details.decoded(as: SessionDetails.self).request.consent != nil { return true }
    return try !transaction.records(of: session.id, kind: consent, limit: 1).elements.isEmpty
  }

  /// Steps that are left out of the challenge: what the app said, and what the person said since.
  static func skipped(_ session: Session, in transaction: some StoreReading) throws -> Set<String> {
    let said = try transaction.records(of: session.id, kind: leftOut).elements
      .map { try $0.document.decoded(as: AlternativesRequest.self).leaveOut }
    return try session.details.decoded(as: SessionDetails.self).skipped.union(said.joined())
  }

  /// What has to be covered in the touch test.
  static func touchElement(_ session: Session) -> String? { session.challenge.element }

  static func parts(
    _ session: Session, in transaction: some StoreReading, _ desk: Desk
  ) throws -> [CapturePartAnswer] {
    let state = try LiveState(of: session.id, in: transaction)
    return CapturePart.parts(of: try settings(session, in: transaction, desk).modules).map {
      CapturePartAnswer(name: $0, state: state[$0].isDone ? .done : .todo)
    }
  }

  static func answer(_ session: Session, in transaction: some StoreReading, _ desk: Desk) throws -> CaptureAnswer {
    let document = try settings(session, in: transaction, desk)
    let wish = try transaction.records(of: session.id, kind: link).elements.last?
      .document.decoded(as: CaptureLinkRequest.self)
    let skipped = try skipped(session, in: transaction)
    return CaptureAnswer(
      state: state(session, now: transaction.now), parts: try parts(session, in: transaction, desk),
      hasConsent: try hasConsent(session, in: transaction), consentText: document.look.texts["consent"],
      steps: session.challenge.steps,
      alternatives: document.alternatives(in: document.steps).filter { !skipped.contains($0) },
      touchElement: touchElement(session), touchArea: touchElement(session).flatMap { desk.live?.place(ofElement: $0) },
      language: wish?.language, returnUrl: wish?.returnUrl, look: document.look,
      isActive: try transaction.isLeased(session.id), result: try result(session, in: transaction))
  }

  private static func state(_ session: Session, now: Int64) -> CaptureState {
    switch session.state {
    case .open: session.expires > now ? .open : .expired
    case .processing: .processing
    case .decided: .completed
    case .closed: .closed
    case .expired: .expired
    }
  }

  private static func result(_ session: Session, in transaction: some StoreReading) throws -> CaptureResult? {
    guard let decision = try transaction.decision(of: session.id) else { return nil }
    let answer = ResultView.answer(decision, try transaction.results(of: session.id))
    return CaptureResult(verdict: answer.verdict, reasons: answer.reasons.filter(isForThePerson))
  }

  /// Who attacks learns nothing of what gave him away; who does not is told what to do better.
  private static func isForThePerson(_ reason: ReasonAnswer) -> Bool {
    guard let code = ReasonCode(rawValue: reason.code) else { return false }
    return Reason(code).cause != .attack
  }
}

extension SettingsRequest {
  /// Of a challenge at least the straight look and two gestures are left.
  static let leastSteps = 2

  /// What a person may leave out: what the flow says, or any gesture.
  func alternatives(in steps: [String]) -> [String] { alternatives ?? Array(steps.dropFirst()) }
}
