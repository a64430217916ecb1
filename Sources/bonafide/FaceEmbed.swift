import BonafideFaceAnalysis
import BonafideObservations

/// `face embed IMAGE`: the template itself, for people who check the comparison against another implementation.
enum FaceEmbed: Command {
  static let words = ["face", "embed"]
  static let options: [Arguments.Option] = [.value("alignment")]
  static let summary = "print the template of the largest face (biometric data: handle with care)"
  static let usage = """
    bonafide face embed --json FILE…

    Example: bonafide face embed --json portrait.png
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture") }
    let alignment: FaceAnalyzer.Alignment
    switch arguments.value("alignment") {
    case nil, "mesh": alignment = .mesh
    case "detector": alignment = .detector
    default: throw BonafideError(.usage, "--alignment takes mesh or detector")
    }
    let engine = try Engine()
    let analyzer = engine.analyzer()
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input in
      let image = try engine.picture(input)
      guard let face = try analyzer.faces(in: image).first else {
        throw BonafideError(.noFace, "no face was found in '\(input)'")
      }
      let template = try analyzer.template(of: face, in: image, alignment: alignment)
      terminal.print(
        JSON.object([
          ("input", .string(input)), ("box", JSON(face.box)),
          (
            "keypoints",
            .array(face.keypoints.map { .array([.number($0.x, decimals: 3), .number($0.y, decimals: 3)]) })
          ),
          ("embedding", .array(template.values.map { .number(Double($0), decimals: 7) })),
        ]).text)
      return .positive
    }
  }
}
