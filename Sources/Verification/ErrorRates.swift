/// A share of counted events with its 95 % Wilson score interval (Wilson 1927; ISO/IEC 19795-1 asks for an interval).
///
/// The interval takes the events as independent. Pairs that share a picture or a person are not, so it is too narrow
/// for sets in which few persons make many pairs.
package struct ErrorRate: Sendable, Hashable {
  /// 97.5 % quantile of the normal distribution.
  private static let quantile = 1.959_963_984_540_054

  package let value: Double
  package let low: Double
  package let high: Double

  /// Nil when nothing was counted or the share is not one.
  package init?(share: Double, of count: Int) {
    guard count > 0, (0...1).contains(share) else { return nil }
    let n = Double(count)
    let squared = ErrorRate.quantile * ErrorRate.quantile
    let middle = share + squared / (2 * n)
    let spread = ErrorRate.quantile * (share * (1 - share) / n + squared / (4 * n * n)).squareRoot()
    value = share
    // The ends are exactly 0 and 1 there; rounding must not say otherwise.
    low = share == 0 ? 0 : max(0, (middle - spread) / (1 + squared / n))
    high = share == 1 ? 1 : min(1, (middle + spread) / (1 + squared / n))
  }

  package init?(_ events: Int, of count: Int) {
    guard count > 0, (0...count).contains(events) else { return nil }
    self.init(share: Double(events) / Double(count), of: count)
  }
}

/// Error rates of a comparison that takes two faces for the same when their similarity reaches a threshold.
///
/// FMR, the false match rate, is the share of impostor pairs that reach it; FNMR, the false non-match rate, the share
/// of genuine pairs that do not. Both as in ISO/IEC 19795-1, over pairs that could be compared.
package struct ErrorRates: Sendable {
  /// Thresholds are proposed in such steps, so that the number that is printed is the one that was measured.
  static let steps = 10_000.0
  /// So many false matches have to be allowed by a rate before a threshold for it is believed.
  static let believedEvents = 10.0

  /// Similarities, rising.
  private let genuine: [Double]
  private let impostor: [Double]

  package var genuineCount: Int { genuine.count }
  package var impostorCount: Int { impostor.count }

  /// Similarities of pairs of the same person, and of pairs of two persons. Values that are not finite are left out.
  package init(genuine: [Double], impostor: [Double]) {
    self.genuine = genuine.filter(\.isFinite).sorted()
    self.impostor = impostor.filter(\.isFinite).sorted()
  }

  /// False match rate at a threshold; nil without impostor pairs.
  package func falseMatchRate(at threshold: Double) -> ErrorRate? {
    ErrorRate(impostor.count - impostor.countBelow(threshold), of: impostor.count)
  }

  /// False non-match rate at a threshold; nil without genuine pairs.
  package func falseNonMatchRate(at threshold: Double) -> ErrorRate? {
    ErrorRate(genuine.countBelow(threshold), of: genuine.count)
  }

  /// Where both rates meet: their mean at the threshold at which they differ least. Its interval is that of a share of
  /// the smaller of both sets, which is the wider one. Nil when either set is empty.
  package var equalErrorRate: ErrorRate? {
    guard let greatest = genuine.last, let other = impostor.last else { return nil }
    var best = (difference: Double.infinity, mean: 1.0)
    // Rates change at similarities only; above the greatest nothing matches.
    for threshold in genuine + impostor + [max(greatest, other).nextUp] {
      let falseNonMatch = Double(genuine.countBelow(threshold)) / Double(genuine.count)
      let falseMatch = 1 - Double(impostor.countBelow(threshold)) / Double(impostor.count)
      let difference = abs(falseMatch - falseNonMatch)
      let mean = (falseMatch + falseNonMatch) / 2
      if (difference, mean) < (best.difference, best.mean) { best = (difference, mean) }
    }
    return ErrorRate(share: best.mean, of: min(genuine.count, impostor.count))
  }

  /// The smallest threshold, in steps of 0.0001, at which the false match rate is at most `rate`. Nil when there are
  /// too few impostor pairs to tell: fewer than ten by the rate.
  package func threshold(limitingFalseMatchesTo rate: Double) -> Double? {
    guard rate > 0, rate < 1, Double(impostor.count) * rate >= ErrorRates.believedEvents else { return nil }
    // The greatest impostor that must not match; the allowed ones lie above it.
    let index = impostor.count - 1 - Int((Double(impostor.count) * rate).rounded(.down))
    guard impostor.indices.contains(index) else { return nil }
    let excluded = impostor[index]
    var step = (excluded * ErrorRates.steps).rounded(.down)
    while step / ErrorRates.steps <= excluded { step += 1 }
    return step / ErrorRates.steps
  }
}

extension [Double] {
  /// How many of these rising values lie below one.
  fileprivate func countBelow(_ value: Double) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
