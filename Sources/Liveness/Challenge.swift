package import BonafideObservations

/// The steps a person has to do, in order.
package struct Challenge: Sendable, Hashable, Codable {
  /// Whether the list is known from the start.
  package enum Ending: String, Sendable, Hashable, Codable {
    /// The steps are all there is.
    case closed
    /// The app asks for further steps as it goes (`LivenessSession.append`).
    case open
  }

  package internal(set) var steps: [ChallengeStep]
  package let ending: Ending
  /// Seconds a drawn challenge gives for each gesture; nil leaves it to the settings. The shorter of both counts.
  package let gestureWindow: Double?

  /// Without steps only the passive rules apply: quality, one person, the same person.
  package init(_ steps: [ChallengeStep], ending: Ending = .closed, gestureWindow: Double? = nil) {
    self.steps = steps
    self.ending = ending
    self.gestureWindow = gestureWindow
  }

  /// Draws a challenge from a nonce that the server chose, so that nobody can record the answer beforehand (B-033).
  ///
  /// The draw is the same everywhere: SplitMix64 seeded with the FNV-1a hash of the nonce's UTF-8 bytes, then the
  /// steps of `drawn(from:using:settings:)`.
  package static func drawn(
    nonce: String, from allowed: Set<ChallengeStep>, settings: LivenessSettings = .defaults
  ) throws(BonafideError) -> Challenge {
    var generator = SeededGenerator(nonce: nonce.utf8)
    return try drawn(from: allowed, using: &generator, settings: settings)
  }

  /// Draws number, order and window of the gestures; `face` comes first, because the others are measured against it.
  ///
  /// In this order: the number of gestures, evenly between the two settings (or all allowed ones when they are
  /// fewer); that many gestures by a Fisher–Yates shuffle of the allowed ones in the order of `ChallengeStep`; the
  /// window in whole seconds. `allowed` leaves out what somebody cannot do (A.18). Throws `usage` when no gesture
  /// is left, since looking into the camera proves nothing.
  package static func drawn(
    from allowed: Set<ChallengeStep>, using generator: inout some RandomNumberGenerator,
    settings: LivenessSettings = .defaults
  ) throws(BonafideError) -> Challenge {
    var deck = ChallengeStep.gestures.filter(allowed.contains)
    guard !deck.isEmpty else { throw BonafideError(.usage, "a drawn challenge needs at least one allowed gesture") }

    let most = min(settings.count(.livenessDrawCountMost), deck.count)
    let least = min(settings.count(.livenessDrawCountLeast), most)
    let count = least + generator.draw(below: most - least + 1)
    for place in 0..<count {
      deck.swapAt(place, place + generator.draw(below: deck.count - place))
    }

    let shortest = settings.count(.livenessDrawWindowLeast)
    let longest = max(shortest, settings.count(.livenessDrawWindowMost))
    let window = shortest + generator.draw(below: longest - shortest + 1)
    return Challenge([.face] + deck.prefix(count), gestureWindow: Double(window))
  }
}
