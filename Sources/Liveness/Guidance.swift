/// What the person is told. Raw values are stable codes; texts, sounds and languages belong to the screens.
package enum Guidance: String, Sendable, Hashable, Codable, CaseIterable {
  case lookStraight = "look_straight"
  case moveCloser = "move_closer"
  case moveBack = "move_back"
  case center
  case moreLight = "more_light"
  case lessLight = "less_light"
  case holdStill = "hold_still"
  case onePersonOnly = "one_person_only"
  case smile
  /// Let go of the expression, so that the gesture can be seen to begin.
  case relax
  case closeEyes = "close_eyes"
  case keepEyesClosed = "keep_eyes_closed"
  case openEyes = "open_eyes"
  case turnRight = "turn_right"
  case turnLeft = "turn_left"
  case lookUp = "look_up"
  case backToCenter = "back_to_center"
  case noFace = "no_face"
  case done
}

/// Keeps a text on the screen long enough to be read: another one replaces it when several frames in a row ask for
/// it and the present one has had its time. A new step does not wait.
struct GuidanceHold: Sendable, Hashable, Codable {
  private(set) var shown: Guidance?
  private var shownAt = 0.0
  private var wanted: Guidance?
  private var asked = 0

  /// Asks for a text; returns it when it is to be shown now in place of another.
  mutating func want(_ guidance: Guidance, at now: Double, _ settings: LivenessSettings) -> Guidance? {
    guard guidance != shown else {
      wanted = nil
      return nil
    }
    asked = wanted == guidance ? asked + 1 : 1
    wanted = guidance
    guard shown != nil else { return show(guidance, at: now) }
    let isRead = now - shownAt >= settings[.livenessGuidance]
    guard isRead, asked >= settings.count(.livenessGuidanceFrames) else { return nil }
    return show(guidance, at: now)
  }

  /// Shows a text at once; returns nil when it is there already.
  @discardableResult
  mutating func show(_ guidance: Guidance, at now: Double) -> Guidance? {
    wanted = nil
    asked = 0
    guard guidance != shown else { return nil }
    shown = guidance
    shownAt = now
    return guidance
  }
}
