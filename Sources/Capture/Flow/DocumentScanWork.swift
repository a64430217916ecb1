internal import BonafideMedia
internal import BonafideObservations
internal import BonafideVerification

/// Reads one side, more than once where something is missing.
struct DocumentScanWork: DocumentWork {
  private let engine: DocumentEngine
  private let side: DocumentSide
  private let detail: DocumentStep.Detail
  /// What was read of the other side before.
  private let other: SideReading?
  private var watch: SideWatch
  private var picture: Image?
  private var best: (side: DocumentCapture.Side, reading: DocumentReading, missing: Int)?
  private var reads = 0
  private(set) var obstacle = SideWatch.Hint.noCard.rawValue
  private(set) var rejectedZone: DocumentReading?

  init(_ side: DocumentSide, _ detail: DocumentStep.Detail, other: SideReading?, _ engine: DocumentEngine) {
    self.engine = engine
    self.side = side
    self.detail = detail
    self.other = other
    watch = engine.makeWatch(side)
  }

  mutating func observe(_ frame: Frame) throws -> DocumentSight {
    let seen = try watch.observe(frame)
    var sight = DocumentSight(seen, in: frame, engine)
    if seen.isBest { picture = frame.image }
    guard seen.hint == .done else {
      if reads == 0 { obstacle = sight.guidance }
      return sight
    }
    let image = picture ?? frame.image
    (watch, picture) = (engine.makeWatch(side), nil)
    try read(image)
    sight.end = end(isLast: Double(reads) >= engine.settings[.documentReadsMost])
    if sight.end == nil { (sight.guidance, sight.progress) = (SideWatch.Hint.holdStill.rawValue, 0) }
    return sight
  }

  func finish() -> DocumentSight.End? { end(isLast: true) }

  private mutating func read(_ image: Image) throws {
    guard let read = try engine.side(of: image) else {
      obstacle = SideWatch.Hint.noCard.rawValue
      return
    }
    reads += 1
    let reading =
      side == .front
      ? try engine.reading(front: read, back: other)
      : try other.map { try engine.reading(front: $0, back: read) } ?? engine.reading(front: read)
    let own = try other == nil ? reading : engine.reading(front: read)
    let missing = missing(own, together: reading)
    if let first = missing.first { obstacle = first }
    if own.zone != nil { rejectedZone = own }
    if missing.count < best?.missing ?? .max {
      best = (DocumentCapture.Side(picture: image, reading: read, detail: detail), reading, missing.count)
    }
  }

  /// All that was wanted was read, or what there is after the last try, where it says anything.
  private func end(isLast: Bool) -> DocumentSight.End? {
    guard let best else { return nil }
    if best.missing == 0 { return .done(.side(best.side, best.reading)) }
    guard isLast else { return nil }
    // What is short of a field may do; a zone that does not hold would be taken for what the document says.
    let state = best.reading.evidence.zone
    let needsZone = side == .back || best.reading.type == .passport || best.reading.type == .visa
    switch state {
    case .invalid where needsZone: return .failed(.negative, reason: ReasonCode.mrzInvalid.rawValue)
    case .unclear where needsZone: return .failed(.negative, reason: ReasonCode.mrzUnclear.rawValue)
    case .missing where needsZone && best.reading.type != .card:
      return .failed(.negative, reason: ReasonCode.mrzNotFound.rawValue)
    default: return .done(.side(best.side, best.reading))
    }
  }

  /// Codes of what makes another look worth while.
  private func missing(_ own: DocumentReading, together: DocumentReading) -> [String] {
    var codes: [String] = []
    if own.type == .unknown, together.type == .unknown { codes.append(ReasonCode.documentUnknown.rawValue) }
    let needsZone = side == .back ? own.type == .turkishCard || own.zone != nil : own.type == .passport
    if needsZone, own.evidence.zone != .valid { codes.append(ReasonCode.mrzUnclear.rawValue) }
    if side == .front {
      codes += DocumentScanWork.wanted(own.type).filter { own.value(of: $0) == nil }
        .map { _ in ReasonCode.printNotRead.rawValue }
    }
    if together.contradiction != nil { codes.append(ReasonCode.sidesDisagree.rawValue) }
    return codes
  }

  private static func wanted(_ type: DocumentType) -> [DocumentField] {
    switch type {
    case .turkishCard: [.documentNumber, .identityNumber, .surname, .givenNames, .dateOfBirth]
    case .card, .passport, .visa: [.documentNumber, .surname, .dateOfBirth]
    case .unknown: []
    }
  }
}

extension DocumentReading {
  /// What speaks against taking the sides for those of the document that is wanted (C-015, C-016).
  var contradiction: ReasonCode? {
    if evidence.shown.contains(.twoDocuments) { return .differentDocuments }
    if crossChecks.contains(where: { $0.agrees == false }) {
      return evidence.zoneIsOnOtherSide ? .sidesDisagree : .printDisagrees
    }
    return evidence.isExpectedNumber == false ? .identityNumberMismatch : nil
  }
}
