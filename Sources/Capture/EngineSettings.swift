internal import BonafideFaceAnalysis
internal import BonafideLiveness
package import BonafideObservations
internal import BonafidePresentationAttack
internal import BonafideVerification

/// Every setting of the engine, with its range, default and source.
package enum EngineSettings {
  package static let declared: [Setting] =
    FaceSettings.declared + AttackSettings.declared + LivenessSettings.declared + ComparisonSettings.declared
}
