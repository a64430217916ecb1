package import BonafideMedia
package import BonafideObservations

/// Turns frames into what they say about the crescent's hologram.
package struct HologramEvidence: Sendable {
  private var watch: CardWatch
  private static let width = 856
  private static let height = 540

  package init(settings: Settings = .defaults) {
    watch = CardWatch(.crescent, .usualPlace, settings: settings)
  }

  package mutating func observe(_ frame: Frame) throws -> HologramObservation {
    let sight = try watch.observe(frame.image)
    guard let place = sight.place, let box = watch.box,
      let map = PerspectiveMap(width: HologramEvidence.width, height: HologramEvidence.height, onto: place.corners)
    else { return HologramObservation(time: frame.time, presence: sight.presence) }
    let flat = try frame.image.warped(width: HologramEvidence.width, height: HologramEvidence.height, map: map)
    // As large a part beside it that is printed only.
    let step = box.width * 1.4
    let aside = box.x - step > 1 ? -step : step
    let control = Rect(x: box.x + aside, y: box.y, width: box.width, height: box.height)
    return HologramObservation(
      time: frame.time, presence: .same, tilt: sight.tilt, likeness: place.likeness,
      element: ElementColors(flat, box: box).colors, control: ElementColors(flat, box: control).colors)
  }
}
