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
