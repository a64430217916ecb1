package import BonafideDocumentAnalysis
package import BonafideObservations

/// What one picture of a document shows.
package struct SideReading: Sendable {
  /// A face that is printed on the side.
  package struct Portrait: Sendable {
    package let face: FaceObservation
    /// The printed picture around the face, as far as the face tells. In pixels of the flat side.
    package let box: Rect

    /// A portrait on a travel document shows the head and the shoulders: the face from chin to hairline takes about
    /// half of its height (ICAO 9303-3, section 3.9).
    init(_ face: FaceObservation, in size: Size) {
      self.face = face
      let (width, height) = (face.box.width * 1.75, face.box.height * 1.8)
      let around = Rect(
        x: face.box.center.x - width / 2, y: face.box.center.y - height * 0.52, width: width, height: height)
      box = around.intersection(Rect(x: 0, y: 0, width: size.width, height: size.height)) ?? face.box
    }
  }

  /// The document, level and upright.
  package let flat: FlatDocument
  /// Nil when no borders were found, so that the whole picture was taken for the document.
  package let found: FoundDocument?
  package let zone: MRZReading?
  package let portrait: Portrait?
  /// Print, in pixels of the flat side.
  package let lines: [TextLine]
  package let signs: CopySigns
}

/// What an element of the card looks like in one of the pictures.
package struct ElementSighting: Sendable, Hashable {
  package let element: SecurityElement
  /// 0…1
  package let confidence: Double
  /// In pixels of the upright picture.
  package let box: Rect
  /// In pixels of the flat side.
  package let flatBox: Rect
  package let image: DocumentSide
}
