package import BonafideObservations

/// A document that was found in a picture.
package struct FoundDocument: Sendable {
  /// Formats by their shape.
  package enum Kind: String, Sendable, CaseIterable {
    /// A card, 85.60 × 53.98 mm (ISO/IEC 7810).
    case id1
    /// A passport's page, 125 × 88 mm, and what has its shape (ID-2 and visas).
    case id3
    case unknown
  }

  /// The four corners in pixels of the upright picture, pixel centres at whole numbers, clockwise; first the
  /// document's own top left where its zone says which way up it is, else the one that the picture shows top left.
  /// Corners of a document that is cut by the edge of the picture may lie outside.
  package let quad: [Point]
  /// How well the picture bears out the four sides, 0…1. Low where nothing but the zone says that there is a document,
  /// so that the whole picture is taken for it.
  package let score: Double
  package let kind: Kind
  /// Part of it lies outside of the picture.
  package let cutByEdge: Bool
  package let quality: DocumentQuality
  package let hint: DocumentHint
}

/// What a person with a camera can do to get a better picture. The raw values are stable.
package enum DocumentHint: String, Sendable, CaseIterable {
  case holdStill = "hold_still"
  case moveCloser = "move_closer"
  case moveBack = "move_back"
  case avoidGlare = "avoid_glare"
  case moreLight = "more_light"
  case showWholeDocument = "show_whole_document"
  case ok
}

extension FoundDocument.Kind {
  /// By the ratio of the longer to the shorter side; a view at an angle leaves some doubt.
  package init(aspect: Double, settings: Settings) {
    let middle = settings[.documentAspectBetween]
    let slack = settings[.documentAspectSlack]
    // ISO/IEC 7810: ID-1 85.60 × 53.98 mm, ID-3 125 × 88 mm.
    let (card, page) = (85.60 / 53.98, 125.0 / 88)
    switch aspect {
    case (page - slack)..<middle: self = .id3
    case middle...(card + slack): self = .id1
    default: self = .unknown
    }
  }
}
