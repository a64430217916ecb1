import BonafideFaceAnalysis
import BonafideObservations
import BonafideVerification
import Foundation

/// `evaluate pairs DIR`
enum EvaluatePairs: Command {
  static let words = ["evaluate", "pairs"]
  static let options: [Arguments.Option] = [.value("scores"), .flag("all")]
  static let summary = "measure the comparison on your own labelled pictures"
  static let usage = """
    bonafide evaluate pairs [--all] [--scores FILE.csv] [--json] DIR

    DIR holds pairs.csv (columns a,b,same), or labels.csv (columns file,person: all against all, also with --all),
    or one folder for each person. Rates come with 95 % intervals (Wilson).
    Example: bonafide evaluate pairs --json pictures
    """

  private static let rates = [0.01, 0.001]

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let folder = try arguments.inputs("DIR")[0]
    let labelled = try LabelledPairs(folder: folder, source: arguments.has("all") ? .labels : .any)
    let engine = try Engine()
    let analyzer = engine.analyzer()
    var templates: [String: FaceTemplate] = [:]
    var leftOut: [(file: String, code: ErrorCode)] = []
    var progress = ProgressLine(folder, total: labelled.files.count)
    for file in labelled.files.sorted() {
      do {
        templates[file] = try ComparedFace(folder + "/" + file, engine, analyzer).template
      } catch let error as BonafideError where error.code.exitStatus != .unavailable {
        leftOut.append((file, error.code))
      }
      progress.advance()
    }
    progress.finish()
    let scores = labelled.pairs.compactMap { pair -> (pair: LabelledPairs.Pair, similarity: Double)? in
      guard let a = templates[pair.a], let b = templates[pair.b] else { return nil }
      return (pair, a.similarity(to: b))
    }
    if let path = arguments.value("scores") {
      let lines = scores.map { "\(quoted($0.pair.a)),\(quoted($0.pair.b)),\($0.pair.isSame ? 1 : 0),\($0.similarity)" }
      do {
        try Data((["a,b,same,similarity"] + lines).joined(separator: "\n").utf8 + [10]).write(
          to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw BonafideError(.cannotOpen, "'\(path)' cannot be written")
      }
    }
    let rates = ErrorRates(
      genuine: scores.filter(\.pair.isSame).map(\.similarity),
      impostor: scores.filter { !$0.pair.isSame }.map(\.similarity))
    let threshold = Settings.defaults[.comparisonThreshold]
    terminal.print(
      terminal.format == .json
        ? json(folder, rates, threshold, leftOut).text : text(rates, threshold, leftOut.count))
    return .positive
  }

  private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private static func json(
    _ folder: String, _ rates: ErrorRates, _ threshold: Double, _ leftOut: [(file: String, code: ErrorCode)]
  ) -> JSON {
    .object([
      ("input", .string(folder)),
      ("pairs", .object([("genuine", .int(rates.genuineCount)), ("impostor", .int(rates.impostorCount))])),
      ("leftOut", .array(leftOut.map { .object([("file", .string($0.file)), ("code", .string($0.code.rawValue))]) })),
      ("eer", .number(rates.equalErrorRate, decimals: 6)),
      (
        "fnmrAtFmr",
        .array(
          self.rates.map { rate in
            let at = rates.threshold(forFalseMatch: rate)
            return .object([
              ("fmr", .number(rate, decimals: 6)), ("threshold", .number(at, decimals: 6)),
              ("fnmr", JSON(at.flatMap(rates.falseNonMatch))),
            ])
          })
      ),
      (
        "atThreshold",
        .object([
          ("threshold", .number(threshold)), ("fmr", JSON(rates.falseMatch(at: threshold))),
          ("fnmr", JSON(rates.falseNonMatch(at: threshold))),
        ])
      ),
      ("proposedThreshold", .number(proposal(rates)?.threshold, decimals: 6)),
      ("proposedForFmr", .number(proposal(rates)?.rate, decimals: 6)),
    ])
  }

  /// For the strictest rate that the data can tell.
  private static func proposal(_ rates: ErrorRates) -> (rate: Double, threshold: Double)? {
    for rate in self.rates.sorted() {
      if let threshold = rates.threshold(forFalseMatch: rate) { return (rate, threshold) }
    }
    return nil
  }

  private static func text(_ rates: ErrorRates, _ threshold: Double, _ leftOut: Int) -> String {
    func share(_ rate: ErrorRates.Rate?) -> String {
      guard let rate else { return "not measured" }
      func percent(_ value: Double) -> String { JSON.number(value * 100, decimals: 2).text }
      return "\(percent(rate.value)) % (\(percent(rate.low))–\(percent(rate.high)))"
    }
    var lines = [
      "\(rates.genuineCount) genuine and \(rates.impostorCount) impostor pairs, \(leftOut) pictures left out",
      "equal error rate \(rates.equalErrorRate.map { JSON.number($0 * 100, decimals: 2).text + " %" } ?? "not measured")",
      "at threshold \(JSON.number(threshold).text): FMR \(share(rates.falseMatch(at: threshold))), "
        + "FNMR \(share(rates.falseNonMatch(at: threshold)))",
    ]
    for rate in self.rates {
      let at = rates.threshold(forFalseMatch: rate)
      lines.append(
        "at FMR \(JSON.number(rate * 100, decimals: 2).text) %: FNMR \(share(at.flatMap(rates.falseNonMatch)))"
          + (at.map { ", threshold \(JSON.number($0, decimals: 3).text)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }
}

extension JSON {
  init(_ rate: ErrorRates.Rate?) {
    self =
      rate.map {
        .object([
          ("value", .number($0.value, decimals: 6)), ("low", .number($0.low, decimals: 6)),
          ("high", .number($0.high, decimals: 6)),
        ])
      } ?? .null
  }
}
