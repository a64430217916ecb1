package import BonafideObservations

/// A head pose seen from the person: the picture's sides, mirrored or not, are gone (B-026).
package struct PersonPose: Sendable, Hashable, Codable {
  /// Degrees towards the person's left; negative to the right.
  package var toLeft: Double
  /// Degrees up; negative down.
  package var up: Double

  package init(toLeft: Double, up: Double) {
    self.toLeft = toLeft
    self.up = up
  }

  /// Nil for angles that are not numbers.
  package init?(_ pose: HeadPose, _ mirroring: Mirroring) {
    let toLeft = pose.turn(towards: .left, mirroring)
    guard toLeft.isFinite, pose.pitch.isFinite else { return nil }
    self.init(toLeft: toLeft, up: pose.pitch)
  }

  package func turn(towards side: PersonSide) -> Double { side == .left ? toLeft : -toLeft }

  /// B-020: looking into the camera, whatever the roll.
  package func isFrontal(_ settings: LivenessSettings) -> Bool {
    let window = settings[.livenessNeutralWindow]
    return abs(toLeft) <= window && abs(up) <= window
  }

  func relative(to neutral: PersonPose) -> PersonPose {
    PersonPose(toLeft: toLeft - neutral.toLeft, up: up - neutral.up)
  }
}
