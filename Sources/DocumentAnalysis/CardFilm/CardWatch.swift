internal import BonafideMedia
internal import BonafideObservations

/// Finds the card in the first frames of a film, with the element that is to be watched, and follows it from then on.
/// Holds no pixels but those of the card as it was at first.
struct CardWatch: Sendable {
  /// What a frame shows of the card.
  struct Sight: Sendable {
    var presence: CardPresence
    /// With the card at its place.
    var place: CardTracker.Place?
    var tilt: CardTilt?
  }

  private let element: SecurityElement
  private let settings: Settings
  private let finder: DocumentFinder
  private let elements: ElementFinder
  private var tracker: CardTracker?
  /// The element, millimetres of the card.
  private(set) var box: Rect?
  private var framesLost = 0

  init(_ element: SecurityElement, settings: Settings) {
    self.element = element
    self.settings = settings
    finder = DocumentFinder(settings: settings)
    elements = ElementFinder(settings: settings)
  }

  mutating func observe(_ frame: Image) throws -> Sight {
    guard var tracker else { return try begin(frame) }
    defer { self.tracker = tracker }
    let grey = GreyImage(frame)
    if let place = try tracker.place(in: grey) {
      framesLost = 0
      return sight(of: place, in: frame)
    }
    framesLost += 1
    // Looking everywhere takes longer; a card that stays away is looked for now and then.
    guard framesLost < 4 || framesLost.isMultiple(of: 4) else { return Sight(presence: .none) }
    guard let corners = try card(in: frame) else { return Sight(presence: .none) }
    for guess in [corners, [2, 3, 0, 1].map({ corners[$0] })] {
      if let place = try tracker.place(in: grey, near: guess) {
        framesLost = 0
        return sight(of: place, in: frame)
      }
    }
    return Sight(presence: .different)
  }

  private func sight(of place: CardTracker.Place, in frame: Image) -> Sight {
    let focal = settings[.cardFocal] * Double(max(frame.width, frame.height))
    return Sight(
      presence: .same, place: place,
      tilt: CardTilt(corners: place.corners, card: ElementLayout.card, picture: frame.size, focal: focal))
  }

  /// Corners of the best document that has a card's shape and is wholly in the picture.
  private func card(in frame: Image) throws -> [Point]? {
    try finder.documents(in: frame).first { document in
      let quad = document.quad
      let across = quad[0].distance(to: quad[1]) + quad[3].distance(to: quad[2])
      let down = quad[1].distance(to: quad[2]) + quad[0].distance(to: quad[3])
      let aspect = across / max(down, 1e-9)
      return !document.cutByEdge && aspect >= settings[.cardAspectLeast] && aspect <= settings[.cardAspectMost]
    }?.quad
  }

  private mutating func begin(_ frame: Image) throws -> Sight {
    guard let corners = try card(in: frame) else { return Sight(presence: .none) }
    var best: (corners: [Point], box: Rect, sum: Double)?
    var sum = 0.0
    for corners in [corners, [2, 3, 0, 1].map({ corners[$0] })] {
      guard
        let flat = try FlatDocument(
          frame, quad: corners, width: 856, aspect: ElementLayout.card.width / ElementLayout.card.height)
      else { continue }
      let found = try elements.elements(in: flat.image, side: element.side)
      let own = found.reduce(0) { $0 + $1.confidence }
      sum = max(sum, own)
      guard let seen = found.first(where: { $0.element == element }),
        seen.confidence >= settings[.cardElementLeast], own >= best?.sum ?? 0
      else { continue }
      let unit = flat.image.size.width / ElementLayout.card.width
      let box = Rect(
        x: seen.box.x / unit, y: seen.box.y / unit, width: seen.box.width / unit, height: seen.box.height / unit)
      best = (corners, box, own)
    }
    guard let best, best.sum >= sum else { return Sight(presence: .unsettled) }
    guard var tracker = try CardTracker(frame, corners: best.corners, settings: settings),
      let place = try tracker.place(in: GreyImage(frame))
    else { return Sight(presence: .unsettled) }
    self.tracker = tracker
    box = best.box
    return sight(of: place, in: frame)
  }
}
