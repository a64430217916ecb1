import BonafideBackOffice
import BonafideCapture
import BonafideDocumentAnalysis
import BonafideFaceAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideObservations

/// One side of a document: waits until it is held still in view, and takes the sharpest picture.
struct SideGuide: LiveGuide {
  /// Good pictures in a row until one is taken,
  private static let needed = 3
  /// with corners that move by no more than this share of the picture between two.
  private static let stillness = 0.03
  /// Looks for the side's own mark that may fail before it is taken without: not every document has one.
  private static let mostLooks = 4
  private static let mostSeconds = 120.0

  private let engine: Engine
  private let side: DocumentSide
  private let finder: DocumentFinder
  private var last: [[Double]]?
  private var good = 0
  private var sharpness = 0.0
  private var looks = 0
  private var begin: Double?

  init(_ engine: Engine, _ side: DocumentSide) {
    self.engine = engine
    self.side = side
    finder = DocumentFinder(settings: engine.settings)
  }

  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    var sight = LiveSight(frame)
    let start = begin ?? frame.time
    begin = start
    guard frame.time - start < SideGuide.mostSeconds else {
      sight.end = .failed(Reason(.stepTimeout))
      return sight
    }
    guard let document = try finder.documents(in: frame.image).first else {
      last = nil
      good = 0
      sight.guidance = "no_card"
      return sight
    }
    let quad = LiveSight.shares(document.quad, of: frame.image)
    sight.card = quad
    let isStill = last.map { SideGuide.distance($0, quad) < SideGuide.stillness } ?? false
    last = quad
    guard document.hint == .ok || isWanted else {
      good = 0
      sight.guidance = document.hint == .showWholeDocument ? "move_back" : SideGuide.guidance(document.hint)
      return sight
    }
    guard isStill || isWanted else {
      good = 0
      sight.guidance = "hold_still"
      return sight
    }
    good += 1
    if document.quality.sharpness >= sharpness {
      sharpness = document.quality.sharpness
      sight.isBest = true
    }
    sight.progress = min(1, Double(good) / Double(SideGuide.needed))
    sight.guidance = "hold_still"
    guard good >= SideGuide.needed || isWanted else { return sight }
    guard try showsSide(frame.image, document) || looks >= SideGuide.mostLooks || isWanted else {
      looks += 1
      good = 0
      sharpness = 0
      sight.isBest = false
      sight.guidance = side == .front ? "show_front" : "show_back"
      return sight
    }
    sight.guidance = "done"
    sight.end = .passed
    return sight
  }

  /// A portrait on the front; a machine-readable zone on the back, or at least no portrait.
  private func showsSide(_ image: Image, _ document: FoundDocument) throws -> Bool {
    switch side {
    case .front: return try !engine.analyzer().detectedFaces(in: image).isEmpty
    case .back: return try MRZReader(models: engine.models).read(image) != nil
    }
  }

  private static func guidance(_ hint: DocumentHint) -> String {
    hint == .avoidGlare ? "less_light" : hint.rawValue
  }

  /// The most that a corner moved.
  private static func distance(_ one: [[Double]], _ other: [[Double]]) -> Double {
    zip(one, other).map { max(abs($0[0] - $1[0]), abs($0[1] - $1[1])) }.max() ?? 1
  }
}

/// The card is tilted until its hologram has shown its colours.
struct HologramGuide: LiveGuide {
  private var check: HologramCheck
  private let tilt: Double

  init(_ engine: Engine) {
    check = HologramCheck(settings: engine.settings)
    tilt = max(engine.settings[.hologramTilt], 1e-9)
  }

  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    var sight = LiveSight(frame)
    if let outcome = try check.observe(frame) { sight.end = LiveSight.end(outcome) }
    let done = min(1, check.watch.figures.tilt / tilt)
    sight.progress = done
    sight.guidance =
      sight.end != nil ? "done" : check.latest?.presence != .same ? "no_card" : done < 0.6 ? "tilt" : "tilt_more"
    return sight
  }
}

/// One element is covered with a finger, and set free again.
struct TouchGuide: LiveGuide {
  private var check: ConcealmentCheck

  init(_ engine: Engine, _ element: SecurityElement) {
    check = ConcealmentCheck(element, settings: engine.settings)
  }

  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    var sight = LiveSight(frame)
    if let outcome = try check.observe(frame) { sight.end = LiveSight.end(outcome) }
    let isThere = check.latest?.presence == .same
    (sight.guidance, sight.progress) =
      switch check.watch.phase {
      case .waiting: (isThere ? "hold_still" : "no_card", 0)
      case .free: (isThere ? "cover_element" : "no_card", 0.25)
      case .covered: ("cover_element", 0.6)
      case .leaving: ("uncover_element", 0.8)
      }
    if sight.end != nil { (sight.guidance, sight.progress) = ("done", 1) }
    return sight
  }
}

extension LiveSight {
  /// A film that shows nothing of the kind may be made anew.
  static func end(_ outcome: CardCheck) -> End {
    outcome.verified == true ? .passed : .failed(outcome.reasons.first ?? Reason(.notEvaluated))
  }
}
