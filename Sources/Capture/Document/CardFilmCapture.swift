package import BonafideDocumentAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations

/// A check of a card: frames in, an outcome out. Evidence and machine of one of the two checks.
package protocol CardFilmCheck: Sendable {
  /// Takes a frame; gives the outcome as soon as there is one.
  mutating func observe(_ frame: Frame) throws -> CardCheck?
  /// The film is over.
  mutating func finish() -> CardCheck
  /// The frame that shows best what was looked for; nil where none does.
  var best: CardPicture? { get }
}

/// `document hologram`: does the crescent's foil change its colours with the view?
package struct HologramCheck: CardFilmCheck {
  private var evidence: HologramEvidence
  package private(set) var watch: HologramWatch
  /// What the last frame said.
  package private(set) var latest: HologramObservation?

  package init(settings: Settings = .defaults) {
    evidence = HologramEvidence(settings: settings)
    watch = HologramWatch(settings: LivenessSettings(settings))
  }

  package mutating func observe(_ frame: Frame) throws -> CardCheck? {
    let observation = try evidence.observe(frame)
    latest = observation
    return watch.observe(observation)
  }

  package mutating func finish() -> CardCheck { watch.finish() }

  package var best: CardPicture? { evidence.best }
}

/// `document conceal`: does somebody cover an element with a finger?
package struct ConcealmentCheck: CardFilmCheck {
  private var evidence: ConcealmentEvidence
  package private(set) var watch: ConcealmentWatch
  /// What the last frame said.
  package private(set) var latest: ConcealmentObservation?

  package init(_ element: SecurityElement, settings: Settings = .defaults) {
    evidence = ConcealmentEvidence(element, settings: settings)
    watch = ConcealmentWatch(settings: LivenessSettings(settings))
  }

  package mutating func observe(_ frame: Frame) throws -> CardCheck? {
    let observation = try evidence.observe(frame)
    latest = observation
    return watch.observe(observation)
  }

  package mutating func finish() -> CardCheck { watch.finish() }

  package var best: CardPicture? { evidence.best }
}
