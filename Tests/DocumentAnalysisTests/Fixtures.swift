import BonafideDocumentAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import Foundation
import Testing

/// The folder that holds `Package.swift`.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The networks, which lie beside the sources.
enum Networks {
  private static let folder = packageRoot.appending(path: "Models").path
  static let areThere = FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)
  private static let opened = Result { try ModelStore(folder: folder) }

  static var reader: MRZReader { get throws { MRZReader(models: try opened.get()) } }
  static var text: TextReader { get throws { TextReader(models: try opened.get()) } }
}

/// Pictures of specimens with their zones, which lie beside the package and not in it.
struct Specimen: CustomTestStringConvertible, Sendable {
  private static let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/testdata/documents")
  static let areThere = Networks.areThere && FileManager.default.fileExists(atPath: folder.path + "/mrz.csv")

  let file: String
  let lines: [String]
  var testDescription: String { file }

  var picture: Image { get throws { try Specimen.open(Specimen.folder.appending(path: file)) } }

  /// All that have a zone. No field of the table holds a line break or a comma before the lines.
  static let all: [Specimen] = {
    guard let text = try? String(contentsOf: folder.appending(path: "mrz.csv"), encoding: .utf8) else { return [] }
    return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count > 4, cells[1] != "NONE" else { return nil }
      return Specimen(file: cells[0], lines: cells[2...4].filter { !$0.isEmpty })
    }
  }()

  private static func open(_ url: URL) throws -> Image {
    switch try MediaReader().open(url.path) {
    case .still(let image): return image
    case .moving(let source): return try #require(try source.next()?.image)
    }
  }
}

/// Noise, the same from the same seed.
func noise(width: Int, height: Int, seed: UInt32) throws -> Image {
  try Image(width: width, height: height) { pixels in
    var state = seed &* 2_654_435_761 &+ 1
    for index in pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      pixels[index] = UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}
