import BonafideCapture
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafidePresentationAttack
import BonafideVerification

/// `face liveness VIDEO`
enum FaceLiveness: Command {
  static let words = ["face", "liveness"]
  static let options: [Arguments.Option] = [.value("steps"), .flag("mirrored"), .value("flashes")] + Profile.options
  static let summary = "decide whether a video shows a live person who does the steps"
  static let usage = """
    bonafide face liveness [--steps LIST] [--mirrored] [--profile NAME] [--calibration FILE]
      [--flashes LIST] [--json] VIDEO

    LIST names steps in order: face, smile, close-eyes, turn-right, turn-left, look-up (the person's own sides).
    Without --steps only the passive checks are made. --mirrored says that the video is as in a looking glass.
    --calibration names a file that 'evaluate liveness' wrote. --flashes tells which colours the screen before the person
    showed, as in 0.5:ff0000,1:00ff00; how the face answers them is shown.
    Example: bonafide face liveness --steps face,turn-right,smile selfie.mp4
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let input = try arguments.inputs("VIDEO")[0]
    let steps = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) } ?? []
    let profile = try Profile(arguments)
    let light = try arguments.value("flashes").map { text throws(BonafideError) in try LightChallenge(text) }
    let engine = try Engine()
    let record = try engine.capture(
      input, steps: steps, mirroring: arguments.has("mirrored") ? .mirrored : .none, limits: profile.limits,
      light: light)
    if terminal.format == .json {
      terminal.print(JSON.object(JSON.members(record.verdict) + [("profile", profile.json)]).text)
    } else {
      terminal.print(text(record.verdict, profile))
    }
    return record.verdict.result.exitStatus
  }

  private static func text(_ verdict: LivenessVerdict, _ profile: Profile) -> String {
    let head =
      switch verdict.live {
      case true?: "live"
      case false?: "not live"
      case nil: "undecided (\(verdict.result.name))"
      }
    var lines = [head + profile.suffix]
    for step in verdict.steps {
      let value = step.value.map { " (\(JSON.number($0, decimals: 2).text))" } ?? ""
      lines.append("  \(step.passed ? "✓" : "✗") \(step.step.rawValue)\(value)")
    }
    for cue in verdict.attack.cues {
      let score =
        cue.score.map { JSON.number($0, decimals: 2).text } ?? (cue.value == nil ? "could not tell" : "not calibrated")
      lines.append("  \(cue.name): \(score), \(cue.detail)")
    }
    lines.append("  (signs of an attack: \(verdict.attack.calibration.text))")
    return (lines + verdict.reasons.map { "  \($0.message) [\($0.code.rawValue)]" }).joined(separator: "\n")
  }
}

extension Engine {
  /// Watches a video, or a picture as a video of one frame, with a progress line.
  func capture(
    _ input: String, steps: [ChallengeStep], mirroring: Mirroring, limits: AttackLimits? = nil,
    light: LightChallenge? = nil, cuts: [Double] = []
  ) throws -> CaptureRecord {
    let source = try reader.open(input).frames
    var loop = CaptureLoop(
      analyzer: analyzer(), challenge: Challenge(steps), mirroring: mirroring, limits: limits, light: light,
      cuts: cuts)
    var progress = ProgressLine(input, total: source.description.claimedFrameCount)
    defer { progress.finish() }
    return try loop.run(source) { _, _ in progress.advance() }
  }
}

extension JSON {
  /// The members of `face liveness`, without the profile.
  static func members(_ verdict: LivenessVerdict) -> [(String, JSON)] {
    let attack = verdict.attack
    let level = ValidityLevel(attack.score, min: attack.scoreLimits.lowerBound, max: attack.scoreLimits.upperBound)
    return [
      ("live", .optional(verdict.live)),
      ("steps", .array(verdict.steps.map(JSON.init))),
      (
        "antiSpoofing",
        .object([
          ("score", .number(attack.score)), ("validityLevel", .int(level.rawValue)),
          ("verdict", .string(attack.verdict.rawValue)), ("calibration", attack.calibration.json),
          ("cues", .array(attack.cues.map(JSON.init))),
        ])
      ),
      ("livenessResult", .string(verdict.result.name)),
      ("reasons", JSON(verdict.reasons)),
    ]
  }

  init(_ step: StepResult) {
    self = .object([
      ("step", .string(step.step.rawValue)), ("passed", .bool(step.passed)), ("time", .number(step.time)),
      ("value", .number(step.value)), ("leftEyeOpen", .number(step.leftEyeOpen)),
      ("rightEyeOpen", .number(step.rightEyeOpen)), ("similarity", .number(step.similarity)),
    ])
  }

  init(_ cue: CueScore) {
    self = .object([
      ("name", .string(cue.name)), ("score", .number(cue.score)), ("weight", .number(cue.weight)),
      ("value", .number(cue.value)),
      (
        "limits",
        cue.limits.map { .object([("attack", .number($0.attack)), ("bonafide", .number($0.bonafide))]) } ?? .null
      ), ("detail", .string(cue.detail)),
    ])
  }
}
