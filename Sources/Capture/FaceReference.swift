internal import BonafideDocumentAnalysis
package import BonafideMedia
package import BonafideObservations

/// A face that others are compared with, in the picture that shows it.
package struct FaceReference: Sendable {
  /// In pixels of `picture`.
  package let face: FaceObservation
  package let picture: Image

  package init(face: FaceObservation, picture: Image) {
    self.face = face
    self.picture = picture
  }

  /// The portrait of a document; nil when none was found on it.
  package init?(_ reading: DocumentReading) {
    guard let portrait = reading.portrait, let side = reading.sides[portrait.image] else { return nil }
    face = portrait.reading.face
    picture = side.flat.image
  }
}
