import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideVerification

/// `bench`: what each part of the engine takes on this machine, on the specimen portrait that comes with the models.
enum Bench: Command {
  static let words = ["bench"]
  static let options: [Arguments.Option] = []
  static let summary = "measure the parts of the engine on this machine"
  static let usage = """
    bonafide bench [--json]

    Wall milliseconds on the specimen portrait, median of 20 runs, networks loaded. Close other programs first.
    """

  private static let runs = 20

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let engine = try Engine()
    let analyzer = engine.analyzer()
    let image = try engine.reader.decodeImage(engine.models.data("specimen_portrait"))
    guard let face = try analyzer.detectedFaces(in: image).first else {
      throw BonafideError(.internal, "no face was found in the specimen portrait")
    }
    let template = try analyzer.template(of: face, in: image)

    var tracker = FaceTracker(analyzer: analyzer)
    let figures = try [
      ("detection", "detect faces", Stopwatch.median(of: runs) { _ = try analyzer.detectedFaces(in: image) }),
      // At one time the detector is not due again: what is measured is the mesh with all that is read from it.
      (
        "meshAndExpressions", "follow a face: 478 landmarks, expressions, pose, quality",
        Stopwatch.median(of: runs) { _ = try tracker.observe(Frame(image: image, time: 0)) }
      ),
      ("embedding", "make a template", Stopwatch.median(of: runs) { _ = try analyzer.template(of: face, in: image) }),
      ("comparison", "compare two templates", comparison(of: template)),
    ]

    let machine = Machine.current
    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("version", .string(Version.number)), ("machine", machine.json), ("width", .int(image.width)),
          ("height", .int(image.height)), ("runs", .int(runs)),
          ("milliseconds", .object(figures.map { ($0.0, .number($0.2, decimals: 6)) })),
        ]).text)
    } else {
      let rows = figures.map { "  \(JSON.number($0.2, decimals: $0.2 < 0.1 ? 5 : 2).text) ms  \($0.1)" }
      terminal.print(
        (["\(machine.text), \(image.width) × \(image.height), median of \(runs)"] + rows).joined(separator: "\n"))
    }
    return .positive
  }

  /// Milliseconds of one comparison, of a thousand in a row because one is shorter than the clock can tell.
  private static func comparison(of template: FaceTemplate) -> Double {
    let repeats = 1000
    var sum = 0.0
    let time = Stopwatch.median(of: runs) {
      for _ in 0..<repeats { sum += FaceComparison(similarity: template.similarity(to: template))?.confidence ?? 0 }
    }
    // Keeps the loop from being optimised away.
    return sum > 0 ? time / Double(repeats) : 0
  }
}
