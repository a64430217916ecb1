import BonafideCapture
import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideTravelDocument
import BonafideVerification

extension DocumentVerdict {
  private static let pictureSide = 1000
  private static let cropSide = 240
  private static let pictureQuality = 80

  /// What the report of a verification shows of the document.
  func report() throws -> ReportDocument {
    var report = ReportDocument(
      decision: decision.rawValue, type: reading.type.rawValue, issuingState: reading.value(of: .issuingState))
    report.reasons = reasons
    report.facts = DocumentField.allCases.compactMap { field in
      reading.value(of: field).map { ReportDocumentFact(field.words, $0) }
    }
    report.sides = try DocumentSide.allCases.compactMap { image in
      try reading.sides[image].map { try picture(of: $0, image) }
    }
    if let mrz = reading.mrz { report.zone = ReportZone(mrz, corrected: reading.zone?.zone.corrected ?? []) }
    report.crossChecks = reading.crossChecks
    if reading.type == .turkishCard { report.elements = try SecurityElement.allCases.map(element) }
    return report
  }

  private func picture(of side: SideReading, _ image: DocumentSide) throws -> ReportDocumentSide {
    let flat = side.flat.image
    let small = try flat.fitted(longerSide: DocumentVerdict.pictureSide)
    let scale = Double(small.width) / Double(flat.width)
    func box(_ label: String, _ kind: ReportBox.Kind, _ rect: Rect) -> ReportBox {
      ReportBox(
        label, kind,
        Rect(x: rect.x * scale, y: rect.y * scale, width: rect.width * scale, height: rect.height * scale))
    }
    var boxes = reading.printed.filter { $0.image == image }.map { box($0.entry.field.words, .field, $0.entry.box) }
    boxes += reading.elements.filter { $0.image == image }.map { box($0.element.rawValue, .element, $0.flatBox) }
    if let portrait = reading.portrait, portrait.image == image {
      boxes.append(box("portrait", .portrait, portrait.reading.box))
    }
    if image == reading.zoneImage, let quad = side.zone?.quad,
      let place = side.flat.flat(quad).flatMap(Rect.init(around:))
    {
      boxes.append(box("machine-readable zone", .zone, place))
    }
    return ReportDocumentSide(
      file: try StandardImageEncoder().encodeJPEG(small, quality: DocumentVerdict.pictureQuality), size: small.size,
      caption: image.rawValue, boxes: boxes)
  }

  private func element(_ element: SecurityElement) throws -> ReportElement {
    guard let seen = reading.elements.first(where: { $0.element == element }),
      let crop = try reading.sides[seen.image]?.flat.image.cropped(seen.flatBox)
    else { return ReportElement(name: element.rawValue, confidence: nil) }
    let small = try crop.fitted(longerSide: min(DocumentVerdict.cropSide, max(crop.width, crop.height)))
    return ReportElement(
      name: element.rawValue, confidence: seen.confidence,
      picture: ReportPicture(
        file: try StandardImageEncoder().encodeJPEG(small, quality: DocumentVerdict.pictureQuality),
        caption: element.rawValue, size: small.size))
  }
}
