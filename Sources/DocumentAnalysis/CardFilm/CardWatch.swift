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
  /// Uncertain places that are remembered.
  private static let mostSightings = 30

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
  /// Where the element was seen without certainty.
  private var sightings: [Rect] = []

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
      if box == nil { settle(try elements(at: place.corners, in: frame)) }
      return sight(of: place, in: frame)
    }
    framesLost += 1
    // Looking everywhere takes longer; a card that stays away is looked for now and then.
    guard framesLost < 4 || framesLost.isMultiple(of: 4) else { return Sight(presence: .none) }
    guard let corners = try card(in: frame) else { return Sight(presence: .none) }
    for guess in [corners, corners.turnedOver] {
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
      let aspect = document.quality.width / max(document.quality.height, 1e-9)
      return !document.cutByEdge && aspect >= settings[.cardAspectLeast] && aspect <= settings[.cardAspectMost]
    }?.quad
  }

  /// Starts with the card the way up that shows more of its elements.
  private mutating func begin(_ frame: Image) throws -> Sight {
    guard let corners = try card(in: frame) else { return Sight(presence: .none) }
    var best: (corners: [Point], found: [FoundElement], sum: Double)?
    for corners in [corners, corners.turnedOver] {
      let found = try elements(at: corners, in: frame)
      let sum = found.reduce(0) { $0 + $1.confidence }
      if sum > best?.sum ?? settings[.cardElementsLeast] { best = (corners, found, sum) }
    }
    guard let best, var tracker = try CardTracker(frame, corners: best.corners, settings: settings),
      let place = try tracker.place(in: GreyImage(frame))
    else { return Sight(presence: .unsettled) }
    self.tracker = tracker
    settle(best.found)
    return sight(of: place, in: frame)
  }

  /// Takes the element's place from what a frame shows: at once where it is certain, else where several frames show it
  /// at the same place.
  private mutating func settle(_ found: [FoundElement]) {
    framesLooked += 1
    if let seen = found.first(where: { $0.element == element }) {
      if seen.confidence >= settings[.cardElementLeast] {
        box = seen.box
      } else if seen.confidence >= settings[.cardElementWeak] {
        sightings = sightings.suffix(CardWatch.mostSightings - 1) + [seen.box]
        box = steadyPlace(seen.box)
      }
    }
    if box == nil, search == .usualPlace, framesLooked >= CardWatch.looks {
      box = ElementLayout(element, settings: settings).usual
    }
  }

  /// The mean of the sightings about one of them, if they are enough.
  private func steadyPlace(_ latest: Rect) -> Rect? {
    let near = sightings.filter { $0.center.distance(to: latest.center) <= settings[.cardElementStray] }
    guard Double(near.count) >= settings[.cardElementSightings] else { return nil }
    func mean(_ value: (Rect) -> Double) -> Double { near.reduce(0) { $0 + value($1) } / Double(near.count) }
    return Rect(x: mean(\.x), y: mean(\.y), width: mean(\.width), height: mean(\.height))
  }

  /// With boxes in millimetres of the card.
  private func elements(at corners: [Point], in frame: Image) throws -> [FoundElement] {
    guard let flat = try FlatDocument(card: corners, in: frame) else { return [] }
    let unit = flat.image.size.width / ElementLayout.card.width
    return try elements.elements(in: flat.image, side: element.side).map { found in
      let box = found.box
      return FoundElement(
        element: found.element, confidence: found.confidence,
        box: Rect(x: box.x / unit, y: box.y / unit, width: box.width / unit, height: box.height / unit))
    }
  }
}
