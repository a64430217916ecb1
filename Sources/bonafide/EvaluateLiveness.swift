import BonafideCapture
import BonafideLiveness
import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation

/// `evaluate liveness DIR`: error rates of liveness on somebody's own labelled videos.
enum EvaluateLiveness: Command {
  static let words = ["evaluate", "liveness"]
  static let options: [Arguments.Option] = [.value("steps"), .value("calibrate")] + Profile.options
  static let summary = "measure liveness on labelled videos of your own"
  static let usage = """
    bonafide evaluate liveness [--steps LIST] [--calibration FILE] [--calibrate FILE --profile NAME] [--json] DIR

    DIR holds labels.csv with the columns file (in DIR), label (bonafide or attack) and species (of an attack, any name).
    With --steps every video is judged as an answer to that challenge, without only the passive checks are made.
    APCER: share of a species' attacks that are called live. BPCER: share of genuine videos that are called not live.
    A video that cannot be judged, as every still picture, counts as neither, but in the total; how many there are is said (ISO/IEC 30107-3 has
    APNRR and BPNRR for them). Intervals are Wilson's at 95 %.

    --calibration judges by a calibration file. --calibrate finds limits for the cues on these videos and writes such a
    file: the limit of a cue lies beyond the worst genuine video, and a cue counts when it then declines attacks. It takes
    ten genuine videos and ten attacks at least. What the limits would do on videos that they were not found on is told:
    each half is judged by the limits of the other.
    Example: bonafide evaluate liveness --steps face,smile,turn-left clips
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let folder = try arguments.inputs("DIR")[0]
    let steps = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) } ?? []
    let profile = try Profile(arguments)
    guard arguments.value("calibrate") == nil || profile.name != nil else {
      throw BonafideError(.usage, "--calibrate needs --profile, the name of the kind of captures")
    }
    let videos = try LabelledVideo.all(in: folder)
    let engine = try Engine()
    var report = LivenessReport(input: folder, steps: steps)
    var judged: [JudgedVideo] = []
    for video in videos {
      do {
        let record = try engine.capture(
          folder + "/" + video.file, steps: steps, mirroring: .none, limits: profile.limits)
        report.add(video, record.verdict)
        judged.append(JudgedVideo(video: video, record: record))
      } catch let error as BonafideError where error.code.exitStatus.concernsInput {
        report.leaveOut(video, error.code)
      }
    }
    if let path = arguments.value("calibrate"), let name = profile.name {
      report.held = try JudgedVideo.crossValidated(judged, report: LivenessReport(input: folder, steps: steps))
      try AttackCalibrator.calibrate(judged.map(\.calibrationCase), profile: name).write(to: path)
      report.calibrationFile = path
    }
    terminal.print(terminal.format == .json ? report.json.text : report.text)
    return .positive
  }
}

/// A video with what was measured of it, so that it can be judged again by other limits.
struct JudgedVideo {
  let video: LabelledVideo
  let readings: [CueReading]
  private let outcome: LivenessOutcome
  private let frameCount: Int

  init(video: LabelledVideo, record: CaptureRecord) {
    self.video = video
    readings = record.attack.readings
    outcome = record.outcome
    frameCount = record.frameCount
  }

  var calibrationCase: AttackCalibrator.Case {
    AttackCalibrator.Case(isAttack: video.species != nil, readings: readings)
  }

  func verdict(_ limits: AttackLimits) -> LivenessVerdict {
    LivenessVerdict(
      outcome, AttackAssessment(readings, limits: limits, settings: .defaults), frameCount: frameCount)
  }

  /// Each half of the videos, judged by limits found on the other half; nil when a half is too small for that.
  static func crossValidated(_ videos: [JudgedVideo], report: LivenessReport) throws -> LivenessReport? {
    var report = report
    // Every second one of each species, so that both halves hold all of them.
    var seen: [String: Int] = [:]
    var halves: [[JudgedVideo]] = [[], []]
    for one in videos {
      let species = one.video.species ?? ""
      halves[seen[species, default: 0] % 2].append(one)
      seen[species, default: 0] += 1
    }
    for half in halves.indices {
      let others = halves[1 - half].map(\.calibrationCase)
      guard let calibration = try? AttackCalibrator.calibrate(others, profile: "held") else { return nil }
      for one in halves[half] { report.add(one.video, one.verdict(AttackLimits(calibration))) }
    }
    return report
  }
}

extension AttackCalibration {
  /// Whole or not at all.
  fileprivate func write(to path: String) throws {
    do {
      try json().write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw BonafideError(.cannotOpen, "the calibration file '\(path)' cannot be written")
    }
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
