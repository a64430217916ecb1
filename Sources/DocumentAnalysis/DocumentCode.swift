package import BonafideObservations

/// A bar code or matrix code of a picture.
package struct DocumentCode: Sendable, Hashable {
  package let symbology: Symbology
  /// As it is encoded, line ends and blanks included.
  package let text: String
  /// From the code's own top-left corner clockwise, in pixels of the picture. Of a bar code it spans the lines that were
  /// read, not the height of the bars. Nil where the reader knows the text but not the place.
  package let quad: [Point]?

  package init(symbology: Symbology, text: String, quad: [Point]?) {
    self.symbology = symbology
    self.text = text
    self.quad = quad
  }

  package var box: Rect? { quad.flatMap { Rect(around: $0) } }
}

/// The kinds of code that are read, under the names that are printed.
package enum Symbology: String, Sendable, Hashable, CaseIterable {
  case aztec = "AZTEC"
  case codabar = "CODABAR"
  case code39 = "CODE39"
  case code93 = "CODE93"
  case code128 = "CODE128"
  case dataBar = "DATABAR"
  case dataBarExpanded = "DATABAREXPANDED"
  case dataMatrix = "DATAMATRIX"
  case ean8 = "EAN8"
  case ean13 = "EAN13"
  case itf = "ITF"
  case maxiCode = "MAXICODE"
  case microQR = "MICROQR"
  case pdf417 = "PDF417"
  case qr = "QR"
  case upcA = "UPCA"
  case upcE = "UPCE"

  /// Whether it holds its data along two dimensions, with error correction: such a code is hardly ever found where none
  /// is.
  package var isMatrix: Bool {
    switch self {
    case .aztec, .dataMatrix, .maxiCode, .microQR, .pdf417, .qr: true
    default: false
    }
  }
}
