package import BonafideObservations

/// Decides from a film whether the card's hologram changes its colours with the view (C-053). Holds no clock; Codable, so
/// that it can be stored between two frames.
///
/// A hologram is believed when the card was tilted, the element's colours spread more than glare and print explain, and
/// the same view shows the same colours again.
package struct HologramWatch: Sendable, Hashable, Codable {
  private static let mostViews = 180
  /// Views between two looks at all of them.
  private static let interval = 5

  private let settings: LivenessSettings
  private var steadiness = CardSteadiness()
  private var views: [HologramView] = []
  private var sinceLook = 0
  private var wasLost = false
  private var screen = ScreenVote()
  /// Set once, then fixed.
  package private(set) var decided: CardCheck?

  package init(settings: LivenessSettings = .defaults) {
    self.settings = settings
  }

  /// The figures of what was seen so far.
  package var figures: HologramFigures { HologramFigures(views, settings) }

  /// Takes a frame. Gives the outcome as soon as there is one; later frames do not change it.
  package mutating func observe(_ observation: HologramObservation) -> CardCheck? {
    guard decided == nil, let change = steadiness.observe(observation.presence, at: observation.time, settings) else {
      return decided
    }
    switch change {
    case .exchanged: decided = check(false, 0, [.cardChanged])
    case .lost:
      wasLost = true
      views = []
    case .away, .steady: break
    }
    screen.add(observation.screen, settings)
    if observation.presence == .same, let tilt = observation.tilt {
      keep(
        HologramView(
          time: observation.time, tilt: tilt, element: observation.element, control: observation.control))
    }
    if decided == nil, sinceLook >= HologramWatch.interval, let first = views.first?.time,
      observation.time - first >= settings[.hologramLeastTime]
    {
      sinceLook = 0
      let outcome = outcome()
      if outcome.verified == true { decided = outcome }
    }
    if decided == nil, steadiness.isOver(settings) { decided = outcome() }
    return decided
  }

  /// The film is over.
  package mutating func finish() -> CardCheck {
    let outcome = decided ?? outcome()
    decided = outcome
    return outcome
  }

  private mutating func keep(_ view: HologramView) {
    views.append(view)
    sinceLook += 1
    guard views.count > HologramWatch.mostViews else { return }
    views = views.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
  }

  private func check(_ verified: Bool?, _ confidence: Double, _ reasons: [ReasonCode]) -> CardCheck {
    CardCheck(verified: verified, confidence: confidence, time: steadiness.lastTime, reasons: reasons)
  }

  private func outcome() -> CardCheck {
    if screen.isScreen(settings) { return check(false, 0, [.screenRecapture]) }
    guard steadiness.wasSeen else {
      return check(nil, 0, [steadiness.wasUnsettled ? .hologramNotSeen : .cardNotFound])
    }
    guard views.count >= settings.count(.hologramFrames) else {
      return check(nil, 0, [wasLost ? .cardLost : .notEvaluated])
    }
    let figures = figures
    guard figures.tilt >= settings[.hologramTilt] else { return check(nil, 0, [.cardNotTilted]) }
    guard let turn = figures.turn else { return check(nil, 0, [.hologramNotSeen]) }
    /// One half where a figure is just as large as asked.
    func share(_ value: Double, of needed: Double) -> Double { max(value, 0) / (max(value, 0) + max(needed, 1e-9)) }
    let changes = min(
      share(turn, of: settings[.hologramTurn]), share(turn, of: settings[.hologramControl] * figures.control))
    guard changes >= 0.5 else { return check(false, changes, [.hologramStatic]) }
    guard figures.speed <= settings[.hologramSpeed], figures.roughness <= settings[.hologramRoughness] else {
      return check(false, 0, [.hologramNotFollowing])
    }
    guard let follow = figures.follow else { return check(nil, 0, [.cardNotTilted]) }
    let follows = share(follow, of: settings[.hologramFollow])
    let confidence = min(changes, follows)
    return follows >= 0.5 ? check(true, confidence, []) : check(false, confidence, [.hologramNotFollowing])
  }
}
