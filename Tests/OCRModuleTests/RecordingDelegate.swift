import Dispatch
import Foundation
import OCRModule

/// Notes each call of the delegate, and whether it came as it should.
@MainActor class CoreNotes {
  private(set) var calls: [String] = []
  /// Calls that came off the main thread, or from inside one of the app's calls.
  private(set) var misplaced: [String] = []
  /// True while the app is inside one of our functions.
  var isInside = false
  /// What the app does in a method, such as begin the next step.
  var reactions: [String: @MainActor () -> Void] = [:]

  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  func note(_ call: String) {
    calls.append(call)
    // Under a test runner on Linux the main queue is not bound to the main thread.
    let isMain = Thread.isMainThread || DispatchQueue.getSpecific(key: Self.mark) == true
    if isInside || !isMain { misplaced.append(call) }
    reactions[call]?()
  }
}

/// An app's class with all methods.
@MainActor final class RecordingDelegate: CoreNotes, EnQualifyOCRDelegate {
  private(set) var errors: [EnQualifyOcrError] = []
  private(set) var status: String?

  func initializeCompleted(moduleName: String) { note("initializeCompleted(\(moduleName))") }
  func initializeFailed(with key: any CustomNSError) { note("initializeFailed(\(key.errorCode))") }
  func tokenCreateCompleted() { note("tokenCreateCompleted") }
  func tokenCreateFailed() { note("tokenCreateFailed") }
  func sessionAddFailed() { note("sessionAddFailed") }
  func settingGetFailed() { note("settingGetFailed") }
  func sessionCloseCompleted(status: String) {
    self.status = status
    note("sessionCloseCompleted")
  }
  func sessionCloseFailed() { note("sessionCloseFailed") }
  func integrationAddCompleted() { note("integrationAddCompleted") }
  func integrationAddFailed() { note("integrationAddFailed") }
  func signingSetCompleted() { note("signingSetCompleted") }
  func signingCompleted() { note("signingCompleted") }
  func signingSetFailed(error: String) { note("signingSetFailed(\(error))") }
  func idDocTypeCheckVerified(isFront: Bool) { note("idDocTypeCheckVerified(\(isFront))") }
  func idDocFrontCompleted() { note("idDocFrontCompleted") }
  func hologramCheckVerified() { note("hologramCheckVerified") }
  func idDocBackCompleted() { note("idDocBackCompleted") }
  func idDocCompleted() { note("idDocCompleted") }
  func idDocFailed(error: EnQualifyOcrError) {
    errors.append(error)
    note("idDocFailed(\(Self.text(error)))")
  }
  func frontCrescentConcealVerified() { note("frontCrescentConcealVerified") }
  func frontMLIConcealVerified() { note("frontMLIConcealVerified") }
  func frontSignatureConcealVerified() { note("frontSignatureConcealVerified") }
  func backOVIConcealVerified() { note("backOVIConcealVerified") }
  func idDocConcealCompleted() { note("idDocConcealCompleted") }
  func idDocConcealFailed() { note("idDocConcealFailed") }

  static func text(_ error: EnQualifyOcrError) -> String {
    switch error {
    case .timeout(let state, let message): "timeout \(state) \(message)"
    case .idDocSave(let message): "idDocSave \(message)"
    case .idDocFailed(let state, let message): "idDocFailed \(state) \(message)"
    case .cameraSetup(let message): "cameraSetup \(message)"
    }
  }
}
