public import BonafideObservations

/// Turns the bytes of a picture file into an upright image.
public protocol ImageDecoder: Sendable {
  /// Throws `not_media`, `truncated`, `too_large` or `undecodable`.
  func decodeImage(_ bytes: [UInt8]) throws -> Image
}

/// Turns an image into the bytes of a file.
public protocol ImageEncoder: Sendable {
  /// `quality` 1…100 as libjpeg counts it.
  func encodeJPEG(_ image: Image, quality: Int) throws -> [UInt8]
  func encodePNG(_ image: Image) throws -> [UInt8]
}

/// What a container says about its video. Any of it may be wrong: times come from the frames.
public struct VideoDescription: Sendable, Hashable {
  /// The upright picture's size in pixels.
  public var size: Size
  /// What the header claims, in seconds, or nil.
  public var claimedDuration: Double?
  /// What the header claims, or nil.
  public var claimedFrameCount: Int?

  public init(size: Size, claimedDuration: Double? = nil, claimedFrameCount: Int? = nil) {
    self.size = size
    self.claimedDuration = claimedDuration
    self.claimedFrameCount = claimedFrameCount
  }
}

/// Hands out upright frames one after the other; holds at most one decoded frame itself.
public protocol FrameSource: AnyObject {
  var description: VideoDescription { get }
  /// The next frame, in the order of presentation, or nil after the last. Throws when the rest cannot be read.
  func next() throws -> Frame?
}

/// Writes frames as an H.264 video.
public protocol FrameSink: AnyObject {
  /// `time` in seconds, rising.
  func append(_ image: Image, time: Double) throws
  /// Completes the file. Without it the file does not come into being.
  func finish() throws
}
