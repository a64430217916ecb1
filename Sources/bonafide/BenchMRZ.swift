import BonafideObservations
import BonafideTravelDocument

/// `bench mrz`: how fast zones are read, and how often a repair makes a wrong zone look right.
enum BenchMRZ: Command {
  static let words = ["bench", "mrz"]
  static let options: [Arguments.Option] = [.value("zones"), .value("seed")]
  static let summary = "measure the reading and the repair of machine-readable zones"
  static let usage = """
    bonafide bench mrz [--zones N] [--seed N] [--json]

    Lines parsed a second on one core; then N random zones (100000) of all formats, each with one to three misreadings
    in columns that a check digit covers, half of them confusions and half any other character: how many come out wrong
    but valid with and without repair. Once as plain text, and with probabilities as a recogniser might give them that leaves 3 % or less, and
    0.1 % or less, to other characters where it is right.
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let count = try arguments.integer("zones", in: 1...10_000_000) ?? 100_000
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    var maker = RandomZones(seed: seed)
    guard let today = CalendarDate(year: 2026, month: 11, day: 30) else { throw BonafideError(.internal, "no day") }

    let zones = try (0..<2000).map { _ in try maker.zone() }
    let rate = linesPerSecond(zones, today)
    var text = RepairTally()
    var unsure = RepairTally()
    var sure = RepairTally()
    let watch = Stopwatch()
    for _ in 0..<count {
      let truth = try maker.zone()
      let misread = try maker.misread(truth)
      text.add(try MRZRepair.repair(misread.zone), truth: truth, today)
      let doubtful = maker.recogniser(truth, misread, decades: 1.5...5)
      unsure.add(try MRZRepair.repair(doubtful, as: truth.format), truth: truth, today)
      let clear = maker.recogniser(truth, misread, decades: 3...6)
      sure.add(try MRZRepair.repair(clear, as: truth.format), truth: truth, today)
    }
    let microseconds = watch.cpuMilliseconds * 1000 / Double(count)

    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("machine", Machine.current.json), ("linesPerSecond", .number(rate, decimals: 0)), ("zones", .int(count)),
          ("seed", .int(Int(seed))), ("microsecondsPerZoneMadeAndRepairedThrice", .number(microseconds, decimals: 1)),
          ("text", text.json), ("unsureRecogniser", unsure.json), ("sureRecogniser", sure.json),
        ]).text)
    } else {
      terminal.print(
        """
        \(Machine.current.text)
          \(JSON.number(rate, decimals: 0).text) lines parsed a second on one core
          \(count) misread zones, as text:           \(text.text)
          \(count) misread zones, unsure recogniser: \(unsure.text)
          \(count) misread zones, sure recogniser:   \(sure.text)
        """)
    }
    return .positive
  }

  private static func linesPerSecond(_ zones: [MRZZone], _ today: CalendarDate) -> Double {
    let inputs = zones.map { zone in zone.lines.map { Array($0.utf8) } }
    let lines = inputs.reduce(0) { $0 + $1.count }
    var valid = 0
    // Of processor time: other programs do not count.
    let times = (0..<25).map { _ in
      let watch = Stopwatch()
      for input in inputs where (try? MRZ(lines: input, today: today))?.isValid == true { valid += 1 }
      return watch.cpuMilliseconds
    }
    // The sum keeps the loop from being optimised away.
    return valid > 0 ? Double(lines) / times.sorted()[times.count / 2] * 1000 : 0
  }
}

/// What came of misread zones.
private struct RepairTally {
  private var wrongBefore = 0
  private var wrongAfter = 0
  /// Wrong and valid through the repair alone.
  private var added = 0
  private var right = 0
  private var marked = 0

  mutating func add(_ repaired: RepairedZone, truth: MRZZone, _ today: CalendarDate) {
    let wasValid = MRZ(repaired.raw, today: today).isValid
    if wasValid, repaired.raw != truth { wrongBefore += 1 }
    if repaired.zone == truth {
      right += 1
    } else if MRZ(repaired.zone, today: today).isValid {
      wrongAfter += 1
      if !wasValid { added += 1 }
    } else {
      marked += 1
    }
  }

  var json: JSON {
    .object([
      ("wrongButValidWithoutRepair", .int(wrongBefore)), ("wrongButValidWithRepair", .int(wrongAfter)),
      ("addedByRepair", .int(added)), ("repairedRightly", .int(right)), ("leftMarked", .int(marked)),
    ])
  }

  var text: String {
    "wrong but valid \(wrongBefore) without and \(wrongAfter) with repair (\(added) added), "
      + "\(right) repaired rightly, \(marked) left marked"
  }
}
