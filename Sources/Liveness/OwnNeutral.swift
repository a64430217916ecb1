/// How the person looks with a straight head and open eyes. Gestures are measured against this, not against an ideal
/// face: cameras hang too low, estimators have a bias, eyes are narrow.
struct OwnNeutral: Sendable, Hashable, Codable {
  /// Running mean of the frontal frames.
  private var mean: PersonPose?
  private var count = 0
  private(set) var leftEye = OpenEye()
  private(set) var rightEye = OpenEye()

  /// Whether enough frontal frames were seen.
  func isLearned(_ settings: LivenessSettings) -> Bool { count >= settings.count(.livenessFaceFrames) }

  /// The neutral pose, kept near to zero: somebody who never looked into the camera has no neutral pose there.
  func pose(_ settings: LivenessSettings) -> PersonPose? {
    guard let mean, isLearned(settings) else { return nil }
    let yaw = settings[.livenessNeutralYawOffset]
    let pitch = settings[.livenessNeutralPitchOffset]
    let ignored = settings[.livenessNeutralIgnored]
    return PersonPose(
      toLeft: min(max(Self.believed(mean.toLeft, beyond: ignored), -yaw), yaw),
      up: min(max(Self.believed(mean.up, beyond: ignored), -pitch), pitch))
  }

  /// An offset up to `limit` is noise, or a head that is already on its way.
  private static func believed(_ angle: Double, beyond limit: Double) -> Double { abs(angle) > limit ? angle : 0 }

  /// Whether a pose is a straight head: looking into the camera, and near to the own neutral pose.
  func isNeutral(_ pose: PersonPose?, _ settings: LivenessSettings) -> Bool {
    guard let pose else { return false }
    return pose.isFrontal(settings) && isNear(pose, settings)
  }

  private func isNear(_ pose: PersonPose, _ settings: LivenessSettings) -> Bool {
    guard let neutral = self.pose(settings) else { return false }
    let away = pose.relative(to: neutral)
    let most = settings[.livenessNeutralRecentre]
    return abs(away.toLeft) <= most && abs(away.up) <= most
  }

  /// Learns from a good frame, as long as no gesture is going on in it.
  mutating func learn(from reading: FrameReading, _ settings: LivenessSettings) {
    guard let pose = reading.pose, pose.isFrontal(settings), self.pose(settings) == nil || isNear(pose, settings)
    else { return }
    let memory = settings.count(.livenessNeutralMemory)
    count = min(count + 1, max(memory, settings.count(.livenessFaceFrames)))
    let share = 1 / Double(min(count, max(1, memory)))
    let old = mean ?? pose
    mean = PersonPose(
      toLeft: old.toLeft + (pose.toLeft - old.toLeft) * share, up: old.up + (pose.up - old.up) * share)
    leftEye.learn(reading.leftEye, settings)
    rightEye.learn(reading.rightEye, settings)
  }
}

/// The openness of one of the person's eyes when it is open: the highest median of a few frames in a row.
struct OpenEye: Sendable, Hashable, Codable {
  private var recent: [Double] = []
  /// Nil until it was measured often enough.
  private(set) var baseline: Double?

  mutating func learn(_ openness: Double?, _ settings: LivenessSettings) {
    guard let openness else {
      recent = []
      return
    }
    let length = max(1, settings.count(.livenessEyeBaselineFrames))
    recent = (recent + [openness]).suffix(length)
    guard recent.count == length else { return }
    baseline = max(baseline ?? 0, recent.sorted()[length / 2])
  }
}
