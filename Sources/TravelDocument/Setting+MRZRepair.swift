package import BonafideObservations

/// How far the repair of a zone may go.
extension Setting {
  package static let mrzRepairLikelihood = Setting(
    "mrz.repair.likelihood", .ratio, in: 1e-9...1, default: 0.0025,
    source: "design: how likely a repaired reading has to be at least beside the recogniser's first one")
  package static let mrzRepairLikelihoodSingle = Setting(
    "mrz.repair.likelihood.single", .ratio, in: 1e-9...1, default: 0.1,
    source: "design: the same where only one check digit covers a changed column, so that one of ten changes fits")
  package static let mrzRepairDoubt = Setting(
    "mrz.repair.doubt", .ratio, in: 1e-9...1, default: 0.0002,
    source: "bench mrz: how likely beside a repaired reading another one may be at most that no check digit rules out")
  package static let mrzRepairConfusion = Setting(
    "mrz.repair.confusion", .ratio, in: 1e-9...1, default: 0.0001,
    source: "design: what a character that is easily confused counts as where the recogniser does not name it")
  package static let mrzRepairMisread = Setting(
    "mrz.repair.misread", .probability, in: 0...0.5, default: 0.1,
    source:
      "design: how likely a character of text without probabilities is a misreading; below 0.007 repairs no longer "
      + "care for the misreadings that no check digit tells")
  package static let mrzRepairChanges = Setting(
    "mrz.repair.changes", .count, in: 0...4, default: 2, source: "design: characters that are changed together")

  package static let declaredMRZRepair: [Setting] = [
    mrzRepairLikelihood, mrzRepairLikelihoodSingle, mrzRepairDoubt, mrzRepairConfusion, mrzRepairMisread,
    mrzRepairChanges,
  ]
}
