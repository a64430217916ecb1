/// How a specimen head is held and what it does at one moment.
package struct HeadGesture: Sendable, Hashable {
  /// Degrees; signs as in `HeadPose`.
  package var pitch = 0.0
  package var yaw = 0.0
  package var roll = 0.0
  /// 0 neutral … 1 as on the portrait.
  package var smile = 0.0
  /// 0 open … 1 closed; both eyes.
  package var eyesClosed = 0.0

  package init(pitch: Double = 0, yaw: Double = 0, roll: Double = 0, smile: Double = 0, eyesClosed: Double = 0) {
    self.pitch = pitch
    self.yaw = yaw
    self.roll = roll
    self.smile = smile
    self.eyesClosed = eyesClosed
  }
}
