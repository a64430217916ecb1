import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideTravelDocument
import BonafideVerification

/// What most commands need: the models, loaded when first used, and a reader of media.
struct Engine: Sendable {
  let models: ModelStore
  let settings: Settings
  let reader = MediaReader()

  init() throws { self.init(models: try ModelStore(folder: ModelFolder.find())) }

  init(models: ModelStore, settings: Settings = .defaults) {
    self.models = models
    self.settings = settings
  }

  func analyzer() -> FaceAnalyzer { FaceAnalyzer(models: models, settings: settings) }

  func documentReader() -> DocumentReader {
    DocumentReader(models: models, faces: analyzer(), settings: settings)
  }

  /// The live face against the document's; nil where one of them is missing.
  func comparison(_ record: CaptureRecord?, _ reference: ReferenceFace?) throws -> FaceComparison? {
    guard let live = record?.referenceTemplate, let reference else { return nil }
    let template = try analyzer().template(of: reference.face, in: reference.picture)
    return FaceComparison(similarity: live.similarity(to: template), settings: settings)
  }

  /// What the pictures of a document come to; nil when the front's shows none. A picture of the back that shows none is
  /// as good as no picture.
  func document(
    front: Image, back: Image?, today: CalendarDate, expecting number: String?
  ) throws -> DocumentVerdict? {
    let reader = documentReader()
    for back in back == nil ? [nil] : [back, nil] {
      do {
        return DocumentVerdict(try reader.read(front: front, back: back, today: today, expectedNumber: number))
      } catch let error as BonafideError where error.code == .noDocument {
        continue
      }
    }
    return nil
  }

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
