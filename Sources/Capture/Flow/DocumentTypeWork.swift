internal import BonafideMedia
internal import BonafideObservations
internal import BonafideVerification

/// Waits for a side that is held still, and tells which document it is of.
struct DocumentTypeWork: DocumentWork {
  private let engine: DocumentEngine
  private let side: DocumentSide
  /// Of the front; nil before it is known.
  private let known: DocumentType?
  private var watch: SideWatch
  private var best: Image?
  private(set) var obstacle = SideWatch.Hint.noCard.rawValue

  init(_ side: DocumentSide, known: DocumentType?, _ engine: DocumentEngine) {
    self.engine = engine
    self.side = side
    self.known = known
    watch = engine.makeWatch(side)
  }

  mutating func observe(_ frame: Frame) throws -> DocumentSight {
    let seen = try watch.observe(frame)
    var sight = DocumentSight(seen, in: frame, engine)
    if seen.isBest { best = frame.image }
    guard seen.hint == .done else {
      // That it was not held still says less than what was seen while it was.
      if seen.hint != .holdStill || obstacle == SideWatch.Hint.noCard.rawValue { obstacle = sight.guidance }
      return sight
    }
    let picture = best ?? frame.image
    (watch, best) = (engine.makeWatch(side), nil)
    guard let read = try engine.side(of: picture) else {
      obstacle = SideWatch.Hint.noCard.rawValue
      return sight
    }
    let reading = try engine.reading(front: read)
    if let flaw = flaw(of: reading) {
      (obstacle, sight.guidance, sight.progress) = (flaw, flaw, 0)
    } else {
      sight.end = .done(.type(reading))
    }
    return sight
  }

  func finish() -> DocumentSight.End? { nil }

  /// Why this is not the side that is asked for.
  private func flaw(of reading: DocumentReading) -> String? {
    let shown = reading.evidence.shown
    switch (side, reading.type) {
    case (.front, .unknown): return ReasonCode.documentUnknown.rawValue
    case (.front, _): return shown.contains(.frontMissing) ? SideWatch.Hint.showFront.rawValue : nil
    // Not every card has a zone, or a title, on its back.
    case (.back, .unknown): return known == .card ? nil : ReasonCode.documentUnknown.rawValue
    case (.back, .passport), (.back, .visa): return SideWatch.Hint.showBack.rawValue
    case (.back, let type):
      if let known, known != type { return ReasonCode.differentDocuments.rawValue }
      return shown.contains(.backMissing) ? SideWatch.Hint.showBack.rawValue : nil
    }
  }
}

extension DocumentSight {
  init(_ seen: SideWatch.Sight, in frame: Frame, _ engine: DocumentEngine) {
    let hint = seen.hint.rawValue
    self.init(
      guidance: seen.hint == .noCard ? engine.guidance(hint, in: frame.image) : hint, progress: seen.progress,
      outline: seen.quad ?? [])
  }
}
