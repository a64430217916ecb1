import BonafideVerification
import Testing

private func isNear(_ value: Double?, _ expected: Double, within tolerance: Double = 0.000_05) -> Bool {
  value.map { abs($0 - expected) <= tolerance } ?? false
}

@Suite("An error rate")
struct ErrorRateTests {
  /// Computed by hand from Wilson's formula with z = 1.959964, z² = 3.841459: the first as
  /// (0.1 + 0.01920729 ± 1.959964 · √(0.09/100 + 3.841459/40000)) / 1.03841459.
  @Test(
    "has the interval of Wilson's formula",
    arguments: [
      (10, 100, 0.0552291, 0.1743657), (0, 10, 0, 0.2775328), (10, 10, 0.7224672, 1), (1, 2, 0.0945312, 0.9054688),
    ])
  func wilson(events: Int, count: Int, low: Double, high: Double) {
    let rate = ErrorRate(events, of: count)
    #expect(isNear(rate?.low, low) && isNear(rate?.high, high))
  }

  @Test("is not made of nothing, or of more than there is", arguments: [(0, 0), (1, 0), (3, 2), (-1, 2), (0, -5)])
  func impossible(events: Int, count: Int) {
    #expect(ErrorRate(events, of: count) == nil)
  }

  @Test("is not made of a share that is none", arguments: [Double.nan, -0.1, 1.1, .infinity])
  func impossibleShare(share: Double) {
    #expect(ErrorRate(share: share, of: 5) == nil)
  }
}

@Suite("Error rates of a comparison")
struct ErrorRatesTests {
  /// At 0.5: impostors 0.5 and 0.6 match (2 of 5), of the genuine only 0.4 does not (1 of 4).
  private let small = ErrorRates(genuine: [0.9, 0.4, 0.8, 0.5], impostor: [0.1, 0.6, 0.2, 0.5, 0.3])

  @Test("count a similarity equal to the threshold as a match")
  func atThreshold() {
    #expect(small.falseMatchRate(at: 0.5)?.value == 0.4)
    #expect(small.falseNonMatchRate(at: 0.5)?.value == 0.25)
  }

  @Test("meet at the threshold where they differ least")
  func equalErrorRate() {
    // Above 0.5, up to 0.6: FMR 1/5, FNMR 2/4. At 0.5: 2/5 and 1/4, which differ least.
    #expect(isNear(small.equalErrorRate?.value, 0.325))
    #expect(ErrorRates(genuine: [0.7, 0.8], impostor: [0.1, 0.2]).equalErrorRate?.value == 0)
    #expect(ErrorRates(genuine: [0.1, 0.2], impostor: [0.7, 0.8]).equalErrorRate?.value == 1)
    #expect(ErrorRates(genuine: [0.5], impostor: [0.5]).equalErrorRate?.value == 0.5)
  }

  @Test("do not exist without pairs of both kinds")
  func empty() {
    #expect(ErrorRates(genuine: [], impostor: [0.1]).equalErrorRate == nil)
    #expect(ErrorRates(genuine: [0.1], impostor: []).equalErrorRate == nil)
    #expect(ErrorRates(genuine: [], impostor: [0.1]).falseNonMatchRate(at: 0) == nil)
    #expect(ErrorRates(genuine: [0.1], impostor: []).falseMatchRate(at: 0) == nil)
    #expect(ErrorRates(genuine: [.nan, .infinity], impostor: [.nan]).genuineCount == 0)
  }

  @Test("propose the smallest threshold that keeps a false match rate")
  func threshold() {
    // 1000 impostors at 0.0000, 0.0005, … 0.4995: ten may match, so the one at 0.4945 must not.
    let rates = ErrorRates(genuine: [0.3, 0.6], impostor: (0..<1000).map { Double($0) / 2000 })
    #expect(rates.threshold(limitingFalseMatchesTo: 0.01) == 0.4946)
    #expect(rates.falseMatchRate(at: 0.4946)?.value == 0.01)
    #expect(rates.falseMatchRate(at: 0.4945)?.value == 0.011)
  }

  @Test("leave out all impostors that tie with the one that must not match")
  func ties() {
    let rates = ErrorRates(genuine: [], impostor: [Double](repeating: 0.25, count: 1000))
    #expect(rates.threshold(limitingFalseMatchesTo: 0.01) == 0.2501)
    #expect(rates.falseMatchRate(at: 0.2501)?.value == 0)
  }

  @Test("propose nothing from too few impostors, or for a rate that is none")
  func tooFew() {
    let rates = ErrorRates(genuine: [], impostor: (0..<999).map { Double($0) / 2000 })
    #expect(rates.threshold(limitingFalseMatchesTo: 0.01) == nil)
    for rate in [0, -1, 1, 2, Double.nan, .infinity] { #expect(rates.threshold(limitingFalseMatchesTo: rate) == nil) }
  }
}
