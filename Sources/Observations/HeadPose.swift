/// Head rotation in degrees with the signs of ML Kit's Euler angles (B-100).
///
/// - `pitch` > 0: looking up.
/// - `yaw` > 0: turned towards the right side *of the picture*.
/// - `roll` > 0: turned counter-clockwise in the picture plane.
public struct HeadPose: Sendable, Hashable, Codable {
  public var pitch: Double
  public var yaw: Double
  public var roll: Double

  public init(pitch: Double, yaw: Double, roll: Double) {
    self.pitch = pitch
    self.yaw = yaw
    self.roll = roll
  }
}

/// Whether the picture is as another person sees it, or as in a looking glass.
public enum Mirroring: String, Sendable, Hashable, Codable {
  case none
  case mirrored
}

/// A side of the *person*, not of the picture.
public enum PersonSide: String, Sendable, Hashable, Codable {
  case left
  case right

  public var opposite: PersonSide { self == .left ? .right : .left }
}

extension HeadPose {
  /// How far the head is turned towards one of the person's own sides, in degrees; negative means the other side.
  ///
  /// This is the only place where picture sides become the person's sides (B-026): in an un-mirrored picture the
  /// person's left is on the picture's right, so turning left is positive yaw; a mirrored picture swaps them.
  public func turn(towards side: PersonSide, _ mirroring: Mirroring) -> Double {
    let towardsPersonsLeft = mirroring == .none ? yaw : -yaw
    return side == .left ? towardsPersonsLeft : -towardsPersonsLeft
  }
}
