import BonafideObservations
import CoreModule
import FaceModule
import Dispatch
import Foundation
import Testing

/// Writes down what it is told, as an app's log would have it, and does what an app does in the calls.
@MainActor final class RecordingDelegate: EnQualifyFaceDelegate {
  /// Names, errors as `faceFailed(timeout smile)`.
  private(set) var calls: [String] = []
  private(set) var errors: [EnQualifyFaceError] = []
  private(set) var initializeError: (any CustomNSError)?
  private(set) var closingStatus: String?
  /// What the app does when it is called.
  var answers: [String: @MainActor () -> Void] = [:]
  /// Calls that came otherwise than on the main queue, alone.
  private(set) var faults: [String] = []
  private var isInsideCall = false
  private var isInsideApp = false

  /// The app calls one of our functions.
  func app(_ body: @MainActor () -> Void) {
    isInsideApp = true
    body()
    isInsideApp = false
  }

  /// The app calls this in that call of ours.
  func on(_ call: String, _ body: @escaping @MainActor () -> Void) {
    answers[call] = { [weak self] in self?.app(body) }
  }

  /// Waits until a call has come that often.
  func until(_ call: String, _ count: Int = 1, at place: SourceLocation = #_sourceLocation) async throws {
    let end = ContinuousClock.now + .seconds(45)
    while calls.count(where: { $0 == call }) < count {
      guard ContinuousClock.now < end else {
        let told = "\(calls) \(errors.map(\.faceLocalizedDescription)) \(EnQualifyCore.lastError.map { "\($0)" } ?? "")"
        Issue.record("\(call) did not come; \(told)", sourceLocation: place)
        throw BonafideError(.internal, "\(call) did not come")
      }
      try await Task.sleep(for: .milliseconds(4))
    }
  }

  /// Lets what is still on its way come.
  func settle() async throws { try await Task.sleep(for: .milliseconds(120)) }

  func forget() { (calls, errors) = ([], []) }

  private func note(_ call: String, _ error: EnQualifyFaceError? = nil) {
    if !MainQueue.isCurrent { faults.append("\(call): not on the main queue") }
    if isInsideApp { faults.append("\(call): inside a call of the app") }
    if isInsideCall { faults.append("\(call): inside another call") }
    isInsideCall = true
    defer { isInsideCall = false }
    if let error { errors.append(error) }
    let name = error.map { "\(call)(\($0.short))" } ?? call
    calls.append(name)
    answers[name]?()
  }

  // MARK: What it is told

  func faceDetected() { note("faceDetected") }
  func smileDetected() { note("smileDetected") }
  func eyeCloseDetected() { note("eyeCloseDetected") }
  func faceLeftDetected() { note("faceLeftDetected") }
  func faceRightDetected() { note("faceRightDetected") }
  func faceUpDetected() { note("faceUpDetected") }
  func faceSaveStarted() { note("faceSaveStarted") }
  func faceCompleted() { note("faceCompleted") }
  func livenessFailed(error: EnQualifyFaceError) { note("livenessFailed", error) }
  func faceFailed(error: EnQualifyFaceError) { note("faceFailed", error) }
  func faceDetectFailed(error: EnQualifyFaceError) { note("faceDetectFailed", error) }
  func faceCompareStarted() { note("faceCompareStarted") }
  func faceCompareCompleted() { note("faceCompareCompleted") }
  func faceCompareFailed(error: EnQualifyFaceError) { note("faceCompareFailed", error) }

  func initializeCompleted(moduleName: String) { note("initializeCompleted \(moduleName)") }
  func initializeFailed(with key: any CustomNSError) {
    initializeError = key
    note("initializeFailed")
  }
  func tokenCreateCompleted() { note("tokenCreateCompleted") }
  func tokenCreateFailed() { note("tokenCreateFailed") }
  func sessionAddFailed() { note("sessionAddFailed") }
  func settingGetFailed() { note("settingGetFailed") }
  func settingsGetFailed() { note("settingsGetFailed") }
  func sessionCloseCompleted(status: String) {
    closingStatus = status
    note("sessionCloseCompleted")
  }
  func sessionCloseFailed() { note("sessionCloseFailed") }
  func integrationAddCompleted() { note("integrationAddCompleted") }
  func integrationAddFailed() { note("integrationAddFailed") }
}

/// Under the tests' runner the main queue is served by another thread than the first one: what counts is the queue.
@MainActor private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

extension EnQualifyFaceError {
  var short: String {
    switch self {
    case .timeout(let state, _): "timeout \(state)"
    case .detection: "detection"
    case .liveness("Face save failed"): "save"
    case .liveness("Face recognition was interrupted"): "interrupted"
    case .liveness("Face recognition was cancelled"): "cancelled"
    case .liveness: "liveness"
    case .comparison: "comparison"
    case .camera: "camera"
    case .luminosityFailed: "luminosity"
    }
  }
}
