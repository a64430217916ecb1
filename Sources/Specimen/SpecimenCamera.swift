package import BonafideMedia
internal import Foundation

/// The camera in front of a specimen: size, framing, shake and noise.
package struct SpecimenCamera: Sendable {
  package static let width = 640
  package static let height = 480
  package static let rate = 30.0
  /// Share of the picture's width that the face takes.
  private static let faceShare = 0.28
  /// Where the middle of the face is, as a share of the height.
  private static let faceHeight = 0.5

  private let head: SpecimenHead
  private let scale: Double
  private let noise: Double
  private let phases: [Double]
  private var random: SpecimenRandom

  /// - `noise`: standard deviation of each channel, of 255.
  package init(_ head: SpecimenHead, seed: UInt64, noise: Double = 2.5) {
    self.head = head
    self.noise = noise
    scale = Double(SpecimenCamera.width) * SpecimenCamera.faceShare / head.faceWidth
    var random = SpecimenRandom(seed: seed)
    phases = (0..<8).map { _ in random.uniform(0...(2 * .pi)) }
    self.random = random
  }

  /// What a hand that holds the camera, and a living head, add at a time.
  package enum Shake: Sendable { case handheld, tripod }

  /// The picture at a time. Frames of one video have to be asked for in order, since the noise goes on.
  package mutating func picture(_ gesture: HeadGesture, at time: Double, shake: Shake) throws -> Image {
    try canvas(gesture, at: time, shake: shake).image(noise: noise, &random)
  }

  func canvas(_ gesture: HeadGesture, at time: Double, shake: Shake) -> Canvas {
    var gesture = gesture
    var offset = SIMD2<Double>.zero
    if shake == .handheld {
      gesture.yaw += wave(0, time, 3.7) * 1.2
      gesture.pitch += wave(1, time, 2.9) * 0.9
      gesture.roll += wave(2, time, 4.3) * 0.8
      offset = SIMD2(wave(3, time, 2.3) * 3 + wave(4, time, 0.7), wave(5, time, 3.1) * 3 + wave(6, time, 0.9))
    }
    let middle =
      SIMD2(
        Double(SpecimenCamera.width) / 2, Double(SpecimenCamera.height) * SpecimenCamera.faceHeight) + offset
    let step = 1 / scale
    var canvas = Canvas(width: SpecimenCamera.width, height: SpecimenCamera.height)
    canvas.draw(
      head.photo,
      map: [step, 0, head.center.x - middle.x * step, 0, step, head.center.y - middle.y * step, 0, 0, 1],
      edges: .repeated)
    let places = head.vertices(gesture).map {
      SIMD3(middle.x + $0.x * scale, middle.y - $0.y * scale, $0.z)
    }
    canvas.draw(head.photo, texture: head.texture, at: places, triangles: head.triangles)
    return canvas
  }

  /// Where eyes and mouth are when nothing shakes, a little enlarged.
  func holes(_ gesture: HeadGesture) -> CutHoles {
    let places = head.vertices(gesture).map {
      SIMD2(
        Double(SpecimenCamera.width) / 2 + $0.x * scale,
        Double(SpecimenCamera.height) * SpecimenCamera.faceHeight - $0.y * scale)
    }
    let parts: [(from: Int, to: Int, wide: Double, high: Double)] = [
      (33, 133, 0.75, 0.5), (362, 263, 0.75, 0.5), (61, 291, 0.78, 0.45),
    ]
    return CutHoles(
      holes: parts.map { part in
        let across = places[part.to] - places[part.from]
        let width = (across * across).sum().squareRoot()
        return ((places[part.from] + places[part.to]) / 2, SIMD2(width * part.wide, width * part.high))
      })
  }

  private func wave(_ phase: Int, _ time: Double, _ period: Double) -> Double {
    sin(2 * .pi * time / period + phases[phase])
  }
}
