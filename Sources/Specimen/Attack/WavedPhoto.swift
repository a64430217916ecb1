internal import BonafideMedia
internal import Foundation

/// A flat print in front of a camera, turned about all axes and moved.
struct WavedPhoto {
  let picture: Image
  private let phases: [Double]
  private static let background = SIMD3<Float>(0.35, 0.4, 0.45)

  init(picture: Image, seed: UInt64) {
    self.picture = picture
    var random = SpecimenRandom(seed: seed)
    phases = (0..<6).map { _ in random.uniform(0...(2 * .pi)) }
  }

  func canvas(at time: Double) -> Canvas {
    let width = Double(SpecimenCamera.width)
    let height = Double(SpecimenCamera.height)
    var canvas = Canvas(width: SpecimenCamera.width, height: SpecimenCamera.height)
    // A wall out of focus: the print itself, much enlarged and darkened.
    let far = 0.12
    canvas.draw(picture, map: [far, 0, 4, 0, far, 4, 0, 0, 1], edges: .repeated)
    canvas.tint(WavedPhoto.background)
    let rotation = HeadRotation(
      HeadGesture(pitch: wave(0, time, 2.3) * 22, yaw: wave(1, time, 3.0) * 38, roll: wave(2, time, 4.1) * 8))
    let distance = width * 1.2 * (1 + 0.08 * wave(3, time, 3.7))
    let shift = (wave(4, time, 2.7) * 18, wave(5, time, 3.3) * 12)
    let focal = width * 1.2
    // The plane's point (u, v, 0) is seen at focal · (R (u, v, 0) + shift) / depth.
    let ex = rotation.apply(SIMD3(1, 0, 0))
    let ey = rotation.apply(SIMD3(0, -1, 0))
    let scale = 0.8
    let fromPlane = [
      [ex.x * scale, ey.x * scale, shift.0], [-ex.y * scale, -ey.y * scale, shift.1],
      [-ex.z * scale, -ey.z * scale, distance],
    ]
    let (cx, cy) = (Double(picture.width) / 2, Double(picture.height) / 2)
    // Picture pixels → plane → canvas.
    let forward = [
      [focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1],
    ].times(fromPlane).times([[1, 0, -cx], [0, 1, -cy], [0, 0, 1]])
    if let back = forward.inverted { canvas.draw(picture, map: back.flatMap { $0 }) }
    return canvas
  }

  private func wave(_ phase: Int, _ time: Double, _ period: Double) -> Double {
    sin(2 * .pi * time / period + phases[phase])
  }
}

extension [[Double]] {
  /// The product of two 3 × 3 matrices.
  fileprivate func times(_ other: [[Double]]) -> [[Double]] {
    (0..<3).map { row in
      (0..<3).map { column in (0..<3).reduce(0.0) { $0 + self[row][$1] * other[$1][column] } }
    }
  }

  /// The inverse of a 3 × 3 matrix; nil when there is none.
  fileprivate var inverted: [[Double]]? {
    func minor(_ r: Int, _ c: Int) -> Double {
      let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3)
      return self[r1][c1] * self[r2][c2] - self[r1][c2] * self[r2][c1]
    }
    let determinant = (0..<3).reduce(0.0) { $0 + self[0][$1] * minor(0, $1) }
    guard abs(determinant) > 1e-12 else { return nil }
    return (0..<3).map { row in (0..<3).map { minor($0, row) / determinant } }
  }
}
