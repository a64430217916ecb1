import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafidePresentationAttack
import BonafideVerification
import Foundation

/// `verify`: the whole job.
enum Verify: Command {
  static let words = ["verify"]
  static let options: [Arguments.Option] = [
    .value("selfie"), .value("front"), .value("steps"), .value("report"), .value("profile"), .flag("mirrored"),
  ]
  static let summary = "verify a person: a live selfie, and the face on a document"
  static let usage = """
    bonafide verify --selfie VIDEO --front IMAGE [--steps LIST] [--mirrored] [--report FILE.html] [--profile NAME]

    --front is a picture with the face to compare with. Without --steps all six are expected.
    Example: bonafide verify --selfie selfie.mp4 --front portrait.png --report report.html
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    guard let selfie = arguments.value("selfie") else { throw BonafideError(.usage, "--selfie names the video") }
    guard let front = arguments.value("front") else { throw BonafideError(.usage, "--front names the picture") }
    let list = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) }
    let profile = try Profile(arguments)
    let engine = try Engine()
    let verification = try Verification(
      engine, selfie: selfie, front: front, steps: list ?? ChallengeStep.allCases,
      mirroring: arguments.has("mirrored") ? .mirrored : .none)
    if let path = arguments.value("report") {
      try ReportWriter.write(ReportRenderer().html(of: verification.report(profile)), to: path)
    }
    terminal.print(
      terminal.format == .json ? verification.json(profile).text : verification.text(profile))
    switch verification.decision {
    case .approved: return .positive
    case .declined: return .negative
    case .review: return .undecided
    }
  }
}

/// One verification: what went in, what was found, what it came to.
struct Verification {
  let engine: Engine
  let selfie: String
  let front: String
  let record: CaptureRecord
  let document: Image
  let documentFace: FaceObservation?
  let comparison: FaceComparison?
  let decision: VerificationDecision
  let reasons: [Reason]
  let timings: [(label: String, milliseconds: Double)]

  init(_ engine: Engine, selfie: String, front: String, steps: [ChallengeStep], mirroring: Mirroring) throws {
    self.engine = engine
    self.selfie = selfie
    self.front = front
    let start = ContinuousClock.now
    // The document first: it is quick, and a wrong path should not cost a whole video.
    let analyzer = engine.analyzer()
    let document = try engine.picture(front)
    let documentFace = try analyzer.faces(in: document).first
    self.document = document
    self.documentFace = documentFace
    let read = ContinuousClock.now
    record = try engine.capture(selfie, steps: steps, mirroring: mirroring)
    let watched = ContinuousClock.now
    let reference = try documentFace.map { try analyzer.template(of: $0, in: document) }
    var compared: FaceComparison?
    if let live = record.referenceTemplate, let reference {
      compared = FaceComparison(similarity: live.similarity(to: reference))
    }
    comparison = compared
    let evidence = VerificationEvidence(
      live: record.verdict.live, livenessReasons: record.verdict.reasons, comparison: comparison,
      referenceFace: documentFace == nil ? .missing : .found)
    (decision, reasons) = VerificationPolicy().decide(evidence)
    let end = ContinuousClock.now
    timings = [
      ("document", (read - start) / .milliseconds(1)), ("liveness", (watched - read) / .milliseconds(1)),
      ("comparison", (end - watched) / .milliseconds(1)), ("total", (end - start) / .milliseconds(1)),
    ]
  }

  func text(_ profile: Profile) -> String {
    var lines = ["\(decision.rawValue)\(profile.suffix)"]
    let steps = record.verdict.steps
    lines.append(
      "  liveness: \(record.verdict.result.name), \(steps.filter(\.passed).count) of \(steps.count) steps done")
    if let comparison {
      lines.append(
        "  comparison: similarity \(JSON.number(comparison.similarity, decimals: 3).text), threshold "
          + JSON.number(comparison.threshold, decimals: 3).text)
    }
    return (lines + reasons.map { "  \($0.message) [\($0.code.rawValue)]" }).joined(separator: "\n")
  }

  func json(_ profile: Profile) -> JSON {
    let portrait = documentFace.map { JSON.object([("box", JSON($0.box)), ("image", .string("front"))]) }
    return .object([
      ("decision", .string(decision.rawValue)), ("liveness", .object(JSON.members(record.verdict))),
      ("document", .object([("type", .string("UNKNOWN")), ("portrait", portrait ?? .null)])),
      ("comparison", comparison.map { .object(JSON.members($0)) } ?? .null), ("reasons", JSON(reasons)),
      ("ruleset", .string(VerificationPolicy.ruleset)),
      (
        "models",
        .array(
          engine.models.manifest.entries.map {
            .object([("name", .string($0.name)), ("sha256", .string($0.sha256))])
          })
      ),
      ("profile", profile.json),
      ("timings", .object(timings.map { ($0.label, .number($0.milliseconds, decimals: 1)) })),
    ])
  }
}
