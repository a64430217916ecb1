import BonafideLiveness
import BonafideObservations
import Foundation

/// What colours a drawn hologram has from a view; made up for tests, and unlike the specimen's.
enum FoilModel {
  case hologram
  case print
  /// White light that moves with the view washes the print out.
  case glare
  /// Colours that change with time alone.
  case slideshow

  func color(_ part: Int, _ tilt: CardTilt, _ time: Double) -> RelativeColor {
    let own = Double(part) * 0.7
    let print = (red: 0.2 * sin(own), blue: 0.2 * cos(own))
    switch self {
    case .hologram:
      let phase = own + tilt.across * 0.25 + tilt.down * 0.18
      return RelativeColor(red: 0.3 * sin(phase), blue: 0.3 * cos(phase), luma: 0.1 * sin(phase))
    case .print: return RelativeColor(red: print.red, blue: print.blue, luma: -0.2)
    case .glare:
      let left = 1 - exp(-pow(Double(part % 8) - 4 - tilt.across / 4, 2))
      return RelativeColor(red: print.red * left, blue: print.blue * left, luma: 0.3 - 0.3 * left)
    case .slideshow:
      return RelativeColor(red: 0.3 * sin(own + time * 2.6), blue: 0.3 * cos(own + time * 2.6), luma: 0)
    }
  }
}

/// A drawn film of a card that is tilted to both sides, then up and down; 15 frames a second, four seconds.
enum TiltFilm {
  static func frames(_ foil: FoilModel, reach: Double = 17, rate: Int = 15) -> [HologramObservation] {
    var noise = SeededGenerator(seed: 4)
    return (0..<(4 * rate)).map { number in
      let time = Double(number) / Double(rate)
      let wave = reach * sin(2 * .pi * time / 2)
      let tilt = time < 2 ? CardTilt(across: wave, down: 0.5) : CardTilt(across: -0.5, down: wave)
      func jitter() -> Double { Double.random(in: -0.02...0.02, using: &noise) }
      func colors(_ foil: FoilModel) -> [RelativeColor?] {
        (0..<64).map { part in
          let color = foil.color(part, tilt, time)
          return RelativeColor(red: color.red + jitter(), blue: color.blue + jitter(), luma: color.luma)
        }
      }
      return HologramObservation(
        time: time, presence: .same, tilt: tilt, likeness: 0.9, element: colors(foil), control: colors(.print))
    }
  }

  static func check(_ frames: [HologramObservation]) -> CardCheck {
    var watch = HologramWatch()
    for frame in frames { _ = watch.observe(frame) }
    return watch.finish()
  }
}

/// A drawn film of a finger: free, covered, free; 15 frames a second.
struct TouchFilm {
  var frames: [ConcealmentObservation] = []

  private var time: Double { Double(frames.count) / 15 }

  mutating func add(_ count: Int, _ change: (inout ConcealmentObservation) -> Void) {
    for _ in 0..<count {
      var frame = ConcealmentObservation(
        time: time, presence: .same, likeness: 0.9, covered: 0, changed: 0, restVisible: 1)
      change(&frame)
      frames.append(frame)
    }
  }

  mutating func free(_ count: Int = 8) { add(count) { _ in } }

  mutating func finger(_ count: Int = 10, _ change: (inout ConcealmentObservation) -> Void = { _ in }) {
    add(count) { frame in
      frame.covered = 0.9
      frame.changed = 0.95
      frame.restVisible = 0.9
      frame.skin = 1
      frame.relief = 0.12
      change(&frame)
    }
  }

  var check: CardCheck {
    var watch = ConcealmentWatch()
    for frame in frames { _ = watch.observe(frame) }
    return watch.finish()
  }
}
