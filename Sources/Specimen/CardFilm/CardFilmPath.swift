internal import BonafideObservations
internal import Foundation

/// How the card is held over the time of a film.
struct CardFilmPath: Sendable {
  private let plan: CardFilmPlan
  private let yaw: Double
  private let pitch: Double
  private let roll: Double
  private let share: Double
  private let phases: [Double]
  /// Where the middle of the card is, as shares of the picture.
  private let middle: Point

  init(_ plan: CardFilmPlan, _ random: inout SpecimenRandom) {
    self.plan = plan
    yaw = random.uniform(15...20) * (random.chance(0.5) ? 1 : -1)
    pitch = random.uniform(15...19) * (random.chance(0.5) ? 1 : -1)
    roll = random.uniform(-4...4)
    share = random.uniform(0.56...0.66)
    phases = (0..<6).map { _ in random.uniform(0...(2 * .pi)) }
    middle = Point(x: random.uniform(0.47...0.53), y: random.uniform(0.47...0.53))
  }

  /// Turns in degrees: right about the upright axis, then up about the level one, and the hand's own.
  func gesture(at time: Double) -> HeadGesture {
    func sway(_ index: Int, _ reach: Double, _ period: Double) -> Double {
      reach * sin(2 * .pi * time / period + phases[index])
    }
    var gesture = HeadGesture(pitch: sway(0, 1, 1.7), yaw: sway(1, 1, 2.1), roll: roll + sway(2, 0.6, 1.9))
    guard plan.kind == .hologram, plan.attack != .untilted else { return gesture }
    // Once to either side and back, then once up, down and back.
    let half = CardFilmPlan.duration / 2
    if time < half {
      gesture.yaw += yaw * sin(2 * .pi * time / half)
    } else {
      gesture.pitch += pitch * sin(2 * .pi * (time - half) / half)
    }
    return gesture
  }

  /// Corners of the card in the picture, clockwise from its own top left, pixel centres at whole numbers.
  func corners(at time: Double) -> [Point] {
    let (width, height) = (Double(plan.width), Double(plan.height))
    let size = SheetFormat.card.size
    let across = width * share / 2
    let down = across * size.height / size.width
    let rotation = HeadRotation(gesture(at: time))
    let distance = width * CardFilmPath.focal
    let off = off(at: time)
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { sideways, downwards in
      let place = rotation.apply(SIMD3(sideways * across, -downwards * down, 0))
      let scale = distance / (distance - place.z)
      return Point(x: width / 2 + (off.x + place.x) * scale, y: height / 2 + (off.y - place.y) * scale)
    }
  }

  /// Unit length, from the card's middle to the camera: right, up, and out of the picture.
  func view(at time: Double) -> SIMD3<Double> {
    let off = off(at: time)
    let way = SIMD3(-off.x, off.y, Double(plan.width) * CardFilmPath.focal)
    return way / (way * way).sum().squareRoot()
  }

  /// Where the card's middle is, from the picture's, pixels.
  private func off(at time: Double) -> Point {
    func drift(_ index: Int, _ reach: Double) -> Double { reach * sin(2 * .pi * time / 2.7 + phases[index]) }
    let gone = plan.attack == .leaves ? 1.3 * CardFilmPath.ramp(time, 0.8, 1.4) : 0
    return Point(
      x: Double(plan.width) * (middle.x + drift(3, 0.008) + gone - 0.5),
      y: Double(plan.height) * (middle.y + drift(4, 0.012) - 0.5))
  }

  /// Focal length by the picture's width: about that of a phone's main camera.
  static let focal = 0.85

  /// How far a cover has come, 0 far outside … 1 over the element. Again and again in a film that goes on.
  func cover(at moment: Double) -> Double {
    let time = moment.truncatingRemainder(dividingBy: CardFilmPlan.duration)
    let leaving = CardFilmPath.ramp(time, 2.5, 3)
    return plan.attack == .startsCovered ? 1 - leaving : CardFilmPath.ramp(time, 0.9, 1.4) * (1 - leaving)
  }

  /// From 0 to 1 between two times, slow at first and at last.
  private static func ramp(_ time: Double, _ from: Double, _ to: Double) -> Double {
    let share = min(max((time - from) / (to - from), 0), 1)
    return share * share * (3 - 2 * share)
  }
}
