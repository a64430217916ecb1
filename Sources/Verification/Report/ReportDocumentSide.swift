package import BonafideObservations

/// A side of a document, flattened, with what was found on it.
package struct ReportDocumentSide: Sendable, Hashable {
  /// A JPEG or PNG file; anything else is shown as missing.
  package var file: [UInt8]
  /// In pixels, as the file is stored.
  package var size: Size
  package var caption: String
  /// Drawn in this order.
  package var boxes: [ReportBox]

  package init(file: [UInt8], size: Size, caption: String, boxes: [ReportBox] = []) {
    self.file = file
    self.size = size
    self.caption = caption
    self.boxes = boxes
  }
}

/// A place in a picture that has a name.
package struct ReportBox: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case field
    case element
    case portrait
    case zone
  }

  package var label: String
  package var kind: Kind
  /// In pixels of the picture; what is outside of it is not drawn.
  package var rect: Rect

  package init(_ label: String, _ kind: Kind, _ rect: Rect) {
    self.label = label
    self.kind = kind
    self.rect = rect
  }
}
