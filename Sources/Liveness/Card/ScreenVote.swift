internal import BonafideObservations

/// The frames of a film that were looked at for a screen's lines, each with a vote.
struct ScreenVote: Sendable, Hashable, Codable {
  private static let most = 200
  private var votes: [Bool] = []

  mutating func add(_ lines: Double?, _ settings: LivenessSettings) {
    guard let lines, lines.isFinite, votes.count < ScreenVote.most else { return }
    votes.append(lines >= settings[.cardScreenLines])
  }

  /// False also where too little was seen to tell.
  func isScreen(_ settings: LivenessSettings) -> Bool {
    guard votes.count >= max(1, settings.count(.cardScreenFrames)) else { return false }
    return Double(votes.count { $0 }) >= settings[.cardScreenShare] * Double(votes.count)
  }
}
