internal import Foundation

/// SplitMix64: the same numbers from the same seed on every machine.
struct SpecimenRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
  }

  /// Numbers of their own for each use of one seed. Those of `init(seed:)` for one seed and the next are the same row,
  /// begun one later.
  init(seed: UInt64, use: UInt64) {
    var first = SpecimenRandom(seed: seed)
    state = first.next() ^ (use &* 0xD6E8_FEB8_6659_FD93)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Normal with mean 0 and deviation 1, by the sum of twelve uniform numbers.
  mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + uniform(0...1) }
  }
}
