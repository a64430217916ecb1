import BonafideCapture
import BonafideLiveness
import BonafideMedia
import BonafideObservations

/// `evaluate liveness DIR`: error rates of liveness on somebody's own labelled videos.
enum EvaluateLiveness: Command {
  static let words = ["evaluate", "liveness"]
  static let options: [Arguments.Option] = [.value("steps")]
  static let summary = "measure liveness on labelled videos of your own"
  static let usage = """
    bonafide evaluate liveness [--steps LIST] [--json] DIR

    DIR holds labels.csv with the columns file (in DIR), label (bonafide or attack) and species (of an attack, any name).
    With --steps every video is judged as an answer to that challenge, without only the passive checks are made.
    APCER: share of a species' attacks that are called live. BPCER: share of genuine videos that are called not live.
    A video that cannot be judged counts as neither, but in the total; how many there are is said (ISO/IEC 30107-3 has
    APNRR and BPNRR for them). Intervals are Wilson's at 95 %.
    Example: bonafide evaluate liveness --steps face,smile,turn-left clips
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let folder = try arguments.inputs("DIR")[0]
    let steps = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) } ?? []
    let videos = try LabelledVideo.all(in: folder)
    let engine = try Engine()
    var report = LivenessReport(input: folder, steps: steps)
    for video in videos {
      do {
        let record = try engine.capture(folder + "/" + video.file, steps: steps, mirroring: .none)
        report.add(video, record.verdict)
      } catch let error as BonafideError where error.code.exitStatus.concernsInput {
        report.leaveOut(video, error.code)
      }
    }
    terminal.print(terminal.format == .json ? report.json.text : report.text)
    return .positive
  }
}

/// A row of `labels.csv`.
struct LabelledVideo {
  let file: String
  /// Nil of a genuine one.
  let species: String?

  private static let maximumSpecies = 200

  /// Throws `cannot_open` or `usage`.
  static func all(in folder: String) throws(BonafideError) -> [LabelledVideo] {
    guard FileKind(of: folder) == .folder else {
      throw BonafideError(.cannotOpen, "'\(folder)' is not a folder that can be opened")
    }
    let path = folder + "/labels.csv"
    let table = try CSVTable(file: path)
    guard let files = table.column("file"), let labels = table.column("label") else {
      throw CSVTable.damaged(path, "the columns 'file' and 'label' are needed")
    }
    let species = table.column("species") ?? Array(repeating: "", count: files.count)
    var videos: [LabelledVideo] = []
    for (row, (file, (label, kind))) in zip(files, zip(labels, species)).enumerated() {
      guard LabelledPairs.staysInside(file) else {
        throw CSVTable.damaged(path, "the file name in row \(row + 2) has to lie in its folder")
      }
      switch label.lowercased() {
      case "bonafide": videos.append(LabelledVideo(file: file, species: nil))
      case "attack": videos.append(LabelledVideo(file: file, species: kind.isEmpty ? "attack" : kind))
      default: throw CSVTable.damaged(path, "'label' has to be bonafide or attack in row \(row + 2)")
      }
    }
    guard !videos.isEmpty else { throw CSVTable.damaged(path, "it names no videos") }
    guard Set(videos.compactMap(\.species)).count <= maximumSpecies else {
      throw CSVTable.damaged(path, "it has too many species")
    }
    return videos
  }
}
