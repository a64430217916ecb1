import BonafideBackOffice
import BonafideCapture
import BonafideDocumentAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideObservations

/// One side of a document.
struct SideGuide: LiveGuide {
  private var watch: SideWatch

  init(_ engine: Engine, _ side: DocumentSide) {
    watch = SideWatch(side, models: engine.models, settings: engine.settings)
  }

  mutating func observe(_ frame: Frame, isCut: Bool, isWanted: Bool) throws -> LiveSight {
    let seen = try watch.observe(frame, isWanted: isWanted)
    var sight = LiveSight(frame)
    sight.card = seen.quad.map { LiveSight.shares($0, of: frame.image) }
    sight.guidance = seen.hint.rawValue
    sight.progress = seen.progress
    sight.isBest = seen.isBest
    if seen.hint == .done { sight.end = .passed }
    if seen.isOver { sight.end = .failed(Reason(.stepTimeout)) }
    return sight
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
