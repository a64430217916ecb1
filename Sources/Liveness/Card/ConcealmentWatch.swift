package import BonafideObservations

/// Decides from a film whether somebody covers one element of the card with a finger, and nothing else (C-084, C-085):
/// free, then covered over enough frames, then free again, on the same card. Holds no clock; Codable, so that it can be
/// stored between two frames.
package struct ConcealmentWatch: Sendable, Hashable, Codable {
  package enum Phase: String, Sendable, Hashable, Codable {
    /// The element has not been seen free yet.
    case waiting
    case free
    case covered
    /// Covered for long enough; it has to become free again.
    case leaving
  }

  private let settings: LivenessSettings
  private var steadiness = CardSteadiness()
  package private(set) var phase = Phase.waiting
  private var framesFree = 0
  private var framesCovered = 0
  private var framesStrange = 0
  private var framesFromInside = 0
  private var screen = ScreenVote()
  /// The least of what was measured while it was covered.
  private var confidence = 1.0
  /// What went wrong on the way, the latest last.
  private var noted: [ReasonCode] = []
  /// Set once, then fixed.
  package private(set) var decided: CardCheck?

  package init(settings: LivenessSettings = .defaults) {
    self.settings = settings
  }

  /// Takes a frame. Gives the outcome as soon as there is one; later frames do not change it.
  package mutating func observe(_ observation: ConcealmentObservation) -> CardCheck? {
    guard decided == nil, let change = steadiness.observe(observation.presence, at: observation.time, settings) else {
      return decided
    }
    screen.add(observation.screen, settings)
    switch change {
    case .exchanged: decide(false, 0, [.cardChanged])
    case .lost:
      // Under a whole hand the card is out of sight too.
      note(framesCovered > 0 || noted.last == .coveredTooMuch ? .coveredTooMuch : .cardLost)
      restart()
    case .away: break
    case .steady: follow(observation)
    }
    if observation.presence == .same, change == .lost { follow(observation) }
    if !steadiness.wasSeen, observation.presence == .unsettled { note(.elementNotFree) }
    if decided == nil, steadiness.isOver(settings) { decided = unfinished() }
    return decided
  }

  /// The film is over.
  package mutating func finish() -> CardCheck {
    let outcome = decided ?? unfinished()
    decided = outcome
    return outcome
  }

  private mutating func follow(_ frame: ConcealmentObservation) {
    let isFree = frame.covered <= settings[.concealFree] && frame.changed < settings[.concealInside]
    let isCovered = frame.covered >= settings[.concealCovered]
    let isRestVisible = frame.restVisible >= settings[.concealVisible]
    framesFree = isFree ? framesFree + 1 : 0
    let needed = max(1, settings.count(.concealFreeFrames))
    lookForFraud(frame)
    guard decided == nil else { return }
    if isCovered, !isRestVisible { note(.coveredTooMuch) }
    switch phase {
    case .waiting:
      if isCovered { note(.elementNotFree) }
      if framesFree >= needed { phase = .free }
    case .free, .covered:
      guard isCovered, isRestVisible else {
        framesCovered = 0
        phase = .free
        return
      }
      phase = .covered
      framesCovered += 1
      confidence = min(confidence, ConcealmentWatch.confidence(frame))
      if framesCovered >= max(1, settings.count(.concealFrames)) { phase = .leaving }
    case .leaving:
      guard framesFree >= needed else { return }
      if screen.isScreen(settings) {
        decide(false, 0, [.screenRecapture])
      } else {
        decide(true, max(confidence, 0.5), [])
      }
    }
  }

  /// What a finger never does, over frames in a row.
  private mutating func lookForFraud(_ frame: ConcealmentObservation) {
    let isCovered = frame.covered >= settings[.concealCovered]
    let frames = max(1, settings.count(.concealFrames))
    let isStrange =
      (frame.skin ?? 1) < settings[.concealSkin] || (frame.relief ?? 1) < settings[.concealRelief]
    framesStrange = isCovered && isStrange ? framesStrange + 1 : 0
    let isInside = frame.changed >= settings[.concealInside] && frame.covered < settings[.concealFree]
    framesFromInside = isInside && phase != .waiting ? framesFromInside + 1 : 0
    if framesStrange >= frames { decide(false, 0, [.notAHand]) }
    if framesFromInside >= frames { decide(false, 0, [.coverNotFromOutside]) }
  }

  private static func confidence(_ frame: ConcealmentObservation) -> Double {
    min(frame.likeness, (1 + frame.covered) / 2, (1 + (frame.skin ?? 0)) / 2)
  }

  private mutating func restart() {
    phase = .waiting
    framesFree = 0
    framesCovered = 0
    framesStrange = 0
    framesFromInside = 0
    confidence = 1
  }

  private mutating func note(_ code: ReasonCode) {
    noted.removeAll { $0 == code }
    noted.append(code)
  }

  private mutating func decide(_ verified: Bool?, _ confidence: Double, _ reasons: [ReasonCode]) {
    guard decided == nil else { return }
    decided = CardCheck(verified: verified, confidence: confidence, time: steadiness.lastTime, reasons: reasons)
  }

  private func unfinished() -> CardCheck {
    if screen.isScreen(settings) {
      return CardCheck(verified: false, confidence: 0, time: steadiness.lastTime, reasons: [.screenRecapture])
    }
    var reasons = noted
    if !steadiness.wasSeen {
      if reasons.isEmpty { reasons = [.cardNotFound] }
    } else {
      switch phase {
      case .waiting: if reasons.isEmpty { reasons = [.elementNotFree] }
      case .free, .covered: reasons.append(.elementNotCovered)
      case .leaving: reasons.append(.elementStillCovered)
      }
    }
    return CardCheck(verified: nil, confidence: 0, time: steadiness.lastTime, reasons: reasons)
  }
}
