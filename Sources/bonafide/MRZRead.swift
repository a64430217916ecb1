import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideTravelDocument

/// `mrz read IMAGE…`
enum MRZRead: Command {
  static let words = ["mrz", "read"]
  static let options: [Arguments.Option] = [.value("date")]
  static let summary = "find and read the machine-readable zone in pictures of documents"
  static let usage = """
    bonafide mrz read [--date YYYY-MM-DD] [--json] IMAGE…

    Any picture of a card, passport or visa, whichever way up. --date is today, for the centuries of two-digit years and
    for expiry. Exit 0 when all check digits hold, 1 when not, 65 when there is no zone.
    Example: bonafide mrz read --json passport.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let today = try MRZParse.day(arguments.value("date"))
    let engine = try Engine()
    let reader = MRZReader(models: engine.models)
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let decoding = Stopwatch()
      let picture = try engine.picture(input)
      let decoded = decoding.wallMilliseconds
      let watch = Stopwatch()
      guard let reading = try reader.read(picture) else {
        throw BonafideError(.noMRZ, "no machine-readable zone was found in the picture")
      }
      let read = watch.wallMilliseconds
      let mrz = MRZ(reading.zone.zone, today: today)
      let report = MRZReport(mrz, raw: reading.zone.raw.lines, corrected: reading.zone.corrected)
      if terminal.format == .json {
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("mrz", try .encoding(report)), ("certainty", .number(reading.certainty)),
            ("doubtful", try .encoding(reading.doubts)),
            ("quad", .array(reading.quad.map { .array([.number($0.x), .number($0.y)]) })),
            ("timings", .object([("decode", .number(decoded)), ("read", .number(read))])),
          ]).text)
      } else {
        terminal.print("\(input)\n" + report.text(today: today))
      }
      return mrz.isValid ? .positive : .negative
    }
  }
}
