import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation

/// `document find IMAGE…`
enum DocumentFind: Command {
  static let words = ["document", "find"]
  static let options: [Arguments.Option] = [.value("flatten"), .flag("no-zone")]
  static let summary = "find cards and passports in pictures: corners, quality and a hint"
  static let usage = """
    bonafide document find [--flatten OUT.png] [--no-zone] [--json] IMAGE…

    The corners are in pixels of the upright picture, clockwise from the document's own top left. --flatten writes the
    best document, seen from the front (one IMAGE only); --no-zone does not look for a machine-readable zone first.
    Exit 65 when there is no document.
    Example: bonafide document find --json --flatten card.png photo.jpg
    """

  private static let longestFlattened = 4096.0

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let output = arguments.value("flatten")
    if output != nil, arguments.inputs.count > 1 {
      throw BonafideError(.usage, "option '--flatten' goes with one picture")
    }
    let engine = try Engine()
    let finder = DocumentFinder()
    let zones = arguments.has("no-zone") ? nil : MRZReader(models: engine.models)
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let image = try engine.picture(input)
      let zone = try zones?.read(image)?.quad
      let watch = Stopwatch()
      let documents = try finder.documents(in: image, zone: zone)
      let milliseconds = watch.cpuMilliseconds
      guard let first = documents.first else {
        throw BonafideError(.noDocument, "no document was found in the picture")
      }
      if let output { try flatten(first, of: image, to: output) }
      if terminal.format == .json {
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("documents", .array(documents.map(json))),
            ("milliseconds", .number(milliseconds, decimals: 1)),
          ]).text)
      } else {
        terminal.print("\(input)\n" + documents.map(text).joined(separator: "\n"))
      }
      return .positive
    }
  }

  private static func flatten(_ document: FoundDocument, of image: Image, to output: String) throws {
    let longer = max(document.quality.width, document.quality.height)
    let scale = min(1, longestFlattened / max(longer, 1))
    let width = max(2, Int((document.quality.width * scale).rounded()))
    let height = max(2, Int((document.quality.height * scale).rounded()))
    guard let map = PerspectiveMap(width: width, height: height, onto: document.quad) else {
      throw BonafideError(.noDocument, "the document is seen edge-on")
    }
    let flat = try image.warped(width: width, height: height, map: map)
    try Data(StandardImageEncoder().encodePNG(flat)).write(to: URL(filePath: output))
  }

  private static func json(_ document: FoundDocument) -> JSON {
    let quality = document.quality
    return .object([
      ("quad", .array(document.quad.map { .array([.number($0.x, decimals: 2), .number($0.y, decimals: 2)]) })),
      ("score", .number(document.score)), ("kind", .string(document.kind.rawValue)),
      ("cutByEdge", .bool(document.cutByEdge)),
      (
        "quality",
        .object([
          ("sharpness", .number(quality.sharpness)), ("brightness", .number(quality.brightness)),
          ("glare", .number(quality.glare)), ("width", .number(quality.width, decimals: 1)),
          ("height", .number(quality.height, decimals: 1)), ("areaShare", .number(quality.areaShare)),
          ("margin", .number(quality.margin, decimals: 1)),
        ])
      ),
      ("hint", .string(document.hint.rawValue)),
    ])
  }

  private static func text(_ document: FoundDocument) -> String {
    let corners = document.quad.map { "(\(rounded($0.x)), \(rounded($0.y)))" }.joined(separator: " ")
    let cut = document.cutByEdge ? ", cut by the edge of the picture" : ""
    return "  \(document.kind.rawValue) at \(corners), score \(JSON.number(document.score, decimals: 2).text)\(cut); "
      + document.hint.rawValue
  }

  private static func rounded(_ value: Double) -> String { JSON.number(value, decimals: 1).text }
}
