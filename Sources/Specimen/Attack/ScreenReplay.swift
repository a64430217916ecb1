internal import BonafideMedia
internal import Foundation

/// A screen that shows a film, filmed by a camera: stripes of colour as sub-pixels, sampled by a sensor three times as
/// fine as the picture, which makes moiré; limited contrast, a reflected lamp, dark bands, a frame, a moving hand.
struct ScreenReplay {
  let device: ScreenDevice
  private let wall: Image
  private let geometry: ReplayGeometry
  private let glare: SIMD2<Double>
  private let glareLight: Float
  private let bandDrift: Double
  private var random: SpecimenRandom
  private static let noise = 2.2
  private static let ambient: Float = 0.012

  init(_ device: ScreenDevice, wall: Image, seed: UInt64) {
    self.device = device
    self.wall = wall
    var random = SpecimenRandom(seed: seed, use: 11)
    geometry = ReplayGeometry(device, &random)
    glare = SIMD2(random.uniform(-0.45...0.45) * device.panelWidth, random.uniform(-0.45 ... -0.1) * device.panelHeight)
    glareLight = Float(random.uniform(0.02...0.10))
    bandDrift = random.uniform(0.15...0.6)
    self.random = random
  }

  /// Frames have to be asked for in order, because the noise of the camera goes on.
  mutating func picture(of film: Image, at time: Double) throws -> Image {
    var canvas = Canvas(width: SpecimenCamera.width, height: SpecimenCamera.height)
    let sway = geometry.sway(at: time)
    canvas.draw(wall, map: [0.12, 0, 4 + sway.x * 0.02, 0, 0.12, 4 + sway.y * 0.02, 0, 0, 1], edges: .repeated)
    canvas.tint(SIMD3(0.45, 0.5, 0.5))
    if let back = geometry.screenToPicture(at: time).inverse {
      film.withPixels { pixels in
        let sampler = Sampler(pixels: pixels, width: film.width, height: film.height)
        let painter = ScreenPainter(
          device: device, film: sampler, back: back, glare: glare, glareLight: glareLight,
          bandPhase: time * bandDrift, ambient: ScreenReplay.ambient)
        canvas.paint { color, x, y in painter.color(color, x, y) }
      }
    }
    return try canvas.image(noise: ScreenReplay.noise, &random)
  }
}

/// How device and camera lie to each other.
struct ReplayGeometry {
  private let device: ScreenDevice
  private let scale: Double
  private let place: SIMD2<Double>
  private let turned: HeadGesture
  private let phases: [Double]
  private let focal = Double(SpecimenCamera.width) * 1.2

  init(_ device: ScreenDevice, _ random: inout SpecimenRandom) {
    self.device = device
    let share = device.share * random.uniform(0.96...1.04)
    scale = Double(SpecimenCamera.width) * share / device.filmWidth
    let room = max(0, (1 - share) * 0.5)
    place = SIMD2(
      random.uniform(-0.25...0.25) * room * Double(SpecimenCamera.width),
      random.uniform(-0.25...0.25) * room * Double(SpecimenCamera.height))
    turned = HeadGesture(
      pitch: random.uniform(-4...4), yaw: random.uniform(-5...5), roll: random.uniform(-2...2))
    phases = (0..<6).map { _ in random.uniform(0...(2 * .pi)) }
  }

  func sway(at time: Double) -> SIMD2<Double> {
    SIMD2(wave(3, time, 3.1) + 0.4 * wave(5, time, 0.8), wave(4, time, 2.6)) * device.handShift
  }

  func screenToPicture(at time: Double) -> PerspectiveMap {
    let rotation = HeadRotation(
      HeadGesture(
        pitch: turned.pitch + wave(0, time, 2.9) * device.handTurn,
        yaw: turned.yaw + wave(1, time, 3.7) * device.handTurn,
        roll: turned.roll + wave(2, time, 4.3) * device.handTurn * 0.5))
    let across = rotation.apply(SIMD3(1, 0, 0)) * scale
    let down = rotation.apply(SIMD3(0, -1, 0)) * scale
    let shift = place + sway(at: time)
    let (cx, cy) = (Double(SpecimenCamera.width) / 2, Double(SpecimenCamera.height) / 2)
    return PerspectiveMap(
      a: focal * across.x - cx * across.z, b: focal * down.x - cx * down.z, c: focal * (shift.x + cx),
      d: -focal * across.y - cy * across.z, e: -focal * down.y - cy * down.z, f: focal * (shift.y + cy),
      g: -across.z, h: -down.z, i: focal)
  }

  private func wave(_ phase: Int, _ time: Double, _ period: Double) -> Double {
    sin(2 * .pi * time / period + phases[phase])
  }
}
