import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument

/// `document text IMAGE…`
enum DocumentText: Command {
  static let words = ["document", "text"]
  static let options: [Arguments.Option] = [.value("date"), .flag("no-zone")]
  static let summary = "read the printed lines and fields of a document"
  static let usage = """
    bonafide document text [--date YYYY-MM-DD] [--no-zone] [--json] IMAGE…

    The lines as they are printed, and the fields found among them by their labels. A machine-readable zone in the same
    picture helps to find values, but what is printed counts; --no-zone does not look for one. --date is today, for the
    centuries of two-digit years. Lines and boxes are in pixels of the upright picture.
    Example: bonafide document text --json card.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let today = try MRZParse.day(arguments.value("date"))
    let engine = try Engine()
    let reader = TextReader(models: engine.models)
    let zones = arguments.has("no-zone") ? nil : MRZReader(models: engine.models)
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let picture = try engine.picture(input)
      let zone = try zones?.read(picture)
      let watch = Stopwatch()
      let lines = try reader.read(picture, skipping: zone?.quad ?? [])
      let read = watch.wallMilliseconds
      let mrz = zone.flatMap { $0.isSound ? MRZ($0.zone.zone, today: today) : nil }
      let fields = PrintedFields(lines: lines, mrz: mrz, today: today)
      if terminal.format == .json {
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("printed", printed(fields)),
            ("places", .object(rows(fields).map { ($0.name, place($0)) })), ("lines", .array(lines.map(json))),
            ("timings", .object([("read", .number(read))])),
          ]).text)
      } else {
        terminal.print(
          ([input] + lines.map { "  " + $0.text } + ["  fields"]
            + rows(fields).map { "    \($0.name): \($0.value ?? "not read")" }).joined(separator: "\n"))
      }
      return .positive
    }
  }

  /// A field, whatever the type of its value.
  private struct Row {
    let name: String
    let value: String?
    let text: String?
    let confidence: Double?
    let box: Rect?
    let locatedBy: PrintedFields.LocatedBy?

    init<Value>(_ name: String, _ field: PrintedFields.Field<Value>?, _ text: (Value) -> String) {
      self.name = name
      value = field.map { text($0.value) }
      self.text = field?.text
      confidence = field?.confidence
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
    guard let confidence = row.confidence, let box = row.box, let locatedBy = row.locatedBy else { return .null }
    return .object([
      ("text", .optional(row.text)), ("confidence", .number(confidence)), ("box", JSON(box)),
      ("locatedBy", .string(locatedBy.rawValue)),
    ])
  }

  private static func json(_ line: TextLine) -> JSON {
    .object([
      ("text", .string(line.text)), ("confidence", .number(line.confidence)),
      ("quad", .array(line.quad.map { .array([.number($0.x, decimals: 1), .number($0.y, decimals: 1)]) })),
    ])
  }
}
