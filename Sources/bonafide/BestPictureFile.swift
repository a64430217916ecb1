import BonafideDocumentAnalysis
import BonafideMediaCodecs
import BonafideObservations
import Foundation

/// Where `--best` writes the picture of a card; its ending says how.
struct BestPictureFile {
  private static let quality = 92

  private let path: String
  private let isJPEG: Bool

  init(_ path: String) throws(BonafideError) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "png": isJPEG = false
    case "jpg", "jpeg": isJPEG = true
    default: throw BonafideError(.usage, "--best takes a file that ends in .png or .jpg")
    }
    self.path = path
  }

  func write(_ best: CardPicture) throws {
    let encoder = StandardImageEncoder()
    let bytes =
      isJPEG
      ? try encoder.encodeJPEG(best.image, quality: BestPictureFile.quality) : try encoder.encodePNG(best.image)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be written")
    }
  }
}
