internal import BonafideDocumentAnalysis
internal import BonafideFaceAnalysis
internal import BonafideLiveness
package import BonafideObservations
internal import BonafidePresentationAttack
internal import BonafideVerification

extension Setting {
  static let captureIdentityInterval = Setting(
    "capture.identity.interval", .seconds, in: 0.1...10, default: 1,
    source: "design: a face that takes another one's place is noticed within two looks; one costs about two frames")
}

/// Every setting of the engine, with its range, default and source.
package enum EngineSettings {
  package static let declared: [Setting] =
    [.captureIdentityInterval] + FlowSettings.declared + FaceSettings.declared + AttackSettings.declared
    + LivenessSettings.declared
    + ComparisonSettings.declared + MRZSettings.declared
    + CodeSettings.declared + DocumentSettings.declared + TextSettings.declared
    + ElementSettings.declared + CopySettings.declared + CardFilmSettings.declared
    + DocumentCaptureSettings.declared + DocumentPolicySettings.declared
    + DocumentFlowSettings.declared
}
