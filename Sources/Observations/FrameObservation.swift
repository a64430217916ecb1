/// Everything the analysers say about one frame of a capture; what the state machines are fed with.
public struct FrameObservation: Sendable, Hashable {
  /// Seconds since the first frame, by presentation time stamps.
  public var time: Double
  /// The upright picture's size in pixels.
  public var size: Size
  public var mirroring: Mirroring
  public var presence: FacePresence
  /// Cosine similarity of this face to the capture's reference face, where it was measured on this frame.
  public var similarityToReference: Double?

  public init(
    time: Double, size: Size, mirroring: Mirroring, presence: FacePresence, similarityToReference: Double? = nil
  ) {
    self.time = time
    self.size = size
    self.mirroring = mirroring
    self.presence = presence
    self.similarityToReference = similarityToReference
  }
}

/// What one presentation-attack analyser says. `score` runs from 0 (attack) to 1 (bona fide).
public struct CueScore: Sendable, Hashable, Codable {
  /// Stable name, e.g. `planarity`.
  public var name: String
  /// Nil when the cue could not tell.
  public var score: Double?
  /// Share in the combined score; 0 means shown, not counted.
  public var weight: Double
  /// One line for the reviewer, without personal data.
  public var detail: String

  public init(name: String, score: Double?, weight: Double, detail: String) {
    self.name = name
    self.score = score
    self.weight = weight
    self.detail = detail
  }

  private enum CodingKeys: String, CodingKey { case name, score, weight, detail }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(score, forKey: .score)
    try container.encode(weight, forKey: .weight)
    try container.encode(detail, forKey: .detail)
  }
}
