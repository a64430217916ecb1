import BonafideObservations
import BonafideVerification

/// What `evaluate pairs` found.
struct PairReport {
  /// False match rates that people ask for, the strictest last.
  private static let falseMatchRates = [0.01, 0.001]

  let input: String
  let source: String
  let rates: ErrorRates
  let notCompared: Int
  let leftOut: [(file: String, code: ErrorCode)]
  private let current = Settings.defaults[.comparisonThreshold]

  init(
    input: String, source: String, rates: ErrorRates, notCompared: Int, leftOut: [(file: String, code: ErrorCode)]
  ) {
    self.input = input
    self.source = source
    self.rates = rates
    self.notCompared = notCompared
    self.leftOut = leftOut
  }

  /// The threshold of the strictest rate that there are enough pairs for.
  private var proposal: (threshold: Double, rate: Double)? {
    for rate in PairReport.falseMatchRates.reversed() {
      if let threshold = rates.threshold(limitingFalseMatchesTo: rate) { return (threshold, rate) }
    }
    return nil
  }

  var json: JSON {
    .object([
      ("input", .string(input)), ("source", .string(source)),
      (
        "pairs",
        .object([
          ("genuine", .int(rates.genuineCount)), ("impostor", .int(rates.impostorCount)),
          ("notCompared", .int(notCompared)),
        ])
      ),
      (
        "leftOut",
        .array(leftOut.map { .object([("file", .string($0.file)), ("code", .string($0.code.rawValue))]) })
      ),
      ("interval", .string("Wilson 95 %")), ("threshold", .number(current)), ("eer", JSON(rates.equalErrorRate)),
      ("fnmrAtFmr", .array(PairReport.falseMatchRates.map(json(at:)))),
      (
        "atThreshold",
        .object([
          ("threshold", .number(current)), ("fmr", JSON(rates.falseMatchRate(at: current))),
          ("fnmr", JSON(rates.falseNonMatchRate(at: current))),
        ])
      ),
      ("proposedThreshold", .number(proposal?.threshold)), ("proposedForFmr", .number(proposal?.rate)),
    ])
  }

  private func json(at rate: Double) -> JSON {
    let threshold = rates.threshold(limitingFalseMatchesTo: rate)
    return .object([
      ("fmr", .number(rate)), ("threshold", .number(threshold)),
      ("fnmr", JSON(threshold.flatMap(rates.falseNonMatchRate(at:)))),
    ])
  }

  var text: String {
    var lines = [
      "\(input) (\(source)): \(rates.genuineCount) genuine and \(rates.impostorCount) impostor pairs, \(notCompared) "
        + "not compared"
    ]
    for code in Set(leftOut.map(\.code)).sorted(by: { $0.rawValue < $1.rawValue }) {
      let files = leftOut.filter { $0.code == code }.map(\.file)
      lines.append(
        "left out, \(code.rawValue): \(files.prefix(5).joined(separator: ", "))\(files.count > 5 ? " …" : "")")
    }
    lines.append("EER                      \(PairReport.text(rates.equalErrorRate))")
    for rate in PairReport.falseMatchRates {
      let label = "FNMR at FMR \(JSON.number(rate * 100, decimals: 1).text) %"
      let threshold = rates.threshold(limitingFalseMatchesTo: rate)
      let value =
        threshold.map {
          PairReport.text(rates.falseNonMatchRate(at: $0)) + ", threshold \(JSON.number($0).text)"
        } ?? "not given: too few impostor pairs"
      lines.append(label + String(repeating: " ", count: max(1, 25 - label.count)) + value)
    }
    lines.append("at our threshold \(JSON.number(current, decimals: 3).text)")
    lines.append("  FMR                    \(PairReport.text(rates.falseMatchRate(at: current)))")
    lines.append("  FNMR                   \(PairReport.text(rates.falseNonMatchRate(at: current)))")
    if let (threshold, rate) = proposal {
      lines.append(
        "proposed threshold       \(JSON.number(threshold).text), the smallest with an FMR of at most "
          + "\(JSON.number(rate * 100, decimals: 1).text) %")
    } else {
      lines.append("proposed threshold       none: too few impostor pairs")
    }
    lines.append("Intervals are Wilson's at 95 %, as if pairs were independent.")
    return lines.joined(separator: "\n")
  }

  private static func text(_ rate: ErrorRate?) -> String {
    guard let rate else { return "not measured" }
    func percent(_ share: Double) -> String { JSON.number(share * 100, decimals: 2).text }
    return "\(percent(rate.value)) % (\(percent(rate.low))–\(percent(rate.high)))"
  }
}

extension JSON {
  init(_ rate: ErrorRate?) {
    guard let rate else {
      self = .null
      return
    }
    self = .object([
      ("value", .number(rate.value, decimals: 6)), ("low", .number(rate.low, decimals: 6)),
      ("high", .number(rate.high, decimals: 6)),
    ])
  }
}
