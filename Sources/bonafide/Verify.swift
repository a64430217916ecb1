import BonafideCapture
import BonafideDocumentAnalysis
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafidePresentationAttack
import BonafideTravelDocument
import BonafideVerification
import Foundation

/// `verify`: the whole job.
enum Verify: Command {
  static let words = ["verify"]
  static let options: [Arguments.Option] =
    [
      .value("selfie"), .value("front"), .value("back"), .value("steps"), .value("report"), .value("date"),
      .value("identity-number"), .flag("mirrored"),
    ] + Profile.options
  static let summary = "verify a person: a live selfie, an identity document, and the face on both"
  static let usage = """
    bonafide verify --selfie VIDEO --front IMAGE [--back IMAGE] [--steps LIST] [--mirrored] [--date YYYY-MM-DD]
      [--identity-number N] [--report FILE.html] [--profile NAME] [--calibration FILE]

    --front is a passport's page or the front of a card, --back the back of a card. Without --steps all six are
    expected. --calibration is that of 'face liveness', --date and --identity-number are those of 'document read'.
    Example: bonafide verify --selfie selfie.mp4 --front front.jpg --back back.jpg --report report.html
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    guard let selfie = arguments.value("selfie") else { throw BonafideError(.usage, "--selfie names the video") }
    guard let front = arguments.value("front") else { throw BonafideError(.usage, "--front names the picture") }
    let list = try arguments.value("steps").map { text throws(BonafideError) in try ChallengeStep.list(text) }
    let profile = try Profile(arguments)
    let engine = try Engine()
    let inputs = Verification.Inputs(
      selfie: selfie, front: front, back: arguments.value("back"), steps: list ?? ChallengeStep.allCases,
      mirroring: arguments.has("mirrored") ? .mirrored : .none, today: try MRZParse.day(arguments.value("date")),
      expectedNumber: arguments.value("identity-number"), limits: profile.limits)
    let verification = try Verification(engine, inputs)
    if let path = arguments.value("report") {
      try ReportWriter.write(ReportRenderer().html(of: verification.report(profile)), to: path)
    }
    terminal.print(
      terminal.format == .json ? try verification.json(profile).text : verification.text(profile))
    switch verification.decision {
    case .approved: return .positive
    case .declined: return .negative
    case .review: return .undecided
    }
  }
}

/// One verification: what went in, what was found, what it came to.
struct Verification {
  struct Inputs {
    let selfie: String
    let front: String
    let back: String?
    let steps: [ChallengeStep]
    let mirroring: Mirroring
    let today: CalendarDate
    /// The identity number that the person gave.
    let expectedNumber: String?
    /// Nil when nothing was calibrated.
    let limits: AttackLimits?
  }

  let engine: Engine
  let inputs: Inputs
  let record: CaptureRecord
  /// Nil when no document was found.
  let document: DocumentVerdict?
  let reference: ReferenceFace?
  let comparison: FaceComparison?
  let decision: VerificationDecision
  let reasons: [Reason]
  let timings: [(label: String, milliseconds: Double)]

  init(_ engine: Engine, _ inputs: Inputs) throws {
    self.engine = engine
    self.inputs = inputs
    let start = ContinuousClock.now
    // The document first: it is quick, and a wrong path should not cost a whole video.
    let analyzer = engine.analyzer()
    let front = try engine.picture(inputs.front)
    let back = try inputs.back.map { try engine.picture($0) }
    document = try engine.document(front: front, back: back, today: inputs.today, expecting: inputs.expectedNumber)
    reference = try document.map { ReferenceFace($0.reading) } ?? ReferenceFace(in: front, analyzer)
    let read = ContinuousClock.now
    record = try engine.capture(inputs.selfie, steps: inputs.steps, mirroring: inputs.mirroring, limits: inputs.limits)
    let watched = ContinuousClock.now
    comparison = try engine.comparison(record, reference)
    let evidence = VerificationEvidence(
      live: record.verdict.live, livenessReasons: record.verdict.reasons, comparison: comparison,
      referenceFace: reference == nil ? .missing : .found,
      document: document.map { .read($0.decision, $0.reasons) } ?? .notRead)
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
    if let document { lines.append("  document: \(document.decision.rawValue), \(document.reading.type.rawValue)") }
    return (lines + reasons.map { "  \($0.message) [\($0.code.rawValue)]" }).joined(separator: "\n")
  }

  func json(_ profile: Profile) throws -> JSON {
    .object([
      ("decision", .string(decision.rawValue)), ("liveness", .object(JSON.members(record.verdict))),
      ("document", try documentJSON),
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

  private var documentJSON: JSON {
    get throws {
      if let document { return .object(try document.members()) }
      let portrait = reference.map { JSON.object([("box", JSON($0.face.box)), ("image", .string("front"))]) }
      return .object([
        ("decision", .string(DocumentDecision.review.rawValue)), ("type", .string(DocumentType.unknown.rawValue)),
        ("portrait", portrait ?? .null), ("reasons", JSON([Reason(.documentNotRead)])),
      ])
    }
  }
}

/// The face that the live one is compared with.
struct ReferenceFace {
  /// In pixels of `picture`.
  let face: FaceObservation
  let picture: Image

  /// The portrait of a document.
  init?(_ reading: DocumentReading) {
    guard let portrait = reading.portrait, let side = reading.sides[portrait.image] else { return nil }
    face = portrait.reading.face
    picture = side.flat.image
  }

  /// The largest face of a picture that shows no document.
  init?(in picture: Image, _ analyzer: FaceAnalyzer) throws {
    guard let face = try analyzer.detectedFaces(in: picture).first else { return nil }
    self.face = face
    self.picture = picture
  }
}
