internal import BonafideObservations
internal import Foundation

/// What comes between the camera and the card, in millimetres of the card.
enum FilmCover: Sendable {
  case nothing
  case fingers([FilmFinger])
  case patch(FilmPatch)
  /// The finger's shadow alone.
  case shade(FilmFinger)

  func blend(_ x: Double, _ y: Double, _ color: SIMD4<Float>) -> SIMD4<Float> {
    switch self {
    case .nothing: color
    case .fingers(let fingers): fingers.reduce(color) { $1.blend(x, y, $0) }
    case .patch(let patch): patch.blend(x, y, color)
    case .shade(let finger):
      color * Float(1 - 0.5 * min(max(1.15 - finger.distance(x, y) / finger.radius, 0) * 4, 1))
    }
  }
}

/// A finger that lies on the card.
struct FilmFinger: Sendable {
  let tip: Point
  /// Unit length, from the hand to the tip.
  let direction: SIMD2<Double>
  let radius: Double
  let skin: SIMD4<Float>
  let hasNail: Bool

  private func own(_ x: Double, _ y: Double) -> SIMD2<Double> {
    let (dx, dy) = (x - tip.x, y - tip.y)
    return SIMD2(dx * direction.x + dy * direction.y, dy * direction.x - dx * direction.y)
  }

  /// From the bone.
  func distance(_ x: Double, _ y: Double) -> Double {
    let place = own(x, y)
    return hypot(max(place.x, 0), place.y)
  }

  func blend(_ x: Double, _ y: Double, _ color: SIMD4<Float>) -> SIMD4<Float> {
    let place = own(x, y)
    // A little thicker towards the hand.
    let width = radius * (1 + min(max(-place.x, 0), 40) * 0.004)
    let distance = hypot(max(place.x, 0), place.y)
    guard distance < width + 4 else { return color }
    let shade = min(max(1 - (distance - width) / 4, 0), 1)
    let below = color * Float(1 - 0.4 * shade * shade)
    let cover = Float(min(max((width - distance) / 0.5 + 0.5, 0), 1))
    guard cover > 0 else { return below }
    let round = min(distance / width, 1)
    var light = 1 - 0.42 * round * round * round + 0.07 * place.y / width
    // Lines across the joints, and the skin's own grain.
    for joint in [-26.0, -28.5, -52] { light -= 0.1 * exp(-(place.x - joint) * (place.x - joint) / 0.5) }
    light += 0.02 * sin(place.x * 5.1 + 2 * sin(place.y * 3.7)) * sin(place.y * 4.3)
    var own = skin * Float(light)
    let nail = hypot((place.x + radius * 0.1) / (radius * 0.75), place.y / (radius * 0.58))
    if hasNail, nail < 1 {
      let edge = Float(min((1 - nail) * 8, 1))
      own += (skin * 0.55 + SIMD4(112, 88, 88, 115) - own) * edge * 0.7
      own += SIMD4(repeating: Float(45 * exp(-pow(place.y / radius + 0.2, 2) * 40)))
    }
    own.w = 255
    return below + (own - below) * cover
  }
}

/// A flat thing with straight or round edges.
struct FilmPatch: Sendable {
  let center: Point
  /// Half of its sides.
  let half: SIMD2<Double>
  let corner: Double
  let turn: Double
  let color: SIMD4<Float>
  let shadow: Double

  func blend(_ x: Double, _ y: Double, _ under: SIMD4<Float>) -> SIMD4<Float> {
    let (dx, dy) = (x - center.x, y - center.y)
    let u = abs(dx * cos(turn) + dy * sin(turn)) - half.x + corner
    let v = abs(dy * cos(turn) - dx * sin(turn)) - half.y + corner
    let distance = hypot(max(u, 0), max(v, 0)) + min(max(u, v), 0) - corner
    guard distance < 2 else { return under }
    let shade = min(max(1 - distance / 2, 0), 1)
    let below = under * Float(1 - shadow * shade * shade)
    let cover = Float(min(max(-distance / 0.2 + 0.5, 0), 1))
    return below + (color - below) * cover
  }
}
