@_exported public import CoreModule

public typealias BaseModelOCR = CoreBaseModel
public typealias SessionModelOCR = CoreSessionModel
public typealias IntegrationModelOCR = CoreIntegrationModel

/// What reading a document and the touch test tell the app, beside what all modules do. Each method comes on the main
/// actor, and never from inside the call that caused it. All have an empty default.
@MainActor public protocol EnQualifyOCRDelegate: EnQualifyCoreDelegate {
  /// It is known which document it is, and the side that was asked for is shown.
  func idDocTypeCheckVerified(isFront: Bool)
  /// Called in place of `idDocTypeCheckVerified(isFront:)` where the app has none.
  func idDocTypeCheckVerifiedFront()
  func idDocTypeCheckVerifiedBack()
  /// What is printed on the front was read; of a passport its page.
  func idDocFrontCompleted()
  func hologramCheckVerified()
  /// The zone of the back was read, and it says what the front says.
  func idDocBackCompleted()
  /// The back office has what was read.
  func idDocCompleted()
  /// A step came to nothing. It may be done again.
  func idDocFailed(error: EnQualifyOcrError)

  // MARK: Touch test

  func frontCrescentConcealVerified()
  func frontMLIConcealVerified()
  func frontSignatureConcealVerified()
  func backOVIConcealVerified()
  /// The back office has the films and verdicts of the touch test.
  func idDocConcealCompleted()
  /// `EnQualifyOCR.lastConcealError` says why.
  func idDocConcealFailed()
}

extension EnQualifyOCRDelegate {
  public func idDocTypeCheckVerified(isFront: Bool) {
    if isFront { idDocTypeCheckVerifiedFront() } else { idDocTypeCheckVerifiedBack() }
  }
  public func idDocTypeCheckVerifiedFront() {}
  public func idDocTypeCheckVerifiedBack() {}
  public func idDocFrontCompleted() {}
  public func hologramCheckVerified() {}
  public func idDocBackCompleted() {}
  public func idDocCompleted() {}
  public func idDocFailed(error: EnQualifyOcrError) {}
  public func frontCrescentConcealVerified() {}
  public func frontMLIConcealVerified() {}
  public func frontSignatureConcealVerified() {}
  public func backOVIConcealVerified() {}
  public func idDocConcealCompleted() {}
  public func idDocConcealFailed() {}
}
