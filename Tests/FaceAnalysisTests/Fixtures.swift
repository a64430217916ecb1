import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// The folder that holds `Package.swift`.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The networks and the two public-domain portraits, which lie beside the sources, not among them. Tests that need them
/// are skipped where they were not fetched.
enum Models {
  private static let folder = packageRoot.appending(path: "Models").path

  static let areThere = FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)

  private static let opened = Result { try ModelStore(folder: folder) }
  static var store: ModelStore { get throws { try opened.get() } }

  private static let shared = Result { FaceAnalyzer(models: try opened.get()) }
  static var analyzer: FaceAnalyzer { get throws { try shared.get() } }
}

/// The entries of the manifest that hold a portrait.
let portraitNames = [SpecimenFilm.portraitName, SpecimenFilm.secondPortraitName]

func portrait(_ name: String = SpecimenFilm.portraitName) throws -> Image {
  try MediaReader().decodeImage(Models.store.data(name))
}

/// Noise of all colours, the same from the same seed.
func noise(width: Int, height: Int, seed: UInt32) throws -> Image {
  try Image(width: width, height: height) { pixels in
    var state = seed &* 2_654_435_761 &+ 1
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}

func flat(_ value: UInt8, width: Int = 640, height: Int = 480) throws -> Image {
  try Image(width: width, height: height) { $0.update(repeating: value) }
}

/// The same chance in every run (SplitMix64), so that a failure comes back.
struct Chance: RandomNumberGenerator {
  private var state: UInt64 = 0x5EED

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
