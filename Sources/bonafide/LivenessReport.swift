import BonafideCapture
import BonafideLiveness
import BonafideObservations
import BonafideVerification

/// What `evaluate liveness` found.
struct LivenessReport {
  /// How videos of one kind were judged.
  struct Tally {
    private(set) var live = 0
    private(set) var notLive = 0
    private(set) var notEvaluated = 0
    /// How often a reason was given.
    private(set) var reasons: [ReasonCode: Int] = [:]

    var count: Int { live + notLive + notEvaluated }

    mutating func add(_ live: Bool?, _ codes: Set<ReasonCode>) {
      switch live {
      case true?: self.live += 1
      case false?: notLive += 1
      case nil: notEvaluated += 1
      }
      for code in codes { reasons[code, default: 0] += 1 }
    }
  }

  let input: String
  let steps: [ChallengeStep]
  private(set) var bonafide = Tally()
  private(set) var attacks: [String: Tally] = [:]
  private(set) var leftOut: [(file: String, code: ErrorCode)] = []
  private(set) var wrong: [(file: String, live: Bool)] = []
  /// Where limits that were found on these videos were written.
  var calibrationFile: String?
  /// What those limits do on videos that they were not found on; nil when there are too few to tell.
  var held: LivenessReport? {
    get { heldReports.first }
    set { heldReports = newValue.map { [$0] } ?? [] }
  }
  // A value cannot hold one of its own kind directly.
  private var heldReports: [LivenessReport] = []

  init(input: String, steps: [ChallengeStep]) {
    self.input = input
    self.steps = steps
  }

  mutating func add(_ video: LabelledVideo, _ verdict: LivenessVerdict) {
    let codes = Set(verdict.reasons.map(\.code))
    // Called not live because nothing could be looked at: no attack was seen, and nobody was mistaken for one.
    let live = codes == [.notEvaluated] ? nil : verdict.live
    if let species = video.species {
      attacks[species, default: Tally()].add(live, codes)
      if live == true { wrong.append((video.file, true)) }
    } else {
      bonafide.add(live, codes)
      if live == false { wrong.append((video.file, false)) }
    }
  }

  mutating func leaveOut(_ video: LabelledVideo, _ code: ErrorCode) { leftOut.append((video.file, code)) }

  private var species: [(name: String, tally: Tally)] {
    attacks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Words

  var json: JSON {
    let calibration: [(String, JSON)] =
      calibrationFile.map {
        [
          ("calibrationFile", .string($0)),
          ("crossValidated", held.map { .object($0.rates) } ?? .null),
        ]
      } ?? []
    return .object(
      [
        ("input", .string(input)), ("steps", .array(steps.map { .string($0.rawValue) })),
        ("interval", .string("Wilson 95 %")),
      ] + rates + [
        (
          "wrong", .array(wrong.map { .object([("file", .string($0.file)), ("live", .bool($0.live))]) })
        ),
        (
          "leftOut", .array(leftOut.map { .object([("file", .string($0.file)), ("code", .string($0.code.rawValue))]) })
        ),
      ] + calibration)
  }

  private var rates: [(String, JSON)] {
    [
      (
        "bonafide",
        .object(
          LivenessReport.members(bonafide) + [("bpcer", JSON(ErrorRate(bonafide.notLive, of: bonafide.count)))])
      ),
      (
        "attacks",
        .array(
          species.map {
            .object(
              [("species", .string($0.name))] + LivenessReport.members($0.tally)
                + [("apcer", JSON(ErrorRate($0.tally.live, of: $0.tally.count)))])
          })
      ),
    ]
  }

  var text: String {
    var lines = ["\(input): genuine \(bonafide.count), attacks \(attacks.values.reduce(0) { $0 + $1.count })"]
    lines += rateLines
    lines += wrong.map { "  \($0.file) is called \($0.live ? "live" : "not live")" }
    lines += leftOut.map { "  \($0.file) was left out [\($0.code.rawValue)]" }
    if let calibrationFile {
      lines.append("wrote \(calibrationFile)")
      lines +=
        held.map { ["by the limits of the other half:"] + $0.rateLines.map { "  " + $0 } }
        ?? ["  too few videos to tell what its limits do on others"]
    }
    return lines.joined(separator: "\n")
  }

  private var rateLines: [String] {
    ["BPCER  \(LivenessReport.text(bonafide.notLive, bonafide))"]
      + species.map { "APCER  \(LivenessReport.text($0.tally.live, $0.tally)), \($0.name)" }
  }

  private static func members(_ tally: Tally) -> [(String, JSON)] {
    let reasons = tally.reasons.sorted { $0.key.rawValue < $1.key.rawValue }
    return [
      ("count", .int(tally.count)), ("live", .int(tally.live)), ("notLive", .int(tally.notLive)),
      ("notEvaluated", .int(tally.notEvaluated)),
      ("reasons", .object(reasons.map { ($0.key.rawValue, .int($0.value)) })),
    ]
  }

  private static func text(_ events: Int, _ tally: Tally) -> String {
    guard let rate = ErrorRate(events, of: tally.count) else { return "not measured" }
    func percent(_ share: Double) -> String { JSON.number(share * 100, decimals: 1).text }
    let unjudged = tally.notEvaluated > 0 ? ", \(tally.notEvaluated) not judged" : ""
    return
      "\(events) of \(tally.count), \(percent(rate.value)) % (\(percent(rate.low))–\(percent(rate.high)))\(unjudged)"
  }
}
