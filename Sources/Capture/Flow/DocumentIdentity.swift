internal import BonafideDocumentAnalysis
internal import BonafideFaceAnalysis
internal import BonafideObservations
internal import BonafideVerification

/// Whether two readings are of one document: by its numbers, and by the portrait where no number was read twice.
struct DocumentIdentity: Sendable {
  private let faces: FaceAnalyzer
  private let settings: Settings

  init(faces: FaceAnalyzer, settings: Settings) {
    self.faces = faces
    self.settings = settings
  }

  /// Nil where nothing can be compared.
  func isSame(_ one: DocumentReading, _ other: DocumentReading) throws -> Bool? {
    let compared = [DocumentField.documentNumber, .identityNumber].compactMap { field -> Bool? in
      guard let first = one.value(of: field), let second = other.value(of: field) else { return nil }
      return isSame(first, second)
    }
    if compared.contains(false) { return false }
    if compared.contains(true) { return true }
    return try hasSamePortrait(one, other)
  }

  /// Nil where the difference may lie in the reading.
  private func isSame(_ first: String, _ second: String) -> Bool? {
    guard first != second else { return true }
    let slips = first.count == second.count ? zip(first, second).count { $0 != $1 } : Int.max
    return Double(slips) <= settings[.documentNumberSlips] ? nil : false
  }

  private func hasSamePortrait(_ one: DocumentReading, _ other: DocumentReading) throws -> Bool? {
    guard let first = try template(one), let second = try template(other) else { return nil }
    return FaceComparison(similarity: first.similarity(to: second), settings: settings)?.isMatch
  }

  private func template(_ reading: DocumentReading) throws -> FaceTemplate? {
    guard let portrait = reading.portrait, let side = reading.sides[portrait.image] else { return nil }
    return try faces.template(of: portrait.reading.face, in: side.flat.image)
  }
}
