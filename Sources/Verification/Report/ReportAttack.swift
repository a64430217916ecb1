package import BonafideObservations

/// The signs of a presentation attack as a report shows them.
package struct ReportAttack: Sendable, Hashable {
  /// In words, e.g. `live`.
  package var verdict: String
  /// 0 (attack) … 1 (bona fide); nil when no cue could tell.
  package var score: Double?
  /// A score below it speaks of an attack.
  package var limit: Double?
  package var cues: [CueScore]

  package init(verdict: String, score: Double?, limit: Double? = nil, cues: [CueScore]) {
    self.verdict = verdict
    self.score = score
    self.limit = limit
    self.cues = cues
  }
}
