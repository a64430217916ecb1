internal import BonafideCapture
internal import BonafideObservations

/// Steps of reading a document, as errors name them.
public enum OCRState: String, Sendable, Hashable, CaseIterable {
  case idle
  case idDocTypeCheckFront
  case idDocTypeCheckBack
  case idDocFront
  case hologramCheck
  case idDocBack
  case idDocComplete
  case idDocSave
  /// The one page of a passport is read, once it is known to be one.
  case passport
  case frontCrescentConceal
  case frontMLIConceal
  case frontSignatureConceal
  case backOVIConceal
  case idDocConcealComplete
}

extension OCRState {
  init(_ step: DocumentStep?, isPage: Bool = false) {
    self =
      switch step {
      case nil: .idle
      case .typeCheck(.front): .idDocTypeCheckFront
      case .typeCheck(.back): .idDocTypeCheckBack
      case .scan(.front, _): isPage ? .passport : .idDocFront
      case .scan(.back, _): .idDocBack
      case .hologram: .hologramCheck
      case .conceal(.mli): .frontMLIConceal
      case .conceal(.signature): .frontSignatureConceal
      case .conceal(.ovi): .backOVIConceal
      case .conceal: .frontCrescentConceal
      }
  }
}
