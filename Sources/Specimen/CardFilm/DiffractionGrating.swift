internal import Foundation

/// What the crescent's foil sends to the camera: a grating model with three lamps and two orders.
///
/// A groove spacing d sends the wavelength d · (sin of the light + sin of the view) / order along the grooves' normal; the
/// farther the two directions are from the plane of that normal, the weaker. Disc, crescent and star have spacings and
/// directions of their own, so that colours run along the element and flash as it turns.
struct DiffractionGrating: Sendable {
  private let lamps: [SIMD3<Double>]
  private let spacing: Double
  private let turn: Double

  init(_ random: inout SpecimenRandom) {
    lamps = (0..<3).map { _ in
      let v = SIMD3(random.uniform(-0.6...0.6), random.uniform(-0.2...0.8), random.uniform(0.7...1))
      return v / (v * v).sum().squareRoot()
    }
    spacing = random.uniform(900...1300)
    turn = random.uniform(0...(.pi))
  }

  /// Red, green and blue, about 0…1, of a place on the element.
  ///
  /// - `x`, `y`: from the middle, by half of the element's side; -1…1.
  /// - `view`: towards the camera in the card's own axes, unit length.
  /// - `lamps`: unit vectors towards them, in the same axes.
  func color(_ x: Double, _ y: Double, _ zone: FoilZone, view: SIMD3<Double>, lamps: [SIMD3<Double>]) -> SIMD3<Double> {
    let (moon, star) = (zone == .moon, zone == .star)
    let sector = (atan2(y, x) * 5 / .pi).rounded() * 0.12
    let angle = turn + (moon ? 0.5 : star ? 1.1 : sector)
    let normal = SIMD2(cos(angle), sin(angle))
    let grooves = spacing * (moon ? 1.12 : star ? 0.9 : 1) * (1 + 0.16 * (x * normal.x + y * normal.y))
    var sum = SIMD3<Double>.zero
    for lamp in lamps {
      let path = SIMD2(lamp.x + view.x, lamp.y + view.y)
      let along = abs((path * normal).sum())
      let off = path.x * normal.y - path.y * normal.x
      let strength = exp(-off * off / 0.35)
      for order in 1...2 {
        sum += DiffractionGrating.spectrum(grooves * along / Double(order)) * (strength / Double(order))
      }
    }
    // The picture under the foil shows through more in the disc.
    return sum * (moon || star ? 1 : 0.7)
  }

  /// The lamps as the turned card sees them.
  func lamps(_ rotation: HeadRotation) -> [SIMD3<Double>] { lamps.map(rotation.undo) }

  private static func spectrum(_ nanometres: Double) -> SIMD3<Double> {
    func bell(_ middle: Double, _ width: Double) -> Double {
      let off = (nanometres - middle) / width
      return abs(off) > 4 ? 0 : exp(-off * off / 2)
    }
    return SIMD3(bell(612, 42) + 0.3 * bell(430, 20), bell(545, 38), bell(458, 28))
  }
}

/// Parts of the foil.
enum FoilZone: Sendable {
  case disc, moon, star

  /// A place by half of the element's side; nil outside of the disc.
  init?(_ x: Double, _ y: Double) {
    guard hypot(x, y) < 1 else { return nil }
    let isMoon = hypot(x + 0.12, y) < 0.6 && hypot(x - 0.05, y) > 0.47
    self = isMoon ? .moon : hypot(x - 0.4, y) < 0.2 ? .star : .disc
  }
}

extension HeadRotation {
  /// The other way about.
  func undo(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b, c) = (apply(SIMD3(1, 0, 0)), apply(SIMD3(0, 1, 0)), apply(SIMD3(0, 0, 1)))
    return SIMD3((a * v).sum(), (b * v).sum(), (c * v).sum())
  }
}
