package import BonafideMedia
package import BonafideObservations

/// Turns frames into what they say about the crescent's hologram.
package struct HologramEvidence: Sendable {
  private let settings: Settings
  private var watch: CardWatch
  private var screen = FilmScreen()
  /// The frame that shows most colour on the hologram.
  package private(set) var best: CardPicture?

  package init(settings: Settings = .defaults) {
    self.settings = settings
    watch = CardWatch(.crescent, .usualPlace, settings: settings)
  }

  package mutating func observe(_ frame: Frame) throws -> HologramObservation {
    let sight = try watch.observe(frame.image)
    guard let place = sight.place, let box = watch.box,
      let flat = try FlatDocument(card: place.corners, in: frame.image)?.image
    else { return HologramObservation(time: frame.time, presence: sight.presence) }
    // As large a part beside it that is printed only.
    let step = box.width * 1.4
    let aside = box.x - step > 1 ? -step : step
    let control = Rect(x: box.x + aside, y: box.y, width: box.width, height: box.height)
    let colors = ElementColors(flat, box: box)
    try CardPicture.take(&best, frame, place.corners, strength: colors.vividness, settings: settings) { flat }
    return HologramObservation(
      time: frame.time, presence: .same, tilt: sight.tilt, likeness: place.likeness, element: colors.colors,
      control: ElementColors(flat, box: control).colors,
      screen: screen.strength(in: frame.image, corners: place.corners, at: frame.time, settings: settings))
  }
}
