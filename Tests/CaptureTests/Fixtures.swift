import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// The networks and portraits, which lie beside the sources, not among them. Tests that need them are skipped where
/// they were not fetched.
enum Models {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Models").path

  static let areThere = FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)

  private static let opened = Result { try ModelStore(folder: folder) }
  static var store: ModelStore { get throws { try opened.get() } }

  private static let shared = Result { FaceAnalyzer(models: try opened.get()) }
  static var analyzer: FaceAnalyzer { get throws { try shared.get() } }
}

/// Every second frame of a specimen film: 15 a second are enough for every rule and take half of the time.
final class SpecimenSource: FrameSource {
  private var film: SpecimenFilm
  private var number = 0

  init(_ kind: SpecimenKind, _ steps: [ChallengeStep], mirroring: Mirroring = .none, seed: UInt64 = 3) throws {
    film = try SpecimenFilm(
      kind, steps: steps, seed: seed, mirroring: mirroring, models: Models.store, decoder: MediaReader())
  }

  var description: VideoDescription {
    VideoDescription(size: Size(width: Double(SpecimenCamera.width), height: Double(SpecimenCamera.height)))
  }

  func next() throws -> Frame? {
    guard number < film.frameCount else { return nil }
    defer { number += 2 }
    return try film.frame(number)
  }
}

/// A film of given pictures, 15 a second.
final class PictureSource: FrameSource {
  private var images: [Image]
  private var number = 0

  init(_ images: [Image]) {
    self.images = images
  }

  var description: VideoDescription { VideoDescription(size: Size(width: 1, height: 1)) }

  func next() -> Frame? {
    guard number < images.count else { return nil }
    defer { number += 1 }
    return Frame(image: images[number], time: Double(number) / 15)
  }
}

func loop(_ challenge: [ChallengeStep], mirroring: Mirroring = .none) throws -> CaptureLoop {
  CaptureLoop(analyzer: try Models.analyzer, challenge: Challenge(challenge), mirroring: mirroring)
}

/// Lets a specimen do `steps` while `challenge` (the same ones unless told otherwise) is asked for.
func record(
  _ kind: SpecimenKind, _ steps: [ChallengeStep], challenge: [ChallengeStep]? = nil, filmed: Mirroring = .none,
  declared: Mirroring? = nil
) throws -> CaptureRecord {
  var loop = try loop(challenge ?? steps, mirroring: declared ?? filmed)
  return try loop.run(SpecimenSource(kind, steps, mirroring: filmed))
}

extension CaptureRecord {
  var codes: [ReasonCode] { verdict.reasons.map(\.code) }
}
