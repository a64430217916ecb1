package import BonafideObservations

/// What the report of one verification shows. Values only: nothing here is measured or decided again.
package struct VerificationReport: Sendable {
  package var title = "Identity verification"
  package var decision: VerificationDecision
  /// What kind of media somebody says it is; `specimen` brings a banner.
  package var profile: String?
  /// Date and time as the caller wants them to read, with their zone.
  package var createdAt: String?
  /// The decisive one first.
  package var reasons: [Reason] = []
  /// In the order of the challenge.
  package var steps: [ReportStep] = []
  package var charts: [ReportChart] = []
  /// Moments that are marked in every chart.
  package var marks: [ReportMark] = []
  /// Nil when nothing was looked for.
  package var attack: ReportAttack?
  /// Nil when there is none.
  package var document: ReportDocument?
  /// Nil when it was not done.
  package var comparison: ReportComparison?
  package var provenance = ReportProvenance()

  /// The name of the profile of synthetic media.
  package static let specimenProfile = "specimen"

  package init(decision: VerificationDecision) {
    self.decision = decision
  }
}
