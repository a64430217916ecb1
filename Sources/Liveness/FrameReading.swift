package import BonafideObservations

/// One frame as the machine sees it: who is there, what speaks against the frame, and the measured values from the
/// person's point of view. A value that is not a number or outside its scale counts as not measured.
package struct FrameReading: Sendable {
  /// Seconds by presentation time stamps.
  package let time: Double
  /// Seconds on the session's own clock, which stands still during pauses.
  let now: Double
  /// The only face in the picture; nil for none, several or one whose values are not numbers.
  package let face: FaceObservation?
  /// Nil when the frame is good enough to count.
  package let flaw: FrameFlaw?
  package let pose: PersonPose?
  package let smile: Double?
  package let leftEye: Double?
  package let rightEye: Double?
  package let similarity: Double?

  package init(_ frame: FrameObservation, at now: Double, _ settings: LivenessSettings) {
    time = frame.time
    self.now = now
    let faces = frame.presence.faces
    guard let only = faces.first, faces.count == 1 else {
      face = nil
      flaw = faces.isEmpty ? .noFace : .severalFaces
      pose = nil
      smile = nil
      leftEye = nil
      rightEye = nil
      similarity = nil
      return
    }
    pose = only.pose.flatMap { PersonPose($0, frame.mirroring) }
    flaw = FrameFlaw.of(only, in: frame.size, pose: pose, settings)
    face = flaw == .unmeasured ? nil : only
    smile = Self.probability(only.smile)
    leftEye = Self.probability(only.leftEyeOpen)
    rightEye = Self.probability(only.rightEyeOpen)
    similarity = Self.cosine(frame.similarityToReference)
  }

  /// The capture's quality in one number, 0…1; 0 without a face.
  var overall: Double { face?.quality.overall ?? 0 }

  static func probability(_ value: Double?) -> Double? {
    guard let value, value >= 0, value <= 1 else { return nil }
    return value
  }

  /// Products of rounded unit vectors may pass 1 by a little; anything further is no cosine.
  static func cosine(_ value: Double?) -> Double? {
    let rounding = Double(Float.ulpOfOne.squareRoot())
    guard let value, abs(value) <= 1 + rounding else { return nil }
    return min(max(value, -1), 1)
  }
}
