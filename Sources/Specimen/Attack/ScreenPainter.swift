internal import BonafideMedia
internal import Foundation

/// The colour of one pixel of a picture of a screen.
struct ScreenPainter {
  /// Sensor pixels along one side of a pixel of the picture.
  private static let finer = 3
  /// Of the lens, in sensor pixels; and the part of a sensor pixel that takes light.
  private static let lens = 0.35
  private static let aperture = 0.8

  private let device: ScreenDevice
  private let film: Sampler
  private let back: PerspectiveMap
  private let glare: SIMD2<Double>
  private let glareLight: Float
  private let bandPhase: Double
  private let ambient: Float
  /// How much of the stripes and of the dark lines between rows the sensor still sees.
  private let stripes: Float
  private let rows: Float
  private let waves = CosineTable()
  private let light = LightTable()

  init(
    device: ScreenDevice, film: Sampler, back: PerspectiveMap, glare: SIMD2<Double>, glareLight: Float,
    bandPhase: Double, ambient: Float
  ) {
    self.device = device
    self.film = film
    self.back = back
    self.glare = glare
    self.glareLight = glareLight
    self.bandPhase = bandPhase
    self.ambient = ambient
    // Screen pixels a sensor pixel, in the middle.
    let middle = (x: Double(SpecimenCamera.width) / 2, y: Double(SpecimenCamera.height) / 2)
    let depth = back.g * middle.x + back.h * middle.y + back.i
    let u = (back.a * middle.x + back.b * middle.y + back.c) / depth
    let step = abs((back.a - u * back.g) / depth) / Double(ScreenPainter.finer)
    let blur = exp(-2 * Double.pi * Double.pi * ScreenPainter.lens * ScreenPainter.lens * step * step)
    let x = Double.pi * ScreenPainter.aperture * step
    let seen = blur * abs(x > 1e-6 ? sin(x) / x : 1)
    // A third of the width is lit: 2 · sinc(1/3); of the height 85 %: 2 · sinc(0.85) · 0.85⁻¹.
    stripes = Float(1.65 * seen)
    rows = Float(0.34 * seen)
  }

  func color(_ room: SIMD4<Float>, _ x: Int, _ y: Int) -> SIMD4<Float> {
    let (px, py) = (Double(x), Double(y))
    let depth = back.g * px + back.h * py + back.i
    let u = (back.a * px + back.b * py + back.c) / depth
    let v = (back.d * px + back.e * py + back.f) / depth
    guard u.isFinite, v.isFinite else { return room }
    let step = SIMD2((back.a - u * back.g) / depth, (back.b - u * back.h) / depth)
    let pixel = max(1e-6, (step * step).sum().squareRoot())
    func inside(_ halfWidth: Double, _ halfHeight: Double) -> Float {
      Float(min(max(min(halfWidth - abs(u), halfHeight - abs(v)) / pixel + 0.5, 0), 1))
    }
    let body = inside(device.panelWidth / 2 + device.bezel, device.panelHeight / 2 + device.bezel)
    if body == 0 { return room }
    let panel = inside(device.panelWidth / 2, device.panelHeight / 2)
    let shown = inside(device.filmWidth / 2, device.filmWidth * 0.375)
    var glow = SIMD3<Float>(repeating: device.black)
    if shown > 0 {
      let picture = film.color(
        (u / device.filmWidth + 0.5) * Double(film.width), (v / device.filmWidth * 4 / 3 + 0.5) * Double(film.height))
      let linear = SIMD3(light.linear(picture.x), light.linear(picture.y), light.linear(picture.z))
      glow += linear * (1 - device.black) * shown
    }
    if stripes > 0.002 { glow *= lattice(u, v, step, depth) }
    let band = 1 - device.bandDepth * (0.5 + 0.5 * waves.value(py / 480 * device.bandCount - bandPhase))
    glow *= device.white * band
    let away = (SIMD2(u, v) - glare) / (0.16 * device.panelWidth)
    let lamp = glareLight * Float(exp(-(away * away).sum()))
    let screen = glow + (ambient + lamp)
    let rim = device.bezelLight + lamp * 0.3
    let seen = rim + (screen - rim) * panel
    let coded = SIMD3(light.coded(seen.x), light.coded(seen.y), light.coded(seen.z))
    return room + (SIMD4(coded, 255) - room) * body
  }

  /// Mean over the sensor pixels of what stripes and rows let through, by colour.
  private func lattice(_ u: Double, _ v: Double, _ step: SIMD2<Double>, _ depth: Double) -> SIMD3<Float> {
    let down = SIMD2((back.d - v * back.g) / depth, (back.e - v * back.h) / depth)
    var sum = SIMD3<Float>.zero
    for row in 0..<ScreenPainter.finer {
      for column in 0..<ScreenPainter.finer {
        let place = (SIMD2(Double(column), Double(row)) - 1) / Double(ScreenPainter.finer)
        let su = u + (step * place).sum()
        let sv = v + (down * place).sum()
        let colors = SIMD3(waves.value(su), waves.value(su - 1.0 / 3), waves.value(su - 2.0 / 3))
        sum += (1 + stripes * colors) * (1 + rows * waves.value(sv))
      }
    }
    return sum / Float(ScreenPainter.finer * ScreenPainter.finer)
  }
}

/// cos 2πx by table.
struct CosineTable {
  private let values: [Float] = (0..<1024).map { Float(cos(2 * Double.pi * Double($0) / 1024)) }

  func value(_ turns: Double) -> Float { values[Int((turns - turns.rounded(.down)) * 1024) & 1023] }
}

/// Between codes 0…255 and linear light 0…1, by a power of 2.2.
struct LightTable {
  private let toLinear: [Float] = (0..<1024).map { Float(pow(Double($0) / 1023, 2.2)) }
  private let toCode: [Float] = (0..<4096).map { Float(255 * pow(Double($0) / 4095, 1 / 2.2)) }

  func linear(_ code: Float) -> Float { toLinear[Int(min(max(code, 0), 255) * (1023.0 / 255))] }
  func coded(_ light: Float) -> Float {
    // Interpolated: in the dark one step of the table is several codes.
    let place = min(max(light, 0), 1) * 4094
    let index = Int(place)
    return toCode[index] + (toCode[index + 1] - toCode[index]) * (place - Float(index))
  }
}
