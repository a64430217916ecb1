/// What follows the closing of the eyes: kept closed for a while, then open again (B-034).
struct EyeIntervalWatch: Sendable, Hashable, Codable {
  enum Progress: Sendable, Hashable {
    case waiting
    /// The eyes have been closed long enough; this frame shows it.
    case keptClosed
    /// The eyes are open again; this frame shows it.
    case reopened
    /// They opened too early.
    case openedEarly
    case expired
  }

  /// On the session's own clock.
  let closedAt: Double
  private(set) var wasKeptClosed = false
  private var openFrames = 0

  init(closedAt: Double) {
    self.closedAt = closedAt
  }

  /// Whether the time for all of it has passed.
  func isExpired(at now: Double, _ settings: LivenessSettings) -> Bool {
    now - closedAt > settings[.livenessEyeIntervalTimeout]
  }

  /// Feeds a frame without flaws.
  mutating func observe(_ reading: FrameReading, _ own: OwnNeutral, _ settings: LivenessSettings) -> Progress {
    guard !isExpired(at: reading.now, settings) else { return .expired }
    let eyes = ChallengeStep.closeEyes.signals(in: reading, own, settings).compactMap { $0 }
    if eyes.contains(where: \.isMet) {
      openFrames = 0
      guard !wasKeptClosed, reading.now - closedAt >= settings[.livenessEyeInterval] else { return .waiting }
      wasKeptClosed = true
      return .keptClosed
    }
    guard !eyes.isEmpty, eyes.allSatisfy(\.isReleased) else { return .waiting }
    openFrames += 1
    guard openFrames >= max(1, settings.count(.livenessNeutralFrames)) else { return .waiting }
    return wasKeptClosed ? .reopened : .openedEarly
  }
}
