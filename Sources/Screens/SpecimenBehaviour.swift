/// How a specimen behaves in front of a screen. By default it does what it is asked, a moment later.
public struct SpecimenBehaviour: Sendable {
  /// What the camera sees.
  public enum Scene: String, Sendable, Hashable, CaseIterable {
    case person
    case nobody
    case otherPerson
    case secondPerson
    case dark
    case farAway
    /// The person's film on a phone that is held up.
    case replay
  }

  /// What is wrong with what is done with a document.
  public enum CardFault: String, Sendable, Hashable, CaseIterable {
    case wrongSide
    /// Another person's document.
    case otherCard
    /// In the middle of it, another person's.
    case exchanged
    case leaves
    case dark
    /// A film of it, on a screen.
    case replay
    /// The camera gives the same picture again and again.
    case frozenCamera
    /// The card is held still, or its hologram looks always the same.
    case untilted, staticHologram
    case neverCovers, wholeHand, paper, sticker
  }

  public enum Happening: Sendable, Hashable {
    case scene(Scene)
    /// Covered or inactive for a moment: one event, and then frames again.
    case inactive
    /// The app goes to the background; the camera gives nothing more.
    case interrupted
    /// The person closes the screen.
    case closedByPerson
    /// The camera breaks off with an error.
    case cameraFails
    /// The camera gives no more frames, and says nothing.
    case cameraHangs
  }

  public enum Moment: Sendable, Hashable {
    /// Seconds since the camera was opened.
    case time(Double)
    /// Seconds after a guidance text was first shown, such as `smile`.
    case guidance(String, after: Double)
  }

  /// Frames a second of the face; those of a document are ten.
  public var frameRate = 30.0
  /// Seconds until the person begins to do what the screen says.
  public var reaction = 0.35
  /// Guidance texts that the person takes no notice of.
  public var ignores: Set<String> = []
  /// By the guidance text that asks for it, such as `tilt` or `cover_mli`.
  public var cardFaults: [String: CardFault] = [:]
  /// Each happens once.
  public var happenings: [(when: Moment, what: Happening)] = []
  /// The camera cannot be started.
  public var hasNoCamera = false
  /// Frames come as from a front camera that shows the person as in a mirror.
  public var isMirrored = false

  public init() {}

  /// One that does what it is asked.
  public static let willing = SpecimenBehaviour()

  /// The same, but with something that happens.
  public func with(_ what: Happening, when: Moment) -> SpecimenBehaviour {
    var other = self
    other.happenings.append((when, what))
    return other
  }

  /// The same, but without doing this.
  public func ignoring(_ guidance: String...) -> SpecimenBehaviour {
    var other = self
    other.ignores.formUnion(guidance)
    return other
  }

  /// The same, but with something wrong when this is asked for.
  public func with(_ fault: CardFault, at guidance: String) -> SpecimenBehaviour {
    var other = self
    other.cardFaults[guidance] = fault
    return other
  }
}
