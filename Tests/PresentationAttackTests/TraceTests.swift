import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

@Suite struct PulseAndLightTests {
  /// Skin whose colour pulses as blood makes it do: green most, blue and red less.
  private func skin(pulse: Double, strength: Double, seconds: Double) throws -> AttackWatch {
    try Drawn.watch(Drawn.times(seconds: seconds)) { number, time in
      let beat = 1 + strength * sin(2 * .pi * pulse * time)
      return try Drawn.picture(number) { _, _ in
        (180 * (1 + (beat - 1) * 0.33), 120 * beat, 95 * (1 + (beat - 1) * 0.53))
      }
    }
  }

  @Test(arguments: [0.9, 1.2, 1.9]) func `a pulse is found at its rate`(pulse: Double) throws {
    let reading = try skin(pulse: pulse, strength: 0.012, seconds: 12).readings.first { $0.name == "pulse" }
    let told = try #require(reading?.detail.split(separator: " ").compactMap { Double($0) }.first)
    #expect(abs(told - pulse * 60) <= 3)
    #expect((reading?.value ?? -99) > 3)
  }

  @Test func `without a pulse nothing stands out as far, and eight seconds are needed`() throws {
    let pulsing = try #require(try skin(pulse: 1.2, strength: 0.012, seconds: 12).value("pulse"))
    let still = try #require(try skin(pulse: 1.2, strength: 0, seconds: 12).value("pulse"))
    #expect(still < pulsing - 3)
    #expect(try skin(pulse: 1.2, strength: 0.012, seconds: 5).value("pulse") == nil)
  }

  private static let flashes = [
    SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 1, 0), SIMD3(0, 0, 0), SIMD3(0, 1, 1),
  ].enumerated().map { LightChallenge.Flash(time: 0.5 + 0.7 * Double($0.offset), color: $0.element) }

  private func lit(face: Double, behind: Double, delay: Double) throws -> Double? {
    let challenge = try #require(LightChallenge(PulseAndLightTests.flashes))
    return try Drawn.watch(Drawn.times(seconds: 5), light: challenge) { number, time in
      let shown = PulseAndLightTests.flashes.last { $0.time <= time - delay }?.color ?? .zero
      return try Drawn.picture(number) { x, y in
        let inside = (120..<200).contains(x) && (70..<170).contains(y)
        let light = shown * (inside ? face : behind)
        return (110 + light.x, 90 + light.y, 80 + light.z)
      }
    }.value("light")
  }

  @Test func `a face that answers the screen's colours is told from one that does not`() throws {
    #expect((try lit(face: 12, behind: 3, delay: 0.1) ?? 0) > 0.9)
    #expect((try lit(face: 0, behind: 0, delay: 0.1) ?? 1) < 0.3)
  }

  @Test func `colours that fall on everything alike come from no screen before the face`() throws {
    #expect(try lit(face: 12, behind: 14, delay: 0.1) == 0)
  }

  @Test func `a sequence has to rise in time and stay in range`() {
    let black = SIMD3(0.0, 0, 0)
    #expect(LightChallenge([]) == nil)
    #expect(LightChallenge([.init(time: 1, color: black), .init(time: 1, color: black)]) == nil)
    #expect(LightChallenge([.init(time: 0, color: black), .init(time: 1, color: SIMD3(2, 0, 0))]) == nil)
    #expect(LightChallenge([.init(time: .nan, color: black), .init(time: 1, color: black)]) == nil)
  }
}

@Suite struct CameraTraceTests {
  @Test func `noise is measured in codes of 255, whatever moves`() throws {
    func level(_ noise: Double) throws -> Double? {
      try Drawn.watch(Drawn.times(seconds: 5)) { number, time in
        try Drawn.picture(number, noise: noise) { x, y in Drawn.grey(100 + (x > 200 ? 60 * sin(time * 9) : 0)) }
      }.value("noise")
    }
    // Even noise over a width has a deviation of width / √12 a channel, less in luma; and rounding adds to it.
    let strong = try #require(try level(20))
    #expect(abs(strong - 20 / 12.0.squareRoot() * 0.67) < 0.8)
    #expect((try level(0) ?? 1) == 0)
  }

  @Test func `even times of frames differ from those of a camera`() throws {
    func change(_ jitter: Double) throws -> Double? {
      var state: UInt32 = 7
      let times = Drawn.times(seconds: 4).map { time in
        state = state &* 1_664_525 &+ 1_013_904_223
        return time + (Double(state >> 8) / Double(1 << 24) - 0.5) * jitter
      }
      let flat = try Drawn.picture(0) { _, _ in Drawn.grey(100) }
      return try Drawn.watch(times) { _, _ in flat }.value("timing")
    }
    #expect((try change(0) ?? 1) < 1e-6)
    #expect((try change(0.004) ?? 0) > 0.02)
  }

  @Test func `blinks end the time that the eyes stay open`() throws {
    let flat = try Drawn.picture(0) { _, _ in Drawn.grey(100) }
    func longest(_ blinks: [Double]) throws -> Double? {
      try Drawn.watch(
        Drawn.times(seconds: 14, rate: 10),
        eyes: { time in blinks.contains { (0..<0.25).contains(time - $0) } ? 0.1 : 0.9 }
      ) { _, _ in flat }.value("blink")
    }
    #expect(abs((try longest([4, 9]) ?? 0) - 4.8) < 0.4)
    #expect(abs((try longest([]) ?? 0) - 13.9) < 0.2)
  }

  @Test func `what is not calibrated is shown and decides nothing`() throws {
    let flat = try Drawn.picture(0, noise: 0) { _, _ in Drawn.grey(100) }
    let noise = try #require(try Drawn.watch(Drawn.times(seconds: 4)) { _, _ in flat }.assess().cue("noise"))
    #expect(noise.value == 0)
    #expect(noise.score == nil)
    #expect(noise.limits == nil)
    #expect(noise.weight == 0)
  }
}
