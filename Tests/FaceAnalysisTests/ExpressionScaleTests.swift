import BonafideFaceAnalysis
import Foundation
import Testing

private let scales: [ExpressionScale] = [.smile, .mouthWidth, .eyeOpen]

@Test(arguments: scales) func `a scale rises and stays within 0 and 1`(scale: ExpressionScale) {
  var last = 0.0
  for step in -200...400 {
    let value = scale.value(at: Double(step) / 200)
    #expect(value >= last && value <= 1)
    last = value
  }
  #expect(last == 1)
}

@Test(arguments: scales) func `a scale meets its knots and runs straight between them`(scale: ExpressionScale) {
  for knot in scale.knots { #expect(abs(scale.value(at: knot.raw) - knot.value) < 1e-12) }
  for (low, high) in zip(scale.knots, scale.knots.dropFirst()) {
    #expect(abs(scale.value(at: (low.raw + high.raw) / 2) - (low.value + high.value) / 2) < 1e-12)
  }
}

@Test(arguments: scales) func `what is no number reads as the lowest`(scale: ExpressionScale) {
  #expect(scale.value(at: .nan) == 0)
  #expect(scale.value(at: -.infinity) == 0)
  #expect(scale.value(at: .infinity) == 1)
}

/// A closed eye (aspect ratio up to 0.12) has to read below ML Kit's 0.3, an open one (0.21 and more) above.
@Test func `the eye's scale has its limit where lids close`() {
  #expect(ExpressionScale.eyeOpen.value(at: 0.12) < 0.3)
  #expect(ExpressionScale.eyeOpen.value(at: 0.21) > 0.3)
}
