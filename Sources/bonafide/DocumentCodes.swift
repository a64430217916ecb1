import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideTravelDocument

/// `document codes IMAGE…`
enum DocumentCodes: Command {
  static let words = ["document", "codes"]
  static let options: [Arguments.Option] = []
  static let summary = "read bar codes and matrix codes, and the driver's licences in them"
  static let usage = """
    bonafide document codes [--json] IMAGE…

    QR, PDF417, Data Matrix, Aztec, Code 128, Code 39, EAN and others, in any direction. The text is printed as it is
    encoded; of an American or Canadian driver's licence also what it says. Without any code it prints an empty list.
    Example: bonafide document codes --json back.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let media = MediaReader()
    let reader = CodeReader()
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let decoding = Stopwatch()
      let picture = GreyImage(try media.picture(input))
      let decoded = decoding.wallMilliseconds
      let watch = Stopwatch()
      let codes = try reader.read(picture)
      let read = watch.wallMilliseconds
      if terminal.format == .json {
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("codes", .array(try codes.map(json))),
            ("timings", .object([("decode", .number(decoded)), ("read", .number(read))])),
          ]).text)
      } else {
        terminal.print(([input + (codes.isEmpty ? ": no code" : "")] + codes.map(text)).joined(separator: "\n"))
      }
      return .positive
    }
  }

  private static func json(_ code: DocumentCode) throws -> JSON {
    var members: [(String, JSON)] = [
      ("symbology", .string(code.symbology.rawValue)), ("text", .string(code.text)),
      ("box", code.box.map { JSON($0) } ?? .null),
      ("quad", code.quad.map { .array($0.map { .array([.number($0.x), .number($0.y)]) }) } ?? .null),
    ]
    if let licence = licence(of: code) { members.append(("aamva", try .encoding(licence))) }
    return .object(members)
  }

  private static func text(_ code: DocumentCode) -> String {
    let place = code.box.map { " at \(Int($0.x)),\(Int($0.y)), \(Int($0.width)) × \(Int($0.height))" } ?? ""
    let content = licence(of: code).map(lines) ?? code.text.split(whereSeparator: \.isNewline).map(String.init)
    return (["  " + code.symbology.rawValue + place] + content.map { "    " + shown($0) }).joined(separator: "\n")
  }

  private static func lines(of licence: AAMVALicence) -> [String] {
    let address = licence.address
    let values: [(String, String?)] = [
      ("document number", licence.documentNumber), ("surname", licence.surname), ("given names", licence.givenNames),
      ("date of birth", licence.dateOfBirth?.description), ("sex", licence.sex?.rawValue),
      ("issued", licence.issueDate?.description), ("expires", licence.expiryDate?.description),
      (
        "address",
        [address.street, address.street2, address.city, address.state, address.postalCode].compactMap { $0 }
          .joined(separator: ", ")
      ),
    ]
    return ["AAMVA version \(licence.version), issuer \(licence.issuer)"]
      + values.map { name, value in "\(name): \(value ?? "not read")" }
  }

  /// A code may hold anything, also what moves a terminal's cursor.
  private static func shown(_ line: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  private static func licence(of code: DocumentCode) -> AAMVALicence? {
    code.symbology == .pdf417 ? AAMVALicence(code.text) : nil
  }
}
