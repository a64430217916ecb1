package import BonafideObservations
internal import BonafidePresentationAttack
package import BonafideVerification
package import Foundation

/// What was stored of a judged case. It can be judged by other thresholds, as far as they judge values that are there;
/// what measures anew needs the pictures.
package struct StoredCase: Sendable {
  package struct Outcome: Sendable, Hashable {
    package let decision: VerificationDecision
    package let reasons: [ReasonCode]
  }

  /// Whether it was judged with a document, or the person alone.
  private let wantsDocument: Bool
  private let liveness: Liveness?
  private let comparison: Comparison?
  private let document: Document?
  private let films: [Film]
  private let lists: Lists?

  /// - `parts`: JSON by check, as the judge stored it. Nil when a part has another form, or is of another kind.
  package init?(parts: [String: Data], wantsDocument: Bool) {
    self.wantsDocument = wantsDocument
    func part<Value: Decodable>(_ name: String, _ type: Value.Type) -> Value?? {
      guard let data = parts[name] else { return .some(nil) }
      return (try? JSONDecoder().decode(type, from: data)).map { .some($0) }
    }
    guard Set(parts.keys).isSubset(of: StoredCase.known), let liveness = part("liveness", Liveness.self),
      let comparison = part("comparison", Comparison.self), let document = part("document", Document.self),
      let hologram = part("hologram", Film.self), let conceal = part("conceal", Film.self),
      let lists = part("document_check", Lists.self)
    else { return nil }
    self.liveness = liveness
    self.comparison = comparison
    self.document = document
    films = [hologram, conceal].compactMap(\.self)
    self.lists = lists
  }

  /// Curves are for the eye: nothing is judged by them.
  private static let known: Set<String> = [
    "liveness", "comparison", "document", "hologram", "conceal", "curves", "document_check",
  ]

  /// Names of settings that only judge stored values.
  package static let judging = Set((ComparisonSettings.declared + AttackSettings.judging).map(\.name))

  /// What the case comes to. `before` are the settings that it was judged by. Nil when the stored values do not tell.
  package func outcome(from before: Settings, to after: Settings) -> Outcome? {
    let names = Set(before.overrides.keys).union(after.overrides.keys)
    let changed = EngineSettings.declared.filter { names.contains($0.name) && before[$0] != after[$0] }
    guard changed.allSatisfy({ StoredCase.judging.contains($0.name) }) else { return nil }
    // Limits of a calibration stand in a file, not in the settings.
    let isAboutAttacks = changed.contains { $0.name.hasPrefix("attack.") }
    if isAboutAttacks, let liveness, !liveness.isByEngineLimits { return nil }
    guard let live = judged(liveness, before, after) else { return nil }
    return decide(live, similarity: comparison.map { $0.similarity }, after)
  }

  private struct Live {
    let live: Bool?
    let reasons: [Reason]
  }

  /// Nil when the stored values do not tell.
  private func judged(_ liveness: Liveness?, _ before: Settings, _ after: Settings) -> Live? {
    guard let liveness else { return Live(live: nil, reasons: [Reason(.notEvaluated)]) }
    let stored = Live(live: liveness.live, reasons: liveness.reasons.map { Reason($0.code) })
    guard liveness.isByEngineLimits else { return stored }
    let readings = liveness.antiSpoofing.cues.map { CueReading(name: $0.name, value: $0.value, detail: "") }
    let old = AttackAssessment(readings, limits: AttackLimits(before), settings: before)
    let new = AttackAssessment(readings, limits: AttackLimits(after), settings: after)
    // What was stored is rounded: a score at a limit may fall on the other side of it.
    guard old.verdict.rawValue == liveness.antiSpoofing.verdict else { return nil }
    guard old.verdict != new.verdict || old.reasons != new.reasons else { return stored }
    let attack = Set(old.reasons.map(\.code))
    let others = old.verdict == .spoof ? stored.reasons.filter { !attack.contains($0.code) } : stored.reasons
    switch (old.verdict, new.verdict) {
    case (_, .spoof):
      // An attack outweighs a challenge that was passed or failed, not a capture that is too bad to judge.
      let isJudged = stored.live != nil
      return isJudged ? Live(live: false, reasons: others + new.reasons) : stored
    case (.spoof, _):
      // Of a challenge that failed as well, it is not stored how it ended.
      guard others.isEmpty, !liveness.steps.isEmpty, liveness.steps.allSatisfy(\.passed) else { return nil }
      return Live(live: true, reasons: [])
    default: return liveness.steps.isEmpty ? nil : stored
    }
  }

  private func decide(_ live: Live, similarity: Double?, _ settings: Settings) -> Outcome {
    var decision: VerificationDecision
    var reasons: [Reason]
    if wantsDocument {
      let evidence = VerificationEvidence(
        live: live.live, livenessReasons: live.reasons,
        comparison: similarity.flatMap { FaceComparison(similarity: $0, settings: settings) },
        referenceFace: document?.portrait == nil ? .missing : .found,
        document: document.map { .read($0.decision, $0.reasons.map { Reason($0.code) }) } ?? .notRead)
      (decision, reasons) = VerificationPolicy().decide(evidence)
    } else {
      let isAttack = live.reasons.contains { $0.cause == .attack }
      decision = live.live == true ? .approved : live.live == false || isAttack ? .declined : .review
      reasons = live.reasons
    }
    for film in films where film.verified != true {
      decision = decision == .declined ? .declined : .review
      reasons += film.reasons.map { Reason($0.code) }
    }
    // What was known of the document then: a person has to look is the most that follows from it.
    let known =
      (lists?.blocked == true ? [Reason(.documentBlocked)] : [])
      + (lists?.otherIdentities ?? 0 > 0 ? [Reason(.documentOtherIdentity)] : [])
    if !known.isEmpty, decision == .approved { decision = .review }
    return Outcome(decision: decision, reasons: (reasons + known).map(\.code).once)
  }
}

extension Sequence where Element == ReasonCode {
  /// The first of each.
  fileprivate var once: [ReasonCode] {
    var seen: Set<ReasonCode> = []
    return filter { seen.insert($0).inserted }
  }
}

// MARK: What is read of the stored parts

extension StoredCase {
  private struct Code: Decodable {
    let code: ReasonCode
  }

  private struct Liveness: Decodable {
    struct Cue: Decodable {
      let name: String
      let value: Double?
    }
    struct Calibration: Decodable {
      let state: String
    }
    struct Attack: Decodable {
      let verdict: String
      let cues: [Cue]
      let calibration: Calibration
    }
    struct Step: Decodable {
      let passed: Bool
    }

    let live: Bool?
    let reasons: [Code]
    let antiSpoofing: Attack
    let steps: [Step]

    var isByEngineLimits: Bool { antiSpoofing.calibration.state == "not_calibrated" }
  }

  private struct Comparison: Decodable {
    let similarity: Double
  }

  private struct Document: Decodable {
    struct Portrait: Decodable {}

    let decision: DocumentDecision
    let reasons: [Code]
    let portrait: Portrait?
  }

  /// What the document was held against.
  private struct Lists: Decodable {
    let blocked: Bool
    let otherIdentities: Int
  }

  private struct Film: Decodable {
    let verified: Bool?
    let reasons: [Code]
  }
}
