import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

private typealias Color = (red: Double, green: Double, blue: Double)
private let face = Rect(x: 250, y: 160, width: 140, height: 170)

/// A picture of 640 × 480 with a sensor's noise.
private func picture(_ number: Int, noise: Double = 4, _ color: (Int, Int) -> Color) throws -> Image {
  var state = UInt32(truncatingIfNeeded: number) &* 2_654_435_761 &+ 99
  return try Image(width: 640, height: 480) { pixels in
    for y in 0..<480 {
      for x in 0..<640 {
        let (red, green, blue) = color(x, y)
        for (channel, value) in [red, green, blue].enumerated() {
          state = state &* 1_664_525 &+ 1_013_904_223
          let grain = (Double(state >> 8) / Double(1 << 24) - 0.5) * noise
          pixels[(y * 640 + x) * 4 + channel] = UInt8(min(max(value + grain, 0), 255))
        }
      }
    }
  }
}

private func assess(
  count: Int, interval: Double, face: Rect = face, _ draw: (Int) throws -> Image
) throws -> AttackAssessment {
  let quality = FaceQuality(
    brightness: 0.5, sharpness: 5, contrast: 0.4, eyeDistance: 60, overexposed: 0, underexposed: 0, borderDistance: 50,
    overall: 1)
  let seen = FaceObservation(box: face, score: 0.9, quality: quality, trackID: 1)
  var watch = AttackWatch()
  for number in 0..<count {
    let image = try draw(number)
    let time = Double(number) * interval
    try watch.observe(
      Frame(image: image, time: time),
      FrameObservation(time: time, size: image.size, mirroring: .none, presence: .one(seen)))
  }
  return watch.assess()
}

extension AttackAssessment {
  fileprivate func score(_ name: String) -> Double? { cues.first { $0.name == name }?.score }
}

private func grey(_ value: Double) -> Color { (value, value, value) }

/// Something that is nowhere even or straight.
private func texture(_ x: Int, _ y: Int) -> Double {
  130 + 40 * sin(Double(x) / 17 + 2 * sin(Double(y) / 23)) + 30 * sin(Double(y) / 11 + 3 * cos(Double(x) / 31))
}

@Suite struct ScreenBorderTests {
  private func framed(left: Int, right: Int, top: Int, bottom: Int, band: Double = 40) throws -> AttackAssessment {
    try assess(count: 10, interval: 0.35) { number in
      let sway = number % 3
      return try picture(number) { x, y in
        let inside = x > left + sway && x < right + sway && y > top && y < bottom
        return grey(inside ? texture(x, y) : band)
      }
    }
  }

  @Test func `a frame on all sides speaks of a screen`() throws {
    let assessment = try framed(left: 60, right: 580, top: 40, bottom: 440)
    #expect(assessment.score("screen_border") == 0)
    #expect(assessment.reasons.map(\.code) == [.screenReplay])
    #expect(assessment.verdict == .spoof)
  }

  @Test func `three sides do when one of them is below the face`() throws {
    #expect(try framed(left: -10, right: 580, top: 40, bottom: 440).score("screen_border") == 0)
    #expect(try framed(left: 60, right: 580, top: 40, bottom: 490).score("screen_border") == 1)
  }

  @Test func `two bars, and bars of pure black as editing adds them, say nothing`() throws {
    #expect(try framed(left: 60, right: 580, top: -10, bottom: 490).score("screen_border") == 1)
    #expect(try framed(left: 60, right: 580, top: 40, bottom: 440, band: 0).score("screen_border") == 1)
  }

  @Test func `no frame, or too few looks, speaks for nobody`() throws {
    let open = try assess(count: 10, interval: 0.35) { try picture($0) { grey(texture($0, $1)) } }
    #expect(open.score("screen_border") == 1)
    #expect(open.verdict == .notEvaluated)
    let short = try assess(count: 3, interval: 0.35) { try picture($0) { grey(texture($0, $1)) } }
    #expect(short.score("screen_border") == nil)
  }
}

@Suite struct ScreenLatticeTests {
  /// Slanting lines with 3.1 pixels a period below a row of the picture.
  private func striped(from top: Int, strength: Double = 10, face: Rect = face) throws -> AttackAssessment {
    try assess(count: 6, interval: 0.45, face: face) { number in
      try picture(number) { x, y in
        let turns = (Double(x) + 0.13 * Double(y)) / 3.1
        return grey(texture(x, y) + (y >= top ? strength * cos(2 * .pi * turns) : 0))
      }
    }
  }

  @Test func `fine lines on and around the face speak of a screen`() throws {
    let assessment = try striped(from: 0)
    #expect(assessment.score("moire") == 0)
    #expect(assessment.reasons.map(\.code) == [.screenReplay])
  }

  @Test func `fine lines below the face, as on a shirt, do not`() throws {
    #expect(try striped(from: 340, strength: 40).score("moire") == 1)
  }

  @Test func `of a small face it cannot tell`() throws {
    let small = Rect(x: 300, y: 200, width: 50, height: 60)
    #expect(try striped(from: 0, face: small).score("moire") == nil)
  }
}

@Suite struct LoopedFramesTests {
  /// A blob that wanders without ever coming back on the same way.
  private func moving(_ place: (Int) -> Int) throws -> AttackAssessment {
    try assess(count: 90, interval: 0.05) { number in
      let shown = place(number)
      let time = Double(shown) * 0.05
      let (cx, cy) = (320 + 90 * sin(time * 2.1), 240 + 60 * sin(time * 3.3 + 1))
      return try picture(number) { x, y in
        let away = hypot(Double(x) - cx, Double(y) - cy)
        return grey(away < 110 ? 200 : 90)
      }
    }
  }

  @Test func `motion that is seen twice speaks of a loop`() throws {
    let assessment = try moving { $0 % 30 }
    #expect(assessment.score("loop") == 0)
    #expect(assessment.reasons.map(\.code) == [.loopedVideo])
  }

  @Test func `motion that goes on does not, nor does a picture without motion`() throws {
    #expect(try moving { $0 }.score("loop") == 1)
    #expect(try moving { _ in 0 }.score("loop") == 1)
  }

  /// A camera that takes about ten pictures a second, at moments of its own, of something that moves smoothly.
  private func sampled(_ shown: (Double) -> Double) throws -> AttackAssessment {
    var state: UInt32 = 5
    var time = 0.0
    let times = (0..<70).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      time += 0.06 + 0.09 * Double(state >> 8) / Double(1 << 24)
      return time
    }
    return try Drawn.watch(times) { number, time in
      let at = shown(time)
      let (right, down) = (30 * sin(at * 1.9), 20 * sin(at * 2.7 + 1))
      return try Drawn.picture(number) { x, y in Drawn.grey(Drawn.texture(x + Int(right), y + Int(down))) }
    }.assess()
  }

  @Test func `a loop is seen although no moment of it is taken twice`() throws {
    #expect(try sampled { $0.truncatingRemainder(dividingBy: 2.2) }.score("loop") == 0)
    #expect(try sampled { $0 }.score("loop") == 1)
  }

  @Test func `four frames a second are too few to tell`() throws {
    let assessment = try assess(count: 20, interval: 0.25) { number in
      try picture(number) { x, y in grey(texture(x + number * 3 % 9, y)) }
    }
    #expect(assessment.score("loop") == nil)
  }
}
