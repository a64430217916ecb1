import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideCapture
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

/// Judges the cases of a back office with the engine, from what was uploaded alone. It blocks: the back office gives its
/// judges threads of their own.
struct EngineJudge: Judge {
  private let models: ModelStore
  private let limits: AttackLimits?

  /// - `limits`: those of a calibration; nil for the engine's own.
  init(models: ModelStore, limits: AttackLimits?) {
    self.models = models
    self.limits = limits
  }

  func judge(_ work: JudgeWork) async throws -> JudgeResult {
    let engine = Engine(models: models, settings: work.settings)
    return try CaseRun(engine, work, limits: limits).result()
  }
}

/// One case.
private struct CaseRun {
  private let engine: Engine
  private let work: JudgeWork
  private let limits: AttackLimits?
  private let today: CalendarDate

  init(_ engine: Engine, _ work: JudgeWork, limits: AttackLimits?) throws {
    self.engine = engine
    self.work = work
    self.limits = limits
    today = try MRZParse.day(nil)
  }

  func result() throws -> JudgeResult {
    var parts: [String: JSONValue] = [:]
    let document = try readDocument()
    if let document { parts["document"] = try CaseRun.value(.object(document.verdict.members())) }
    let record = try watch()
    if let record { parts["liveness"] = try CaseRun.value(.object(JSON.members(record.verdict))) }
    let comparison = try engine.comparison(record, document?.reference)
    if let comparison { parts["comparison"] = try CaseRun.value(.object(JSON.members(comparison))) }
    var (decision, reasons) = decide(record, document, comparison)
    for film in try films() {
      parts[film.name] = try CaseRun.value(film.json)
      guard film.check.verified != true else { continue }
      // What a film of a card shows is not sure enough to decline anybody by itself; a person looks.
      decision = decision == .declined ? .declined : .review
      reasons += film.check.reasons
    }
    let entries = engine.models.manifest.entries
    return JudgeResult(
      verdict: decision.backOffice, reasons: reasons.once, parts: parts, ruleSet: VerificationPolicy.ruleset,
      models: entries.map { JudgeResult.Model(name: $0.name, sha256: $0.sha256) })
  }

  private func decide(
    _ record: CaptureRecord?, _ document: ReadDocument?, _ comparison: FaceComparison?
  ) -> (VerificationDecision, [Reason]) {
    let live = record?.verdict.live
    let liveness = record?.verdict.reasons ?? [Reason(.notEvaluated, "No video of the person could be looked at.")]
    guard work.modules.contains("document") else {
      let isAttack = liveness.contains { $0.cause == .attack }
      return (live == true ? .approved : live == false || isAttack ? .declined : .review, liveness)
    }
    let evidence = VerificationEvidence(
      live: live, livenessReasons: liveness, comparison: comparison,
      referenceFace: document?.reference == nil ? .missing : .found,
      document: document.map { .read($0.verdict.decision, $0.verdict.reasons) } ?? .notRead)
    let judged = VerificationPolicy().decide(evidence)
    return (judged.decision, judged.reasons)
  }

  private struct ReadDocument {
    let verdict: DocumentVerdict
    let reference: ReferenceFace?
  }

  /// Nil when there is no picture of a front, or none that shows a document.
  private func readDocument() throws -> ReadDocument? {
    try ifReadable {
      guard let front = work.file(.front) else { return nil }
      let back = try work.file(.back).map { try engine.picture($0.path) }
      let verdict = try engine.document(
        front: engine.picture(front.path), back: back, today: today, expecting: work.identityNumber)
      return verdict.map { ReadDocument(verdict: $0, reference: ReferenceFace($0.reading)) }
    }
  }

  /// Nil when there is no video, or none that can be decoded.
  private func watch() throws -> CaptureRecord? {
    try ifReadable {
      guard let selfie = work.file(.selfieVideo) else { return nil }
      let steps = work.steps.compactMap(ChallengeStep.init(rawValue:))
      return try engine.capture(selfie.path, steps: steps, mirroring: .none, limits: limits, cuts: selfie.cuts)
    }
  }

  private func films() throws -> [(name: String, check: CardCheck, json: JSON)] {
    var films: [(name: String, check: CardCheck, json: JSON)] = []
    if let file = work.file(.hologramVideo) {
      var check = HologramCheck(settings: work.settings)
      if let outcome = try ifReadable({ try CaseRun.run(&check, file, engine) }) {
        films.append(("hologram", outcome, CaseRun.json(outcome)))
      }
    }
    return films
  }

  private static func run<Check: CardFilmCheck>(
    _ check: inout Check, _ file: JudgeWork.File, _ engine: Engine
  ) throws -> CardCheck {
    let source = try engine.reader.open(file.path).frames
    while let frame = try source.next() {
      if let outcome = try check.observe(frame) { return outcome }
    }
    return check.finish()
  }

  private static func json(_ outcome: CardCheck) -> JSON {
    .object([
      ("verified", .optional(outcome.verified)), ("confidence", .number(outcome.confidence)),
      ("time", .number(outcome.time)), ("reasons", JSON(outcome.reasons)),
    ])
  }

  /// What cannot be read is missing evidence; what fails in the engine is a fault, and is tried again.
  private func ifReadable<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
      return try body()
    } catch let error as BonafideError where error.code.exitStatus.concernsInput {
      return nil
    }
  }

  private static func value(_ json: JSON) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(json.text.utf8))
  }
}

extension VerificationDecision {
  fileprivate var backOffice: DecisionVerdict {
    switch self {
    case .approved: .approved
    case .declined: .declined
    case .review: .review
    }
  }
}
