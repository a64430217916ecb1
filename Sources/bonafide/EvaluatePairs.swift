import BonafideFaceAnalysis
import BonafideObservations
import BonafideVerification
import Foundation

/// `evaluate pairs DIR`: error rates of the face comparison on somebody's own labelled pictures.
enum EvaluatePairs: Command {
  static let words = ["evaluate", "pairs"]
  static let options: [Arguments.Option] = [.value("scores")]
  static let summary = "measure the face comparison on labelled pictures of your own"
  static let usage = """
    bonafide evaluate pairs [--scores FILE.csv] [--json] DIR

    DIR holds one of these, looked for in this order:
      pairs.csv    columns a, b (files in DIR) and same (1 or 0); other columns are ignored
      labels.csv   columns file and person: all against all; rows without a person, or with another face_count than 1,
                   are left out
      a folder for each person
    --scores writes the similarity of every pair (empty when it could not be compared).
    Intervals are Wilson's at 95 %. They take pairs as independent: with few persons they are too narrow. A rate is
    given a threshold only when at least ten false matches would be allowed: 1000 impostor pairs for 1 %, 10 000 for
    0.1 %.
    Example: bonafide evaluate pairs --scores scores.csv pictures
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let folder = try arguments.inputs("DIR")[0]
    let labels = try LabelledPairs(folder: folder)
    let templates = try TemplateSet(labels.files, in: folder, Engine())
    var genuine: [Double] = []
    var impostor: [Double] = []
    var notCompared = 0
    var table = arguments.value("scores").map { _ in "a,b,same,similarity\n" }
    labels.forEachPair { pair in
      let similarity = templates.similarity(pair.a, pair.b)
      if let similarity {
        if pair.isGenuine { genuine.append(similarity) } else { impostor.append(similarity) }
      } else {
        notCompared += 1
      }
      let score = similarity.map { JSON.number($0, decimals: 6).text } ?? ""
      table?.append("\(CSVTable.field(pair.a)),\(CSVTable.field(pair.b)),\(pair.isGenuine ? 1 : 0),\(score)\n")
    }
    if let path = arguments.value("scores"), let table { try write(table, to: path) }
    let report = PairReport(
      input: folder, source: labels.source, rates: ErrorRates(genuine: genuine, impostor: impostor),
      notCompared: notCompared, leftOut: templates.leftOut)
    terminal.print(terminal.format == .json ? report.json.text : report.text)
    return .positive
  }

  private static func write(_ table: String, to path: String) throws(BonafideError) {
    // A device is written to, not replaced.
    let isFile = FileKind(of: path) != .other
    do {
      try Data(table.utf8).write(to: URL(fileURLWithPath: path), options: isFile ? .atomic : [])
    } catch {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be written")
    }
  }
}

/// The templates of many pictures, each made once.
private struct TemplateSet {
  /// Pictures that cannot take part, and why.
  private(set) var leftOut: [(file: String, code: ErrorCode)] = []
  private var templates: [String: FaceTemplate] = [:]

  /// Throws only what stops all pictures alike: a missing model or worker, a fault of ours.
  init(_ files: [String], in folder: String, _ engine: Engine) throws {
    let analyzer = engine.analyzer()
    var progress = ProgressLine("pictures", total: files.count, unit: "pictures")
    defer { progress.finish() }
    for file in files {
      do {
        templates[file] = try ComparedFace(folder + "/" + file, engine, analyzer).template
      } catch let error as BonafideError where error.code.exitStatus.concernsInput {
        leftOut.append((file, error.code))
      }
      progress.advance()
    }
  }

  /// Nil when either picture was left out.
  func similarity(_ a: String, _ b: String) -> Double? {
    guard let first = templates[a], let second = templates[b] else { return nil }
    return first.similarity(to: second)
  }
}

extension ExitStatus {
  /// Whether another input may fare better.
  var concernsInput: Bool { self == .badInput || self == .cannotOpen }
}
