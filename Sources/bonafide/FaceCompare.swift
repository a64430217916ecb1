import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideObservations
import BonafideVerification
import Foundation

/// `face compare A B`
enum FaceCompare: Command {
  static let words = ["face", "compare"]
  static let options: [Arguments.Option] = []
  static let summary = "tell whether two pictures show the same person"
  static let usage = """
    bonafide face compare [--json] A B

    Of several faces the largest counts. Example: bonafide face compare selfie.jpg card.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let inputs = try arguments.inputs("A", "B")
    let engine = try Engine()
    let analyzer = engine.analyzer()
    analyzer.prepareToCompare()
    let sides = try inputs.map { try ComparedFace($0, engine, analyzer) }
    let similarity = sides[0].template.similarity(to: sides[1].template)
    guard let comparison = FaceComparison(similarity: similarity) else {
      throw BonafideError(.internal, "the similarity is not a number")
    }
    terminal.print(terminal.format == .json ? json(comparison, sides).text : text(comparison))
    return comparison.isMatch ? .positive : .negative
  }

  private static func json(_ comparison: FaceComparison, _ sides: [ComparedFace]) -> JSON {
    .object(
      JSON.members(comparison) + [
        ("faceCount", .array(sides.map { .int($0.count) })), ("faces", .array(sides.map { JSON($0.box) })),
      ])
  }

  private static func text(_ comparison: FaceComparison) -> String {
    let similarity = JSON.number(comparison.similarity, decimals: 3).text
    let threshold = JSON.number(comparison.threshold, decimals: 3).text
    return comparison.isMatch
      ? "same person: similarity \(similarity), threshold \(threshold)"
      : "not the same person: similarity \(similarity), threshold \(threshold)"
  }
}

extension JSON {
  static func members(_ comparison: FaceComparison) -> [(String, JSON)] {
    [
      ("similarity", .number(comparison.similarity)), ("distance", .number(comparison.distance)),
      ("confidence", .number(comparison.confidence, decimals: 2)),
      ("validityLevel", .int(comparison.validityLevel.rawValue)), ("threshold", .number(comparison.threshold)),
      ("match", .bool(comparison.isMatch)),
    ]
  }
}

/// The face of one picture that takes part in a comparison: the largest.
struct ComparedFace {
  let box: Rect
  let count: Int
  let template: FaceTemplate

  /// Throws `no_face` naming the picture.
  init(_ input: String, _ engine: Engine, _ analyzer: FaceAnalyzer) throws {
    let image = try engine.picture(input)
    let faces = try analyzer.detectedFaces(in: image)
    guard let face = faces.first else { throw BonafideError(.noFace, "no face was found in '\(input)'") }
    box = face.box
    count = faces.count
    template = try analyzer.template(of: face, in: image)
  }
}
