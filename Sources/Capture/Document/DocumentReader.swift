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

  /// Reads one picture. Throws `no_document` when it shows none.
  package func side(of picture: Image) throws -> SideReading { try sides.read(picture) }

  /// Puts together what was read from the pictures of one document.
  ///
  /// - `today`: for expiry, and the centuries of two-digit years.
  /// - `expectedNumber`: the identity number that the holder gave (C-016).
  package func reading(
    front: SideReading, back: SideReading? = nil, today: CalendarDate, expectedNumber: String? = nil
  ) throws -> DocumentReading {
    let sides = [DocumentSide.front: front, .back: back].compactMapValues { $0 }
    return try DocumentAssembly(sides, today: today, settings: settings).reading(expectedNumber)
  }

  /// Reads a document from its pictures. Throws `no_document` when one of them shows none.
  package func read(
    front: Image, back: Image? = nil, today: CalendarDate, expectedNumber: String? = nil
  ) throws -> DocumentReading {
    let first = try side(of: front)
    var second: SideReading?
    do {
      second = try back.map(side)
    } catch let error as BonafideError where error.code == .noDocument {
      throw BonafideError(.noDocument, "no document was found in the picture of the back", hint: error.hint)
    }
    return try reading(front: first, back: second, today: today, expectedNumber: expectedNumber)
  }
}
