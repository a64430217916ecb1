import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideCapture
import BonafideObservations
import BonafideVerification
import Foundation

extension EngineJudge {
  /// Only when the stored values, judged by the old settings, come to what was decided and for the same reasons: then
  /// nothing else was in play, such as a list of blocked documents.
  func reconsider(_ decided: DecidedCase, under settings: Settings) -> ReconsideredCase? {
    guard decided.ruleSet == VerificationPolicy.ruleset,
      let parts = try? decided.parts.mapValues({ try JSONEncoder().encode($0) }),
      let stored = StoredCase(parts: parts, wantsDocument: decided.modules.contains("document")),
      let before = stored.outcome(from: decided.settings, to: decided.settings),
      before.decision.rawValue == decided.verdict.rawValue,
      Set(before.reasons.map(\.rawValue)) == Set(decided.reasons),
      let after = stored.outcome(from: decided.settings, to: settings),
      let verdict = DecisionVerdict(rawValue: after.decision.rawValue)
    else { return nil }
    return ReconsideredCase(verdict: verdict, reasons: after.reasons.map(\.rawValue))
  }
}
