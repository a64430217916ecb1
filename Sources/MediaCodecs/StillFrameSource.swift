package import BonafideMedia

/// A single picture as a video of one frame at time 0.
package final class StillFrameSource: FrameSource {
  package let description: VideoDescription
  private var image: Image?

  package init(_ image: Image) {
    self.image = image
    description = VideoDescription(size: image.size, claimedDuration: nil, claimedFrameCount: 1)
  }

  package func next() -> Frame? {
    defer { image = nil }
    return image.map { Frame(image: $0, time: 0) }
  }
}
