package import BonafideDocumentAnalysis
package import BonafideObservations
package import BonafideTravelDocument
package import BonafideVerification

/// Everything that the pictures of one document say. What it comes to is for the policy.
package struct DocumentReading: Sendable {
  /// A printed field, and where.
  package struct Printed: Sendable, Hashable {
    /// Its box in pixels of the flat side.
    package let entry: PrintedFields.Entry
    /// In pixels of the upright picture.
    package let box: Rect
    package let image: DocumentSide
  }

  package struct Portrait: Sendable {
    /// In pixels of the flat side.
    package let reading: SideReading.Portrait
    /// In pixels of the upright picture.
    package let box: Rect
    package let image: DocumentSide
  }

  package internal(set) var type: DocumentType
  /// By the picture they were given as.
  package let sides: [DocumentSide: SideReading]
  package internal(set) var mrz: MRZ?
  /// The reading that `mrz` comes from.
  package internal(set) var zone: MRZReading?
  package internal(set) var zoneImage: DocumentSide?
  package internal(set) var printed: [Printed] = []
  package internal(set) var crossChecks: [CrossCheck] = []
  package internal(set) var elements: [ElementSighting] = []
  package internal(set) var portrait: Portrait?
  package internal(set) var isExpired: Bool?
  package internal(set) var evidence: DocumentEvidence

  /// What the zone says of a field, or, where it does not, the print.
  package func value(of field: DocumentField) -> String? {
    mrz?.value(of: field) ?? printedValue(of: field)
  }

  package func printedValue(of field: DocumentField) -> String? {
    printed.first { $0.entry.field == field }?.entry.value
  }
}
