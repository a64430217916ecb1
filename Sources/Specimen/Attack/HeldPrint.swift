internal import BonafideMedia
internal import Foundation

/// A print of the person that somebody holds before the face and turns as the steps ask: flat, or bent round a cylinder.
struct HeldPrint {
  enum Form { case flat, bent }

  let form: Form
  private let phases: [Double]
  private static let wall = SIMD3<Float>(0.35, 0.4, 0.45)
  private static let scale = 0.95
  /// Radius of the cylinder by the print's width: about 110 degrees of it.
  private static let radius = 0.52
  private static let columns = 48
  private static let rows = 12

  init(_ form: Form, seed: UInt64) {
    self.form = form
    var random = SpecimenRandom(seed: seed, use: 12)
    phases = (0..<5).map { _ in random.uniform(0...(2 * .pi)) }
  }

  func canvas(_ print: Image, _ gesture: HeadGesture, at time: Double) -> Canvas {
    let width = Double(SpecimenCamera.width)
    let height = Double(SpecimenCamera.height)
    var canvas = Canvas(width: SpecimenCamera.width, height: SpecimenCamera.height)
    canvas.draw(print, map: [0.12, 0, 4, 0, 0.12, 4, 0, 0, 1], edges: .repeated)
    canvas.tint(HeldPrint.wall)
    let rotation = HeadRotation(
      HeadGesture(
        pitch: gesture.pitch + wave(0, time, 2.9) * 1.5, yaw: gesture.yaw + wave(1, time, 3.7) * 2,
        roll: wave(2, time, 4.3) * 1.2))
    let shift = SIMD2(wave(3, time, 2.3) * 4, wave(4, time, 3.1) * 4)
    let focal = width * 1.2
    var places: [SIMD3<Double>] = []
    var texture: [SIMD2<Double>] = []
    var triangles: [SIMD3<Int>] = []
    for row in 0...HeldPrint.rows {
      for column in 0...HeldPrint.columns {
        let across = Double(column) / Double(HeldPrint.columns) - 0.5
        let down = Double(row) / Double(HeldPrint.rows) - 0.5
        let turned = rotation.apply(point(across * Double(print.width), -down * Double(print.height), print))
        let depth = focal / (focal - turned.z * HeldPrint.scale)
        places.append(
          SIMD3(
            width / 2 + shift.x + turned.x * HeldPrint.scale * depth,
            height / 2 + shift.y - turned.y * HeldPrint.scale * depth, turned.z))
        texture.append(SIMD2((across + 0.5) * Double(print.width - 1), (down + 0.5) * Double(print.height - 1)))
      }
    }
    let line = HeldPrint.columns + 1
    for row in 0..<HeldPrint.rows {
      for column in 0..<HeldPrint.columns {
        let first = row * line + column
        triangles += [
          SIMD3(first, first + 1, first + line), SIMD3(first + 1, first + line + 1, first + line),
        ]
      }
    }
    canvas.draw(print, texture: texture, at: places, triangles: triangles)
    return canvas
  }

  private func point(_ x: Double, _ y: Double, _ print: Image) -> SIMD3<Double> {
    guard form == .bent else { return SIMD3(x, y, 0) }
    let radius = HeldPrint.radius * Double(print.width)
    let angle = x / radius
    return SIMD3(radius * sin(angle), y, radius * (cos(angle) - 1))
  }

  private func wave(_ phase: Int, _ time: Double, _ period: Double) -> Double {
    sin(2 * .pi * time / period + phases[phase])
  }
}

/// Holes for eyes and mouth in a print, with a living face behind it.
struct CutHoles {
  /// In pixels of the print: middle, half width, half height.
  let holes: [(middle: SIMD2<Double>, half: SIMD2<Double>)]

  /// What is seen of `behind` through the holes of `print`; both are the same size.
  func picture(_ print: Image, behind: Image) throws -> Image {
    try print.withPixels { front in
      try behind.withPixels { back in
        try Image(width: print.width, height: print.height) { pixels in
          for index in pixels.indices { pixels[index] = front[index] }
          for hole in holes { CutHoles.cut(hole, print, behind, back, pixels) }
        }
      }
    }
  }

  private static func cut(
    _ hole: (middle: SIMD2<Double>, half: SIMD2<Double>), _ print: Image, _ behind: Image,
    _ back: UnsafeBufferPointer<UInt8>, _ pixels: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard print.width == behind.width, print.height == behind.height else { return }
    let top = max(0, Int(hole.middle.y - hole.half.y))
    let left = max(0, Int(hole.middle.x - hole.half.x))
    let bottom = min(print.height - 1, Int(hole.middle.y + hole.half.y))
    let right = min(print.width - 1, Int(hole.middle.x + hole.half.x))
    guard top <= bottom, left <= right else { return }
    for y in top...bottom {
      for x in left...right {
        let away = (SIMD2(Double(x), Double(y)) - hole.middle) / hole.half
        let reach = (away * away).sum()
        guard reach < 1 else { continue }
        // The paper throws a shadow on what is right behind its edge.
        let shade = reach > 0.8 ? 0.7 : 0.92
        for channel in 0..<3 {
          let at = (y * print.width + x) * 4 + channel
          pixels[at] = UInt8(Double(back[at]) * shade)
        }
      }
    }
  }
}
