internal import BonafideCapture
internal import BonafideMedia
internal import BonafideObservations
internal import BonafideSpecimen
internal import Foundation

/// Hands that do with a document what the guidance asks for, a moment later.
struct CardPerformer: SpecimenPerformer {
  private let behaviour: SpecimenBehaviour
  private var document: HeldDocument
  /// The request that is being followed.
  private var request: String?
  private var act = HeldDocument.Act.nothing
  private var wanted: (request: String, act: HeldDocument.Act, since: Double)?
  private var scene = SpecimenBehaviour.Scene.person
  private var frozen: Image?
  /// Pictures since it began.
  private var count = 0
  /// The picture that a frozen camera stays at.
  private static let freezing = 2

  init(_ behaviour: SpecimenBehaviour, document: HeldDocument) {
    self.behaviour = behaviour
    self.document = document
  }

  var rate: Double? { Double(document.rate) }

  mutating func begin() {
    (request, wanted, act, scene, frozen) = (nil, nil, .nothing, .person, nil)
    try? document.begin(.nothing)
  }

  mutating func see(_ message: ScreenMessage, at time: Double) {
    guard case .guidance(let key) = message, !behaviour.ignores.contains(key) else { return }
    // The next request may be the same once more.
    if key == "done" { request = nil }
    guard let act = CardPerformer.act(key), key != request, key != wanted?.request else { return }
    wanted = (key, act, time)
  }

  mutating func picture(at time: Double, _ scene: SpecimenBehaviour.Scene) throws -> Image {
    if let wanted, time >= wanted.since + behaviour.reaction {
      (request, act) = (wanted.request, wanted.act)
      self.wanted = nil
      try begin(scene)
    } else if scene != self.scene {
      try begin(scene)
    }
    if let frozen { return frozen }
    let image = try document.picture()
    count += 1
    if fault == .frozenCamera, count == CardPerformer.freezing { frozen = image }
    return image
  }

  private var fault: SpecimenBehaviour.CardFault? { request.flatMap { behaviour.cardFaults[$0] } }

  private mutating func begin(_ scene: SpecimenBehaviour.Scene) throws {
    self.scene = scene
    (frozen, count) = (nil, 0)
    let isOther = scene == .otherPerson || fault == .otherCard
    var shown = act
    if scene == .nobody { shown = .nothing }
    if fault == .wrongSide, case .show(let side) = act { shown = .show(side == .front ? .back : .front) }
    try document.begin(shown, by: isOther ? .other : .own, attack: attack(shown))
  }

  private func attack(_ act: HeldDocument.Act) -> CardFilmAttack? {
    guard act != .nothing else { return nil }
    if scene == .dark || fault == .dark { return .dark }
    if scene == .replay || fault == .replay { return .replay }
    let attack: CardFilmAttack? =
      switch fault {
      case .untilted: .untilted
      case .staticHologram: .frozen
      case .exchanged: .otherCard
      case .leaves: .leaves
      case .neverCovers: .bare
      case .wholeHand: .wholeHand
      case .paper: .paper
      case .sticker: .sticker
      case .wrongSide, .otherCard, .dark, .replay, .frozenCamera, nil: nil
      }
    let kind: CardFilmKind = act == .tilt ? .hologram : .conceal
    return attack.flatMap { $0.kinds.contains(kind) ? $0 : nil }
  }

  /// What a text asks for; nil where nothing changes.
  private static func act(_ key: String) -> HeldDocument.Act? {
    switch key {
    case "show_front": return .show(.front)
    case "show_back": return .show(.back)
    case "tilt": return .tilt
    default:
      guard key.hasPrefix("cover_") else { return nil }
      return SecurityElement(rawValue: String(key.dropFirst("cover_".count))).map { .cover($0) }
    }
  }
}
