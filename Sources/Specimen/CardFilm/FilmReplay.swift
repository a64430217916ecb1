internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A film on a screen, filmed again from so near that nothing else is seen. Card films are 16 : 9, and fill the screen.
struct FilmReplay: Sendable {
  private let device: ScreenDevice
  private let width: Int
  private let height: Int
  /// Width of the shown film by the picture's.
  private let share: Double
  private let turned: HeadGesture
  private let phases: [Double]
  private let glare: SIMD2<Double>
  private let glareLight: Float
  private let bandDrift: Double

  private static let ambient: Float = 0.012

  /// 24 inches, 1920 × 1080, 92 pixels an inch.
  private static let monitor = ScreenDevice(
    panelWidth: 1920, panelHeight: 1080, filmWidth: 1920, bezel: 44, bezelLight: SIMD3(0.020, 0.020, 0.022),
    white: SIMD3(0.94, 0.98, 1), black: 0.004, bandDepth: 0.04, bandCount: 2.3, handTurn: 0.2, handShift: 1.5,
    share: 1.08)
  /// 12 inches, 2560 × 1440, 245 pixels an inch.
  private static let tablet = ScreenDevice(
    panelWidth: 2560, panelHeight: 1600, filmWidth: 2560, bezel: 105, bezelLight: SIMD3(0.012, 0.012, 0.012),
    white: SIMD3(1, 0.98, 0.93), black: 0.003, bandDepth: 0, bandCount: 1, handTurn: 0.8, handShift: 3, share: 1.1)
  /// 6.1 inches, 2340 × 1080, 420 pixels an inch.
  private static let phone = ScreenDevice(
    panelWidth: 2340, panelHeight: 1080, filmWidth: 1920, bezel: 70, bezelLight: SIMD3(0.008, 0.008, 0.009),
    white: SIMD3(0.97, 1, 0.97), black: 0.0005, bandDepth: 0.05, bandCount: 4.2, handTurn: 1, handShift: 3, share: 1.06)
  private static let devices = [monitor, tablet, phone]

  init(_ plan: CardFilmPlan, _ random: inout SpecimenRandom) {
    let device = FilmReplay.devices[Int(plan.seed % UInt64(FilmReplay.devices.count))]
    self.device = device
    (width, height) = (plan.width, plan.height)
    share = device.share * random.uniform(0.98...1.03)
    turned = HeadGesture(
      pitch: random.uniform(-2...2), yaw: random.uniform(-2...2), roll: random.uniform(-1.5...1.5))
    phases = (0..<5).map { _ in random.uniform(0...(2 * .pi)) }
    glare = SIMD2(random.uniform(-0.45...0.45) * device.panelWidth, random.uniform(-0.4 ... -0.1) * device.panelHeight)
    glareLight = Float(random.uniform(0...0.03))
    bandDrift = random.uniform(0.15...0.6)
  }

  func picture(of film: Image, at time: Double, noise: Double, _ random: inout SpecimenRandom) throws -> Image {
    var canvas = Canvas(width: width, height: height)
    guard let back = map(at: time)?.inverse else { throw BonafideError(.internal, "a screen is seen edge-on") }
    let full = try FilmReplay.heightened(film)
    full.withPixels { pixels in
      let painter = ScreenPainter(
        device: device, film: Sampler(pixels: pixels, width: full.width, height: full.height), back: back, glare: glare,
        glareLight: glareLight, bandPhase: time * bandDrift, ambient: FilmReplay.ambient)
      canvas.paint { color, x, y in painter.color(color, x, y) }
    }
    return try canvas.image(noise: noise, &random)
  }

  /// Where points of the film are in the picture of the screen.
  func shown(_ points: [Point], at time: Double) -> [Point] {
    guard let map = map(at: time) else { return points }
    let unit = device.filmWidth / Double(width)
    return points.map {
      map.apply(
        Point(
          x: ($0.x + 0.5 - Double(width) / 2) * unit, y: ($0.y + 0.5 - Double(height) / 2) * unit))
    }
  }

  /// The painter shows films of 4 : 3; what it has above and below lies beyond the screen.
  private static func heightened(_ film: Image) throws -> Image {
    let height = film.width * 3 / 4
    let top = (height - film.height) / 2
    return try Image(width: film.width, height: height) { target in
      film.withPixels { source in
        for y in 0..<height {
          let row = min(max(y - top, 0), film.height - 1) * film.width * 4
          for index in 0..<film.width * 4 { target[y * film.width * 4 + index] = source[row + index] }
        }
      }
    }
  }

  /// From the screen's own pixels, the middle being 0, to the picture.
  private func map(at time: Double) -> PerspectiveMap? {
    func wave(_ phase: Int, _ period: Double) -> Double { sin(2 * .pi * time / period + phases[phase]) }
    let rotation = HeadRotation(
      HeadGesture(
        pitch: turned.pitch + wave(0, 2.9) * device.handTurn, yaw: turned.yaw + wave(1, 3.7) * device.handTurn,
        roll: turned.roll + wave(2, 4.3) * device.handTurn * 0.5))
    let scale = Double(width) * share / device.filmWidth
    let focal = Double(width) * CardFilmPath.focal
    let (x, y) = (device.filmWidth / 2, device.filmWidth * 9 / 32)
    let corners = [Point(x: -x, y: -y), Point(x: x, y: -y), Point(x: x, y: y), Point(x: -x, y: y)]
    let seen = corners.map { corner -> Point in
      let place = rotation.apply(SIMD3(corner.x * scale, -corner.y * scale, 0))
      let near = focal / (focal - place.z)
      return Point(
        x: Double(width) / 2 + wave(3, 3.1) * device.handShift + place.x * near,
        y: Double(height) / 2 + wave(4, 2.6) * device.handShift - place.y * near)
    }
    return PerspectiveMap(from: corners, to: seen)
  }
}
