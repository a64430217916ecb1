import BonafideObservations

/// Whether it is still the same person: notices where the face in the picture may have become another one, and keeps
/// the questions that the shell has to answer by comparing embeddings (B-029, B-114).
struct IdentityWatch: Sendable, Hashable, Codable {
  /// What a new frame means for the step.
  enum Continuity: Sendable, Hashable {
    case steady
    /// Same moment, other track: frames are no longer in a row.
    case newTrack
    /// The face was away, was not alone, or the stream stood still: a step starts anew.
    case interrupted
  }

  /// The reference picture's time; nil until there is one.
  private(set) var referenceTime: Double?
  /// True while nobody knows whether it is the same person; no step goes on meanwhile.
  private(set) var isDoubtful = false
  /// True after a capture that could not be compared, until something else could.
  private var isCaptureUnclear = false
  /// Questions put and not answered.
  private var open: [EvidenceSlot: Question] = [:]
  private var lowInARow = 0

  private struct Question: Sendable, Hashable, Codable {
    let time: Double
    /// The lowest similarity that will do.
    let limit: Double
  }

  private var trackID: Int?
  private var box: Rect?
  private var seenAt: Double?
  private var wasAlone = false
  private var isCutOff = false

  mutating func take(reference time: Double) {
    referenceTime = time
    isDoubtful = false
    isCaptureUnclear = false
    open = [:]
    lowInARow = 0
  }

  /// The stream was stopped for a while.
  mutating func cutOff() { isCutOff = true }

  /// Whether a capture's similarity was asked for and is not known.
  var lacksCapture: Bool {
    isCaptureUnclear || open.keys.contains { $0 != .continuity }
  }

  mutating func follow(_ reading: FrameReading, _ settings: LivenessSettings) -> Continuity {
    guard let face = reading.face else {
      wasAlone = false
      return .steady
    }
    defer {
      trackID = face.trackID ?? trackID
      box = face.box
      seenAt = reading.now
      wasAlone = true
      isCutOff = false
    }
    guard let seenAt else { return .steady }
    let away = reading.now - seenAt
    let mostAway = settings[wasAlone ? .livenessFrameGap : .livenessAbsence]
    var continuity = Continuity.steady
    if isCutOff || away > mostAway {
      continuity = .interrupted
    } else if isOtherTrack(face) || hasJumped(face, settings) {
      continuity = .newTrack
    }
    if continuity != .steady { doubt(settings) }
    return continuity
  }

  private func isOtherTrack(_ face: FaceObservation) -> Bool {
    guard let trackID, let new = face.trackID else { return false }
    return trackID != new
  }

  private func hasJumped(_ face: FaceObservation, _ settings: LivenessSettings) -> Bool {
    guard let box else { return false }
    let width = max(box.width, face.box.width)
    return box.center.distance(to: face.box.center) > settings[.livenessJump] * width
  }

  private mutating func doubt(_ settings: LivenessSettings) {
    guard referenceTime != nil, settings.isOn(.livenessIdentityRequired) else { return }
    isDoubtful = true
    // An answer that is still on its way is about a picture of before.
    open[.continuity] = nil
  }

  /// Puts a question about the frame at a time, unless one about this place is open. Returns whether the shell has to
  /// be asked.
  mutating func ask(
    _ slot: EvidenceSlot, at time: Double, _ pose: PersonPose?, _ settings: LivenessSettings
  ) -> Bool {
    guard referenceTime != nil, settings.isOn(.livenessIdentityRequired), open[slot] == nil else { return false }
    open[slot] = Question(time: time, limit: Self.limit(pose, settings))
    return true
  }

  enum Answer: Sendable, Hashable {
    case same
    case other
    case unclear
    case unasked
  }

  /// Takes the answer to a question; one about another frame than asked for is not believed.
  mutating func answer(
    _ slot: EvidenceSlot, at time: Double, similarity: Double?, _ settings: LivenessSettings
  ) -> Answer {
    guard let question = open[slot], question.time == time else { return .unasked }
    open[slot] = nil
    guard let similarity else {
      // A capture that could not be compared is only believed after another comparison.
      isDoubtful = true
      if slot != .continuity { isCaptureUnclear = true }
      return .unclear
    }
    let frames: Setting? = slot == .continuity ? .livenessIdentityFrames : nil
    return judge(similarity, limit: question.limit, frames: frames, settings)
  }

  /// Takes a similarity that came with a frame.
  mutating func observe(_ reading: FrameReading, _ settings: LivenessSettings) -> Answer {
    guard let similarity = reading.similarity, reading.flaw == nil, referenceTime != nil else { return .unasked }
    open[.continuity] = nil
    let limit = Self.limit(reading.pose, settings)
    return judge(similarity, limit: limit, frames: .livenessIdentityFrames, settings)
  }

  private mutating func judge(
    _ similarity: Double, limit: Double, frames: Setting?, _ settings: LivenessSettings
  ) -> Answer {
    guard similarity >= limit else {
      isDoubtful = true
      lowInARow += 1
      let most = frames.map { max(1, settings.count($0)) } ?? 1
      return lowInARow >= most ? .other : .unclear
    }
    lowInARow = 0
    isDoubtful = false
    isCaptureUnclear = false
    return .same
  }

  private static func limit(_ pose: PersonPose?, _ settings: LivenessSettings) -> Double {
    let isTurned = pose.map { !$0.isFrontal(settings) } ?? false
    return settings[isTurned ? .livenessSimilarityLeastTurned : .livenessSimilarityLeast]
  }
}
