internal import BonafideCapture
internal import BonafideObservations
internal import CoreModule

/// Which sound goes with what happens to a step; none are named for the touch test.
enum OCRSound {
  static func start(_ step: DocumentStep) -> EnQualifySound? {
    switch step {
    case .typeCheck(.front): .startTypeCheckFront
    case .typeCheck(.back): .startTypeCheckBack
    case .scan(.front, _): .startIDFront
    case .scan(.back, _): .startIDBack
    case .hologram: .startHolo
    case .conceal: nil
    }
  }

  static func end(_ step: DocumentStep) -> EnQualifySound? {
    switch step {
    case .scan(.front, _): .endIDFront
    case .scan(.back, _): .endIDRead
    case .typeCheck, .hologram, .conceal: nil
    }
  }

  static func failed(_ failure: DocumentFlowFailure) -> EnQualifySound? {
    switch failure.kind {
    case .timeout:
      if case .typeCheck = failure.step { .idTypeCheckTimeout } else { .idReadTimeout }
    case .negative where contradictions.contains(failure.reason): .crossCheckFail
    case .negative, .refused, .interrupted, .camera, .recording: nil
    }
  }

  private static let contradictions: Set<String> = Set(
    [ReasonCode.sidesDisagree, .printDisagrees, .differentDocuments, .identityNumberMismatch].map(\.rawValue))
}
