import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation

/// Films that are drawn for a test: a face's box over whatever is wanted.
enum Drawn {
  typealias Color = (red: Double, green: Double, blue: Double)

  static let face = Rect(x: 120, y: 70, width: 80, height: 100)

  /// A picture of 320 × 240 with a sensor's noise.
  static func picture(_ number: Int, noise: Double = 4, _ color: (Int, Int) -> Color) throws -> Image {
    var state = UInt32(truncatingIfNeeded: number) &* 2_654_435_761 &+ 99
    return try Image(width: 320, height: 240) { pixels in
      for y in 0..<240 {
        for x in 0..<320 {
          let (red, green, blue) = color(x, y)
          for (channel, value) in [red, green, blue].enumerated() {
            state = state &* 1_664_525 &+ 1_013_904_223
            let grain = (Double(state >> 8) / Double(1 << 24) - 0.5) * noise
            pixels[(y * 320 + x) * 4 + channel] = UInt8(min(max(value + grain, 0), 255))
          }
        }
      }
    }
  }

  static func grey(_ value: Double) -> Color { (value, value, value) }

  /// Something that is nowhere even or straight, moved by some pixels.
  static func texture(_ x: Int, _ y: Int, moved: Double = 0) -> Double {
    130 + 40 * sin((Double(x) + moved) / 17 + 2 * sin(Double(y) / 23))
      + 30 * sin((Double(y) + moved / 2) / 11 + 3 * cos(Double(x) / 31))
  }

  static func seen(_ time: Double, eyes: Double? = nil) -> FrameObservation {
    let quality = FaceQuality(
      brightness: 0.5, sharpness: 5, contrast: 0.4, eyeDistance: 40, overexposed: 0, underexposed: 0,
      borderDistance: 50, overall: 1)
    var face = FaceObservation(box: face, score: 0.9, quality: quality, trackID: 1)
    face.leftEyeOpen = eyes
    face.rightEyeOpen = eyes
    return FrameObservation(
      time: time, size: Size(width: 320, height: 240), mirroring: .none, presence: .one(face))
  }

  /// Watches frames at the times given.
  static func watch(
    _ times: [Double], light: LightChallenge? = nil, eyes: (Double) -> Double? = { _ in nil },
    _ draw: (Int, Double) throws -> Image
  ) throws -> AttackWatch {
    var watch = AttackWatch(light: light)
    for (number, time) in times.enumerated() {
      try watch.observe(Frame(image: draw(number, time), time: time), seen(time, eyes: eyes(time)))
    }
    return watch
  }

  static func times(seconds: Double, rate: Double = 30) -> [Double] {
    (0..<Int(seconds * rate)).map { Double($0) / rate }
  }
}

extension AttackWatch {
  func value(_ name: String) -> Double? { readings.first { $0.name == name }?.value }
}

extension AttackAssessment {
  func cue(_ name: String) -> CueScore? { cues.first { $0.name == name } }
}
