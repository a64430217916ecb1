internal import BonafideDocumentAnalysis
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations

/// Watches a card that is tilted or touched, and whether it is the card that was scanned.
struct DocumentFilmWork<Watch: DocumentFilmWatch>: DocumentWork {
  /// Pictures of the free card that are kept to be read.
  private static var mostPictures: Int { 2 }

  private let engine: DocumentEngine
  /// Of the scan that it has to be the card of; nil where there was none.
  private let scanned: DocumentReading?
  private var watch: Watch
  private var pictures: [Image] = []
  private(set) var obstacle = SideWatch.Hint.noCard.rawValue

  init(_ watch: Watch, scanned: DocumentReading?, _ engine: DocumentEngine) {
    self.engine = engine
    self.scanned = scanned
    self.watch = watch
  }

  mutating func observe(_ frame: Frame) throws -> DocumentSight {
    let outcome = try watch.check.observe(frame)
    if watch.isFree, pictures.count < DocumentFilmWork.mostPictures { pictures.append(frame.image) }
    var sight = watch.sight
    if !watch.isThere { sight.guidance = engine.guidance(sight.guidance, in: frame.image) }
    obstacle = sight.guidance
    sight.end = try outcome.map(end)
    if case .done = sight.end { (sight.guidance, sight.progress) = (SideWatch.Hint.done.rawValue, 1) }
    return sight
  }

  mutating func finish() throws -> DocumentSight.End? { try end(watch.check.finish()) }

  private func end(_ outcome: CardCheck) throws -> DocumentSight.End {
    guard outcome.verified == true else {
      let reason = (outcome.reasons.first?.code ?? .notEvaluated).rawValue
      // What was not seen may be seen another time.
      return .failed(outcome.verified == nil ? .timeout : .negative, reason: reason)
    }
    let film = DocumentCapture.Film(check: outcome, best: watch.check.best)
    var last: DocumentReading?
    for picture in pictures {
      guard let side = try engine.side(of: picture) else { continue }
      let reading = try engine.reading(front: side)
      last = reading
      guard let scanned else { break }
      switch try engine.identity.isSame(scanned, reading) {
      case true?: return .done(.film(film, reading))
      case false?: return .failed(.negative, reason: ReasonCode.cardChanged.rawValue)
      case nil: continue
      }
    }
    guard watch.needsIdentity else { return .done(.film(film, last)) }
    return .failed(.negative, reason: DocumentFlowFailure.Code.cardNotCompared.rawValue)
  }
}

/// One of the two checks of a card, with what it asks of the person.
protocol DocumentFilmWatch: Sendable {
  associatedtype Check: CardFilmCheck
  var check: Check { get set }
  var sight: DocumentSight { get }
  /// Whether the last frame shows the card,
  var isThere: Bool { get }
  /// with nothing before it, so that it can be read.
  var isFree: Bool { get }
  /// Whether it counts only when it is known to be the scanned card (C-085).
  var needsIdentity: Bool { get }
}

struct HologramFilmWatch: DocumentFilmWatch {
  var check: HologramCheck
  private let tilt: Double

  init(_ settings: Settings) {
    check = HologramCheck(settings: settings)
    tilt = max(settings[.hologramTilt], 1e-9)
  }

  var isThere: Bool { check.latest?.presence == .same }
  var isFree: Bool { isThere }
  var needsIdentity: Bool { false }

  var sight: DocumentSight {
    let done = min(1, check.watch.figures.tilt / tilt)
    let guidance = !isThere ? SideWatch.Hint.noCard.rawValue : done < 0.6 ? "tilt" : "tilt_more"
    return DocumentSight(guidance: guidance, progress: done)
  }
}

struct ConcealFilmWatch: DocumentFilmWatch {
  var check: ConcealmentCheck
  private let element: SecurityElement

  init(_ element: SecurityElement, _ settings: Settings) {
    check = ConcealmentCheck(element, settings: settings)
    self.element = element
  }

  var isThere: Bool { check.latest?.presence == .same }
  var isFree: Bool { isThere && check.watch.phase == .free && (check.latest?.covered ?? 1) < 0.05 }
  var needsIdentity: Bool { true }

  var sight: DocumentSight {
    let cover = "cover_" + element.rawValue
    let away = SideWatch.Hint.noCard.rawValue
    let (guidance, progress): (String, Double) =
      switch check.watch.phase {
      case .waiting: (isThere ? SideWatch.Hint.holdStill.rawValue : away, 0)
      case .free: (isThere ? cover : away, 0.25)
      case .covered: (cover, 0.6)
      case .leaving: ("uncover_element", 0.8)
      }
    return DocumentSight(guidance: guidance, progress: progress)
  }
}
