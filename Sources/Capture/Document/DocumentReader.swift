package import BonafideFaceAnalysis
package import BonafideInference
package import BonafideMedia
package import BonafideObservations
package import BonafideTravelDocument
internal import BonafideVerification

/// Reads an identity document from a picture of its front or page, and one of its back where it has one. Holds no state
/// between documents.
package struct DocumentReader: Sendable {
  private let sides: SideReader
  private let settings: Settings

  package init(models: ModelStore, faces: FaceAnalyzer, settings: Settings = .defaults) {
    sides = SideReader(models: models, faces: faces, settings: settings)
    self.settings = settings
  }

  /// - `today`: for expiry, and the centuries of two-digit years.
  /// - `expectedNumber`: the identity number that the holder gave (C-016).
  ///
  /// Throws `no_document` when one of the pictures shows none.
  package func read(
    front: Image, back: Image? = nil, today: CalendarDate, expectedNumber: String? = nil
  ) throws -> DocumentReading {
    var readings = [DocumentSide.front: try sides.read(front)]
    if let back {
      do {
        readings[.back] = try sides.read(back)
      } catch let error as BonafideError where error.code == .noDocument {
        throw BonafideError(.noDocument, "no document was found in the picture of the back", hint: error.hint)
      }
    }
    var assembly = DocumentAssembly(readings, today: today, settings: settings)
    return try assembly.reading(pictures: [.front: front, .back: back].compactMapValues { $0 }, expectedNumber)
  }
}
