internal import BonafideCapture
internal import BonafideDocumentAnalysis
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations
internal import BonafideTravelDocument
internal import CoreModule
internal import Foundation

/// What `CustomerIdentity` tells, taken out of a capture once.
struct IdentityValues {
  private(set) var type: String?
  private(set) var accessKey: String?
  private var texts: [DocumentField: String] = [:]
  private var prints: [DocumentField: String] = [:]
  private var days: [DocumentField: String] = [:]
  private var items: [String: ConfidenceItem] = [:]

  init() {}

  init(_ capture: DocumentCapture) {
    add(hologram: capture.hologram)
    guard let reading = capture.reading else { return }
    type = reading.mrz?.documentCode.value ?? IdentityValues.code(reading.type)
    accessKey = reading.mrz?.accessKey
    for field in DocumentField.allCases {
      texts[field] = reading.value(of: field)
      prints[field] = reading.printed.first { $0.entry.field == field && $0.image == .front }?.entry.value
    }
    // Digits of the zone stand, also where they do not tell which century.
    days[.dateOfBirth] = IdentityValues.day(reading.mrz?.dateOfBirth) ?? texts[.dateOfBirth].flatMap(DateText.short)
    days[.expiryDate] = IdentityValues.day(reading.mrz?.expiryDate) ?? texts[.expiryDate].flatMap(DateText.short)
    for (side, captured) in capture.sides { add(side, captured) }
    add(portrait: reading)
    for element in capture.elements { add(element, of: reading) }
  }

  func text(_ field: DocumentField) -> String? { texts[field] }
  func printed(_ field: DocumentField) -> String? { prints[field] }
  func day(_ field: DocumentField) -> String? { days[field] }
  func item(_ name: String) -> ConfidenceItem? { items[name] }

  private static func code(_ type: DocumentType) -> String? {
    switch type {
    case .turkishCard, .card: "I"
    case .passport: "P"
    case .visa: "V"
    case .unknown: nil
    }
  }

  private static func day(_ field: MRZField<CalendarDate>?) -> String? {
    guard let field, field.flaw != .checkDigit, field.raw.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return field.raw
  }

  private mutating func add(_ side: DocumentSide, _ captured: DocumentCapture.Side) {
    let flat = captured.reading.flat
    put(
      side.rawValue, flat.image, captured.reading.found?.score ?? 0,
      Rect(around: flat.quad) ?? Rect(x: 0, y: 0, width: 0, height: 0))
  }

  private mutating func add(hologram film: DocumentCapture.Film?) {
    guard let film, let best = film.best else { return }
    put(
      "hologram", best.image, film.check.confidence,
      Rect(around: best.quad) ?? Rect(x: 0, y: 0, width: 0, height: 0))
  }

  private mutating func add(portrait reading: DocumentReading) {
    guard let portrait = reading.portrait, let side = reading.sides[portrait.image] else { return }
    let box = portrait.reading.box
    if let cut = try? side.flat.image.cropped(box) { put("person", cut, portrait.reading.face.score, box) }
  }

  private mutating func add(_ sighting: ElementSighting, of reading: DocumentReading) {
    guard let side = reading.sides[sighting.image], let cut = try? side.flat.image.cropped(sighting.flatBox) else {
      return
    }
    put(sighting.element.rawValue, cut, sighting.confidence, sighting.flatBox)
  }

  private mutating func put(_ name: String, _ image: Image, _ confidence: Double, _ box: Rect) {
    items[name] = ConfidenceItem(
      image: PictureFile.shown(image), confidence: Float(min(max(confidence, 0), 1)), name: name,
      boundingBox: CGRect(x: box.x, y: box.y, width: box.width, height: box.height))
  }
}
