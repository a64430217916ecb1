internal import BonafideObservations

/// The frames of a film that were looked at for a screen, each with a vote.
struct ScreenVote: Sendable, Hashable, Codable {
  private static let most = 200
  private var votes: [Bool] = []

  mutating func add(_ screen: Double?, _ settings: LivenessSettings) {
    guard let screen, screen.isFinite, votes.count < ScreenVote.most else { return }
    votes.append(screen >= settings[.cardScreen])
  }

  /// False also where too little was seen to tell.
  func isScreen(_ settings: LivenessSettings) -> Bool {
    guard votes.count >= max(1, settings.count(.cardScreenFrames)) else { return false }
    return Double(votes.count { $0 }) >= settings[.cardScreenShare] * Double(votes.count)
  }
}
