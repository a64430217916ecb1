internal import Foundation

/// Error rates of a comparison on pairs whose truth is known, as ISO/IEC 19795-1 names them.
package struct ErrorRates: Sendable {
  /// A proportion with its 95 % interval by Wilson's score.
  package struct Rate: Sendable, Hashable {
    package let value: Double
    package let low: Double
    package let high: Double

    /// Nil when there was nothing to count.
    package init?(errors: Int, of count: Int) {
      guard count > 0, errors >= 0, errors <= count else { return nil }
      let z = 1.959964
      let n = Double(count)
      let p = Double(errors) / n
      let middle = (p + z * z / (2 * n)) / (1 + z * z / n)
      let half = z / (1 + z * z / n) * (p * (1 - p) / n + z * z / (4 * n * n)).squareRoot()
      value = p
      low = max(0, middle - half)
      high = min(1, middle + half)
    }
  }

  private static let leastErrors = 3.0

  /// Ascending.
  private let genuine: [Double]
  private let impostor: [Double]

  package init(genuine: [Double], impostor: [Double]) {
    self.genuine = genuine.filter(\.isFinite).sorted()
    self.impostor = impostor.filter(\.isFinite).sorted()
  }

  package var genuineCount: Int { genuine.count }
  package var impostorCount: Int { impostor.count }

  /// Share of genuine pairs below the threshold.
  package func falseNonMatch(at threshold: Double) -> Rate? {
    Rate(errors: genuine.lowerBound(of: threshold), of: genuine.count)
  }

  /// Share of impostor pairs at or above the threshold.
  package func falseMatch(at threshold: Double) -> Rate? {
    Rate(errors: impostor.count - impostor.lowerBound(of: threshold), of: impostor.count)
  }

  /// The smallest threshold at which no larger share of impostor pairs matches. Nil when fewer than three impostor
  /// pairs may match at that rate: then the figure would be luck.
  package func threshold(forFalseMatch rate: Double) -> Double? {
    guard rate > 0, rate < 1, Double(impostor.count) * rate >= ErrorRates.leastErrors else { return nil }
    let allowed = Int(Double(impostor.count) * rate)
    let at = impostor[impostor.count - 1 - min(allowed, impostor.count - 1)]
    return at.nextUp
  }

  /// The rate where both errors are equal, half-way between the two nearest thresholds.
  package var equalErrorRate: Double? {
    guard !genuine.isEmpty, !impostor.isEmpty else { return nil }
    var best: (gap: Double, rate: Double)?
    for threshold in genuine + impostor {
      let miss = Double(genuine.lowerBound(of: threshold)) / Double(genuine.count)
      let match = Double(impostor.count - impostor.lowerBound(of: threshold)) / Double(impostor.count)
      let gap = abs(miss - match)
      if gap < best?.gap ?? .infinity { best = (gap, (miss + match) / 2) }
    }
    return best?.rate
  }
}

extension [Double] {
  /// How many values of an ascending list are below the bound.
  fileprivate func lowerBound(of bound: Double) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < bound { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
