import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// `specimen selfie`
enum SpecimenSelfie: Command {
  static let words = ["specimen", "selfie"]
  static let options = SpecimenOutput.options
  static let summary = "make a synthetic video of a person who does the steps"
  static let usage = """
    bonafide specimen selfie --out FILE|DIR [--seed N] [--steps LIST] [--mirrored]

    Into a folder it writes selfie.mp4, portrait.png (the same person, for a document) and selfie.json (what is in it);
    a file ends in .mp4 or .y4m and gets a .json beside it. Specimens prove wiring, never accuracy.
    Example: bonafide specimen selfie --out demo --seed 7
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    try SpecimenOutput(arguments, kind: .selfie).write(terminal)
  }
}

/// `specimen attack`
enum SpecimenAttack: Command {
  static let words = ["specimen", "attack"]
  static let options = SpecimenOutput.options + [.value("kind")]
  static let summary = "make a synthetic video of an attack"
  static let usage = """
    bonafide specimen attack --kind KIND --out FILE|DIR [--seed N] [--steps LIST] [--mirrored]

    KIND is \(SpecimenKind.attacks.map(\.rawValue).joined(separator: ", ")).
    Example: bonafide specimen attack --kind waved-photo --out attack.mp4
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let known = SpecimenKind.attacks
    guard let name = arguments.value("kind"), let kind = known.first(where: { $0.rawValue == name }) else {
      throw BonafideError(.usage, "--kind takes one of \(known.map(\.rawValue).joined(separator: ", "))")
    }
    return try SpecimenOutput(arguments, kind: kind).write(terminal)
  }
}

/// Where a specimen goes, and the writing of it.
private struct SpecimenOutput {
  static let options: [Arguments.Option] = [.value("out"), .value("seed"), .value("steps"), .flag("mirrored")]

  let kind: SpecimenKind
  let video: String
  /// Only into a folder.
  let portrait: String?
  let seed: UInt64
  let steps: [ChallengeStep]
  let mirroring: Mirroring

  init(_ arguments: Arguments, kind: SpecimenKind) throws {
    _ = try arguments.inputs()
    guard let out = arguments.value("out"), !out.isEmpty else {
      throw BonafideError(.usage, "--out names the file or folder")
    }
    self.kind = kind
    seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let list = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) }
    steps = list ?? ChallengeStep.allCases
    mirroring = arguments.has("mirrored") ? .mirrored : .none
    if out.hasSuffix(".mp4") || out.hasSuffix(".y4m") {
      video = out
      portrait = nil
    } else {
      do {
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
      } catch {
        throw BonafideError(.cannotOpen, "the folder '\(out)' cannot be made")
      }
      video = out + "/" + (kind == .selfie ? "selfie" : kind.rawValue) + ".mp4"
      portrait = out + "/portrait.png"
    }
  }

  func write(_ terminal: Terminal) throws -> ExitStatus {
    let engine = try Engine()
    var film = try SpecimenFilm(
      kind, steps: steps, seed: seed, mirroring: mirroring, models: engine.models, decoder: engine.reader)
    let sink: any FrameSink =
      video.hasSuffix(".y4m")
      ? try Y4MWriter(path: video, rate: Int(SpecimenCamera.rate)) : try VideoWriter(path: video)
    var progress = ProgressLine(video, total: film.frameCount)
    for number in 0..<film.frameCount {
      let frame = try film.frame(number)
      try sink.append(frame.image, time: frame.time)
      progress.advance()
    }
    try sink.finish()
    progress.finish()
    if let portrait {
      try save(StandardImageEncoder().encodePNG(film.portrait()), to: portrait)
    }
    let truth = SpecimenOutput.truth(film, mirroring)
    try save(Array((truth.text + "\n").utf8), to: String(video.dropLast(4)) + ".json")
    terminal.print(terminal.format == .json ? truth.text : "wrote \(video) (synthetic specimen)")
    return .positive
  }

  private func save(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be written")
    }
  }

  private static func truth(_ film: SpecimenFilm, _ mirroring: Mirroring) -> JSON {
    .object([
      ("profile", .string(Profile.specimen)), ("kind", .string(film.kind.rawValue)),
      ("seed", .int(Int(clamping: film.seed))),
      ("mirrored", .bool(mirroring == .mirrored)), ("frames", .int(film.frameCount)),
      ("rate", .number(SpecimenCamera.rate)), ("duration", .number(film.script.duration + film.delay)),
      (
        "changesAt",
        [.faceSwap, .secondPerson].contains(film.kind) ? .number(film.turningPoint, decimals: 3) : .null
      ),
      (
        "steps",
        .array(
          film.script.acts.map {
            .object([
              ("step", .string($0.step.rawValue)), ("start", .number($0.start + film.delay)),
              ("full", .number($0.full + film.delay)), ("release", .number($0.release + film.delay)),
              ("end", .number($0.end + film.delay)),
            ])
          })
      ),
    ])
  }
}
