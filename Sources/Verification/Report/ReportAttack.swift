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
  /// In words, whose limits the cues were judged by.
  package var calibration: String?
  /// What explains the cues, in their order.
  package var evidence: [ReportCue] = []

  package init(verdict: String, score: Double?, limit: Double? = nil, cues: [CueScore]) {
    self.verdict = verdict
    self.score = score
    self.limit = limit
    self.cues = cues
  }
}

/// A curve or picture that explains a cue.
package struct ReportCue: Sendable, Hashable {
  package var chart: ReportChart?
  package var picture: ReportPicture?

  package init(chart: ReportChart?, picture: ReportPicture?) {
    self.chart = chart
    self.picture = picture
  }
}
