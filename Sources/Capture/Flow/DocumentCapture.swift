package import BonafideDocumentAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations

/// What was captured of one document so far.
package struct DocumentCapture: Sendable {
  package struct Side: Sendable {
    /// The camera's picture.
    package let picture: Image
    package let reading: SideReading
    package let detail: DocumentStep.Detail
  }

  package struct Film: Sendable {
    package let check: CardCheck
    /// The frame that shows best what was looked for.
    package let best: CardPicture?
    /// Nil when nothing was recorded.
    package internal(set) var recording: RecordedFilm?
  }

  package internal(set) var type = DocumentType.unknown
  /// Sides whose kind was recognised.
  package internal(set) var recognised: Set<DocumentSide> = []
  package internal(set) var sides: [DocumentSide: Side] = [:]
  /// What the sides say together.
  package internal(set) var reading: DocumentReading?
  /// The last zone that was read, though the side was not accepted: it must not be lost (C-111).
  package internal(set) var rejectedZone: MRZReading?
  package internal(set) var hologram: Film?
  package internal(set) var conceals: [SecurityElement: Film] = [:]
  /// Seconds of frame time that each step took.
  package internal(set) var seconds: [DocumentStep: Double] = [:]

  package init() {}

  /// Whether anything was read that can be sent.
  package var hasData: Bool { !sides.isEmpty }

  /// The elements of the sides that were asked to be looked at (C-012).
  package var elements: [ElementSighting] {
    (reading?.elements ?? []).filter { sides[$0.image]?.detail == .dataAndElements }
  }

  /// Files of films that are kept.
  package var recordings: [RecordedFilm] {
    ([hologram].compactMap(\.self) + Array(conceals.values)).compactMap(\.recording)
  }
}
