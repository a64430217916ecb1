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

  /// - `limits`: of flows without a calibration of their own; nil for the engine's own.
  init(models: ModelStore, limits: AttackLimits?) {
    self.models = models
    self.limits = limits
  }

  func judge(_ work: JudgeWork) async throws -> JudgeResult {
    let engine = Engine(models: models, settings: work.settings)
    let own = try work.calibration.map { AttackLimits(try AttackCalibration(json: Data($0))) }
    return try CaseRun(engine, work, limits: own ?? limits).result()
  }

  func profile(ofCalibration json: [UInt8]) throws -> String { try AttackCalibration(json: Data(json)).profile }
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
    if let record {
      parts["liveness"] = try CaseRun.value(.object(JSON.members(record.verdict)))
      parts[PartKind.curves] = try CaseRun.value(JSON(record.curve))
    }
    let comparison = try engine.comparison(record, document?.reference)
    if let comparison { parts["comparison"] = try CaseRun.value(.object(JSON.members(comparison))) }
    var (decision, reasons) = decide(record, document, comparison)
    for film in try CardFilms(engine, work).judged() {
      parts[film.name] = try CaseRun.value(film.json)
      guard film.verified != true else { continue }
      // What a film of a card shows is not sure enough to decline anybody by itself; a person looks.
      decision = decision == .declined ? .declined : .review
      reasons += film.reasons
    }
    let entries = engine.models.manifest.entries
    return JudgeResult(
      verdict: decision.backOffice, reasons: reasons.once, parts: parts, ruleSet: VerificationPolicy.ruleset,
      models: entries.map { JudgeResult.Model(name: $0.name, sha256: $0.sha256) }, document: document?.verdict.judged)
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
    try EvidenceFile.ifReadable {
      guard let front = work.file(.front) else { return nil }
      let back = try work.file(.back).map { try engine.picture($0.path) }
      let verdict = try engine.document(
        front: engine.picture(front.path), back: back, today: today, expecting: work.identityNumber)
      return verdict.map { ReadDocument(verdict: $0, reference: ReferenceFace($0.reading)) }
    }
  }

  /// Nil when there is no video, or none that can be decoded.
  private func watch() throws -> CaptureRecord? {
    try EvidenceFile.ifReadable {
      guard let selfie = work.file(.selfieVideo) else { return nil }
      let steps = work.steps.compactMap(ChallengeStep.init(rawValue:))
      return try engine.capture(selfie.path, steps: steps, mirroring: .none, limits: limits, cuts: selfie.cuts)
    }
  }

  private static func value(_ json: JSON) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(json.text.utf8))
  }
}

extension DocumentVerdict {
  /// Nil when no number was read.
  fileprivate var judged: JudgedDocument? {
    reading.value(of: .documentNumber).map { number in
      JudgedDocument(
        type: reading.type.rawValue, number: number,
        holder: reading.value(of: .identityNumber) ?? reading.value(of: .dateOfBirth), score: score)
    }
  }

  /// Zone, agreement of zone and print, and day of expiry, as far as they were read.
  private var score: Double? {
    var held = reading.crossChecks.compactMap(\.agrees)
    if reading.evidence.zone != .missing { held.append(reading.evidence.zone == .valid) }
    if let isExpired = reading.isExpired { held.append(!isExpired) }
    return held.isEmpty ? nil : Double(held.count { $0 }) / Double(held.count)
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
