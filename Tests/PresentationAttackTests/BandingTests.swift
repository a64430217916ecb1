import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

@Suite struct BandingTests {
  /// A moving scene under light that has bands: so deep, so many, running so fast.
  private func film(
    depth: Double, bands: Double = 2.3, speed: Double = 0.7, along rows: Bool = false, seconds: Double = 5.2,
    rate: Double = 30
  ) throws -> AttackWatch {
    try Drawn.watch(Drawn.times(seconds: seconds, rate: rate)) { number, time in
      let sway = 3 * sin(time * 2.1) + 2 * sin(time * 5)
      let blob = (x: 160 + 40 * sin(time * 1.9), y: 120 + 25 * sin(time * 1.3))
      return try Drawn.picture(number) { x, y in
        let place = rows ? Double(x) / 320 : Double(y) / 240
        let light = 1 - depth * (0.5 + 0.5 * cos(2 * .pi * (bands * place - speed * time)))
        let inside = hypot(Double(x) - blob.x, Double(y) - blob.y) < 50
        let shown = inside ? 170 + 30 * sin(Double(x) / 9) : Drawn.texture(x, y, moved: sway) * 0.7
        return Drawn.grey(shown * pow(light, 1 / 2.2))
      }
    }
  }

  @Test func `bands that run down the picture speak of a screen`() throws {
    let assessment = try film(depth: 0.08).assess()
    #expect(assessment.cue("banding")?.score == 0)
    #expect(assessment.reasons.map(\.code) == [.screenReplay])
    #expect(assessment.verdict == .spoof)
  }

  @Test func `so do bands across, as of a telephone that is held upright`() throws {
    #expect(try film(depth: 0.08, along: true).assess().cue("banding")?.score == 0)
  }

  @Test func `motion without bands does not`() throws {
    #expect(try film(depth: 0).assess().cue("banding")?.score == 1)
  }

  @Test func `light that changes everywhere at once has no bands`() throws {
    let watch = try Drawn.watch(Drawn.times(seconds: 5.2)) { number, time in
      try Drawn.picture(number) { x, y in Drawn.grey(Drawn.texture(x, y) * (0.8 + 0.1 * sin(time * 6))) }
    }
    #expect(watch.assess().cue("banding")?.score == 1)
  }

  @Test func `a short film and one of five frames a second cannot tell`() throws {
    #expect(try film(depth: 0.08, seconds: 2).value("banding") == nil)
    #expect(try film(depth: 0.08, seconds: 5.2, rate: 5).value("banding") == nil)
  }

  @Test func `the evidence shows light over time`() throws {
    let evidence = try film(depth: 0.08).evidence.first { $0.cue == "banding" }
    #expect((evidence?.picture?.image.width ?? 0) > 100)
    #expect(evidence?.points.isEmpty == false)
  }
}
