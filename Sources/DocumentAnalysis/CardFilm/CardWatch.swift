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

  /// What to do about an element that is not seen.
  enum Search: Sendable {
    case untilSeen
    /// Take the place where it usually is. Good enough to look for changes there.
    case usualPlace
  }

  /// Frames in which an element is looked for before its usual place is taken.
  private static let looks = 8
  /// Where published pictures of cards show the crescent.
  private static let usual = Rect(x: 69.5, y: 9.2, width: 12, height: 12)

  private let element: SecurityElement
  private let search: Search
  private let settings: Settings
  private let finder: DocumentFinder
  private let elements: ElementFinder
  private var tracker: CardTracker?
  /// The element, millimetres of the card.
  private(set) var box: Rect?
  private var framesLost = 0
  private var framesLooked = 0

  init(_ element: SecurityElement, _ search: Search, settings: Settings) {
    self.element = element
    self.search = search
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
      if box == nil { try look(for: place.corners, in: frame) }
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
      presence: box == nil ? .unsettled : .same, place: place,
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

  /// Starts with the card the way up that shows more of its elements.
  private mutating func begin(_ frame: Image) throws -> Sight {
    guard let corners = try card(in: frame) else { return Sight(presence: .none) }
    var best: (corners: [Point], found: [FoundElement], sum: Double)?
    for corners in [corners, [2, 3, 0, 1].map({ corners[$0] })] {
      let found = try elements(at: corners, in: frame)
      let sum = found.reduce(0) { $0 + $1.confidence }
      if sum > best?.sum ?? settings[.cardElementsLeast] { best = (corners, found, sum) }
    }
    guard let best, var tracker = try CardTracker(frame, corners: best.corners, settings: settings),
      let place = try tracker.place(in: GreyImage(frame))
    else { return Sight(presence: .unsettled) }
    self.tracker = tracker
    box = box(in: best.found)
    return sight(of: place, in: frame)
  }

  private mutating func look(for corners: [Point], in frame: Image) throws {
    framesLooked += 1
    box = box(in: try elements(at: corners, in: frame))
    if box == nil, search == .usualPlace, element == .crescent, framesLooked >= CardWatch.looks {
      box = CardWatch.usual
    }
  }

  private func box(in found: [FoundElement]) -> Rect? {
    found.first { $0.element == element && $0.confidence >= settings[.cardElementLeast] }?.box
  }

  /// With boxes in millimetres of the card.
  private func elements(at corners: [Point], in frame: Image) throws -> [FoundElement] {
    let aspect = ElementLayout.card.width / ElementLayout.card.height
    guard let flat = try FlatDocument(frame, quad: corners, width: 856, aspect: aspect) else { return [] }
    let unit = flat.image.size.width / ElementLayout.card.width
    return try elements.elements(in: flat.image, side: element.side).map { found in
      let box = found.box
      return FoundElement(
        element: found.element, confidence: found.confidence,
        box: Rect(x: box.x / unit, y: box.y / unit, width: box.width / unit, height: box.height / unit))
    }
  }
}
