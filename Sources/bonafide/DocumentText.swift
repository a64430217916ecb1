import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument

/// `document text IMAGE…`
enum DocumentText: Command {
  static let words = ["document", "text"]
  static let options: [Arguments.Option] = [
    .value("date"), .value("flatten"), .value("mrz-from"), .flag("no-zone"),
  ]
  static let summary = "read the printed lines and fields of a document"
  static let usage = """
    bonafide document text [--date YYYY-MM-DD] [--flatten WIDTH] [--no-zone|--mrz-from BACK] [--json] IMAGE…

    The lines as they are printed, and the fields found among them by their labels. A machine-readable zone in the same
    picture helps to find values, but what is printed counts; --no-zone does not look for one, --mrz-from takes that of
    the other side of the same card. --date is today, for the centuries of two-digit years. Lines and boxes are in
    pixels of the upright picture; with --flatten, of the document seen from the front, WIDTH pixels wide. In JSON,
    byLabel has what is found without any zone.
    Example: bonafide document text --json card.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let today = try MRZParse.day(arguments.value("date"))
    let engine = try Engine()
    let reader = TextReader(models: engine.models)
    let zones = arguments.has("no-zone") ? nil : MRZReader(models: engine.models)
    let width = try arguments.integer("flatten", in: 64...4096)
    let other = try arguments.value("mrz-from").map { path in
      guard let zone = try zones?.read(engine.picture(path)), zone.isSound else {
        throw BonafideError(.usage, "'\(path)' shows no machine-readable zone")
      }
      return MRZ(zone.zone.zone, today: today)
    }
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let picture = try engine.picture(input)
      let zone = other == nil ? try zones?.read(picture) : nil
      let flat = try width.flatMap { try flattened(picture, width: $0, zone: zone?.quad) }
      let watch = Stopwatch()
      let lines = try reader.read(flat?.image ?? picture, skipping: flat?.zone ?? zone?.quad ?? [])
      let read = watch.cpuMilliseconds
      let mrz = other ?? zone.flatMap { $0.isSound ? MRZ($0.zone.zone, today: today) : nil }
      let fields = PrintedFields(lines: lines, mrz: mrz, today: today)
      if terminal.format == .json {
        let byLabel = mrz == nil ? fields : PrintedFields(lines: lines, mrz: nil, today: today)
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("printed", printed(fields)), ("byLabel", printed(byLabel)),
            ("places", places(fields)),
            ("doubts", .array(fields.doubts.map(json))), ("titles", json(PrintedTitles(lines: lines))),
            ("lines", .array(lines.map(json))), ("timings", .object([("read", .number(read))])),
          ]).text)
      } else {
        terminal.print(
          ([input] + lines.map { "  " + $0.text } + ["  fields"]
            + PrintedFields.names.map { "    \($0.rawValue): \(value($0, in: fields) ?? "not read")" }
            + fields.doubts.map { "    \($0.field.rawValue) in doubt: \($0.text)" }).joined(separator: "\n"))
      }
      return .positive
    }
  }

  /// The best document of a picture seen from the front, and where its zone is then; nil where there is none.
  private static func flattened(
    _ picture: Image, width: Int, zone: [Point]?
  ) throws -> (image: Image, zone: [Point]?)? {
    guard let document = try DocumentFinder().documents(in: picture, zone: zone).first else { return nil }
    let aspect = max(document.quality.width, 1) / max(document.quality.height, 1)
    guard let flat = try FlatDocument(picture, quad: document.quad, width: width, aspect: aspect) else { return nil }
    return (flat.image, zone.flatMap { flat.flat($0) })
  }

  private static func value(_ field: DocumentField, in fields: PrintedFields) -> String? {
    fields.entries.first { $0.field == field }?.value
  }

  private static func printed(_ fields: PrintedFields) -> JSON {
    .object(PrintedFields.names.map { ($0.rawValue, .optional(value($0, in: fields))) })
  }

  private static func places(_ fields: PrintedFields) -> JSON {
    .object(
      PrintedFields.names.map { name in
        (name.rawValue, fields.entries.first { $0.field == name }.map(json) ?? .null)
      })
  }

  private static func json(_ entry: PrintedFields.Entry) -> JSON {
    .object([
      ("text", .string(entry.text)), ("confidence", .number(entry.confidence)),
      ("leastConfidence", .number(entry.leastConfidence)), ("box", JSON(entry.box)),
      ("locatedBy", .string(entry.locatedBy.rawValue)),
    ])
  }

  private static func json(_ doubt: PrintedFields.Doubt) -> JSON {
    .object([
      ("field", .string(doubt.field.rawValue)), ("text", .string(doubt.text)),
      ("leastConfidence", .number(doubt.leastConfidence)), ("box", JSON(doubt.box)),
    ])
  }

  private static func json(_ titles: PrintedTitles) -> JSON {
    .object([
      ("turkishCardFront", .number(titles.turkishCardFront)), ("passport", .bool(titles.passport)),
      ("visa", .bool(titles.visa)), ("identityCard", .bool(titles.identityCard)),
      ("residencePermit", .bool(titles.residencePermit)),
    ])
  }

  private static func json(_ line: TextLine) -> JSON {
    .object([
      ("text", .string(line.text)), ("confidence", .number(line.confidence)),
      ("quad", .array(line.quad.map { .array([.number($0.x, decimals: 1), .number($0.y, decimals: 1)]) })),
    ])
  }
}
