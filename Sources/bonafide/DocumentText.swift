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
            ("places", .object(rows(fields).map { ($0.name, place($0)) })),
            ("doubts", .array(fields.doubts.map(json))), ("titles", json(PrintedTitles(lines: lines))),
            ("lines", .array(lines.map(json))), ("timings", .object([("read", .number(read))])),
          ]).text)
      } else {
        terminal.print(
          ([input] + lines.map { "  " + $0.text } + ["  fields"]
            + rows(fields).map { "    \($0.name): \($0.value ?? "not read")" }
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
    let aspect = document.quality.height / max(document.quality.width, 1)
    let height = min(4 * width, max(2, Int((Double(width) * aspect).rounded())))
    guard let map = PerspectiveMap(width: width, height: height, onto: document.quad) else { return nil }
    let inverse = map.inverse
    let corners = zone?.compactMap { inverse?.apply($0) }
    return (try picture.warped(width: width, height: height, map: map), corners?.count == 4 ? corners : nil)
  }

  /// A field, whatever the type of its value.
  private struct Row {
    let name: String
    let value: String?
    let text: String?
    let confidence: Double?
    let leastConfidence: Double?
    let box: Rect?
    let locatedBy: PrintedFields.LocatedBy?

    init<Value>(_ name: String, _ field: PrintedFields.Field<Value>?, _ text: (Value) -> String) {
      self.name = name
      value = field.map { text($0.value) }
      self.text = field?.text
      confidence = field?.confidence
      leastConfidence = field?.leastConfidence
      box = field?.box
      locatedBy = field?.locatedBy
    }
  }

  private static func rows(_ fields: PrintedFields) -> [Row] {
    [
      Row("documentNumber", fields.documentNumber) { $0 }, Row("identityNumber", fields.identityNumber) { $0 },
      Row("surname", fields.surname) { $0 }, Row("givenNames", fields.givenNames) { $0 },
      Row("dateOfBirth", fields.dateOfBirth) { $0.description },
      Row("expiryDate", fields.expiryDate) { $0.description },
      Row("sex", fields.sex) { $0.rawValue }, Row("nationality", fields.nationality) { $0 },
    ]
  }

  private static func printed(_ fields: PrintedFields) -> JSON {
    .object(rows(fields).map { ($0.name, .optional($0.value)) })
  }

  private static func place(_ row: Row) -> JSON {
    guard let confidence = row.confidence, let least = row.leastConfidence, let box = row.box,
      let locatedBy = row.locatedBy
    else { return .null }
    return .object([
      ("text", .optional(row.text)), ("confidence", .number(confidence)), ("leastConfidence", .number(least)),
      ("box", JSON(box)), ("locatedBy", .string(locatedBy.rawValue)),
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
