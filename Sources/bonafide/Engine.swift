import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations

/// What most commands need: the models, loaded when first used, and a reader of media.
struct Engine: Sendable {
  let models: ModelStore
  let reader: MediaReader

  init() throws {
    models = try ModelStore(folder: ModelFolder.find())
    reader = MediaReader()
  }

  func analyzer() -> FaceAnalyzer { FaceAnalyzer(models: models) }

  func picture(_ input: String) throws -> Image { try reader.picture(input) }
}

extension MediaReader {
  /// A picture, or the first frame of anything that moves. Throws what the reader throws.
  func picture(_ input: String) throws -> Image {
    switch try open(input) {
    case .still(let image): return image
    case .moving(let source):
      guard let frame = try source.next() else { throw BonafideError(.noFrames, "the video holds no picture") }
      return frame.image
    }
  }
}
