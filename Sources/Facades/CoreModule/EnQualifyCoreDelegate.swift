public import Foundation

/// What all modules tell the app. Each method comes on the main actor, and never from inside the call that caused it.
/// All have an empty default.
@MainActor public protocol EnQualifyCoreDelegate: AnyObject {
  /// Token, session and settings are there. `moduleName` is that of the class whose `initialize` was called, such as
  /// `EnQualifyFace`.
  func initializeCompleted(moduleName: String)
  /// Refused on the device: an `EnQualifyInitializeError`. Nothing was sent.
  func initializeFailed(with key: any CustomNSError)
  /// There is a token, a new one or that from before.
  func tokenCreateCompleted()
  /// `EnQualifyCore.lastError` says why, here and for all that follow.
  func tokenCreateFailed()
  func sessionAddFailed()
  func settingGetFailed()
  /// Comes right after `settingGetFailed()`, for apps that wrote it so.
  func settingsGetFailed()
  /// `status` is one of Ready, Started, Finished, Closed, Cancelled.
  func sessionCloseCompleted(status: String)
  /// The session is still there, and closing can be repeated.
  func sessionCloseFailed()
  func integrationAddCompleted()
  func integrationAddFailed()
  func signingSetCompleted()
  func signingCompleted()
  func signingSetFailed(error: String)
}

extension EnQualifyCoreDelegate {
  public func initializeCompleted(moduleName: String) {}
  public func initializeFailed(with key: any CustomNSError) {}
  public func tokenCreateCompleted() {}
  public func tokenCreateFailed() {}
  public func sessionAddFailed() {}
  public func settingGetFailed() {}
  public func settingsGetFailed() {}
  public func sessionCloseCompleted(status: String) {}
  public func sessionCloseFailed() {}
  public func integrationAddCompleted() {}
  public func integrationAddFailed() {}
  public func signingSetCompleted() {}
  public func signingCompleted() {}
  public func signingSetFailed(error: String) {}
}
