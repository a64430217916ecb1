/// Whether a frame of a film shows the card that the film began with.
public enum CardPresence: String, Sendable, Hashable, Codable {
  /// No card was found, or not the whole of it.
  case none
  /// A card, on which the element in question has not been found yet.
  case unsettled
  /// The card that the film began with.
  case same
  /// A card that looks different.
  case different
}

/// From where the camera sees the card, in degrees: how far to the card's right of straight on, and how far below.
public struct CardTilt: Sendable, Hashable, Codable {
  public var across: Double
  public var down: Double

  public init(across: Double, down: Double) {
    self.across = across
    self.down = down
  }

  /// Degrees between two views, for small angles.
  public func distance(to other: CardTilt) -> Double {
    let (a, b) = (across - other.across, down - other.down)
    return (a * a + b * b).squareRoot()
  }
}

/// The colour of a small part of the card, against what lies around it, so that the light's own colour and level cancel.
public struct RelativeColor: Sendable, Hashable, Codable {
  /// Natural logarithms: of red by green, of blue by green, of luma; each above the surroundings'.
  public var red: Double
  public var blue: Double
  public var luma: Double

  public init(red: Double, blue: Double, luma: Double) {
    self.red = red
    self.blue = blue
    self.luma = luma
  }
}

/// What one frame says about the hologram.
public struct HologramObservation: Sendable, Hashable, Codable {
  /// Presentation time in seconds.
  public var time: Double
  public var presence: CardPresence
  public var tilt: CardTilt?
  /// How like the card is to that of the beginning, outside of the element, 0…1.
  public var likeness: Double
  /// Parts of the element, row by row, always the same number; nil where it was too bright or dark to tell.
  public var element: [RelativeColor?]
  /// The same of a part of the card that does not change with the angle.
  public var control: [RelativeColor?]
  /// How much the card looks as if it were shown on a screen, 0…1; nil where it was not looked.
  public var screen: Double?

  public init(
    time: Double, presence: CardPresence, tilt: CardTilt? = nil, likeness: Double = 0,
    element: [RelativeColor?] = [], control: [RelativeColor?] = [], screen: Double? = nil
  ) {
    self.time = time
    self.presence = presence
    self.tilt = tilt
    self.likeness = likeness
    self.element = element
    self.control = control
    self.screen = screen
  }
}

/// What one frame says about an element that is to be covered with a finger. Shares are 0…1.
public struct ConcealmentObservation: Sendable, Hashable, Codable {
  /// Presentation time in seconds.
  public var time: Double
  public var presence: CardPresence
  /// How like the card is to that of the beginning, outside of the element and of what covers it.
  public var likeness: Double
  /// Share of the element that is hidden by something that comes in over the card's border.
  public var covered: Double
  /// Share of the element that looks different, by whatever cause.
  public var changed: Double
  /// Share of the rest of the card that is to be seen as at the beginning.
  public var restVisible: Double
  /// Share of the covering thing that has a colour that skin of any tone has; nil when nothing covers.
  public var skin: Double?
  /// How uneven the light lies on the covering thing: near 0 for flat things.
  public var relief: Double?
  /// How much the card looks as if it were shown on a screen, 0…1; nil where it was not looked.
  public var screen: Double?

  public init(
    time: Double, presence: CardPresence, likeness: Double = 0, covered: Double = 0, changed: Double = 0,
    restVisible: Double = 0, skin: Double? = nil, relief: Double? = nil, screen: Double? = nil
  ) {
    self.time = time
    self.presence = presence
    self.likeness = likeness
    self.covered = covered
    self.changed = changed
    self.restVisible = restVisible
    self.skin = skin
    self.relief = relief
    self.screen = screen
  }
}
