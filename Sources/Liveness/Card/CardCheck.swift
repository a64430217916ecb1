package import BonafideObservations

/// What a check of a card in a film comes to.
package struct CardCheck: Sendable, Hashable, Codable {
  /// Nil when the film does not show enough to decide.
  package let verified: Bool?
  /// 0…1; one half and more where it is verified.
  package let confidence: Double
  /// When it was decided, presentation time in seconds; nil for a film without frames.
  package let time: Double?
  /// Why it is not verified; empty when it is.
  package let reasons: [Reason]

  package init(verified: Bool?, confidence: Double, time: Double?, reasons: [ReasonCode]) {
    self.verified = verified
    self.confidence = min(max(confidence, 0), 1)
    self.time = time
    self.reasons = reasons.map { Reason($0) }
  }
}

/// Counts for how long a card is away or another one, the same in both checks.
struct CardSteadiness: Sendable, Hashable, Codable {
  enum Change: Sendable, Hashable {
    /// The card is there, as before.
    case steady
    case away
    /// It was away for too long, so that nothing from before counts.
    case lost
    case exchanged
  }

  private(set) var firstTime: Double?
  private(set) var lastTime: Double?
  private(set) var wasSeen = false
  private(set) var wasUnsettled = false
  private var lastSeen: Double?
  private var isLost = false
  private var framesDifferent = 0

  /// Nil for a time that is not a number, repeats or goes backwards: such a frame does not count.
  mutating func observe(_ presence: CardPresence, at time: Double, _ settings: LivenessSettings) -> Change? {
    guard time.isFinite, lastTime.map({ time > $0 }) ?? true else { return nil }
    firstTime = firstTime ?? time
    lastTime = time
    if presence == .unsettled { wasUnsettled = true }
    framesDifferent = presence == .different ? framesDifferent + 1 : 0
    if framesDifferent >= max(1, settings.count(.cardDifferentFrames)) { return .exchanged }
    guard presence == .same else {
      guard let lastSeen, !isLost, time - lastSeen > settings[.cardLostMost] else { return .away }
      isLost = true
      return .lost
    }
    defer {
      lastSeen = time
      wasSeen = true
      isLost = false
    }
    if let lastSeen, !isLost, time - lastSeen > settings[.cardLostMost] { return .lost }
    return .steady
  }

  /// Whether the check has lasted as long as it may.
  func isOver(_ settings: LivenessSettings) -> Bool {
    guard let firstTime, let lastTime else { return false }
    return lastTime - firstTime > settings[wasSeen ? .cardTimeout : .cardStartTimeout]
  }
}
