@_exported public import CoreModule

/// What the face check tells the app, beside what all modules do. Each method comes on the main actor, and never from
/// inside the call that caused it. All have an empty default.
///
/// In the good case: `faceDetected`, a `…Detected` for each step in the order of the calls, `faceSaveStarted`,
/// `faceCompleted`, `faceCompareStarted`, `faceCompareCompleted`.
@MainActor public protocol EnQualifyFaceDelegate: EnQualifyCoreDelegate {
  /// A straight face was found: the base of everything after it.
  func faceDetected()
  func smileDetected()
  func eyeCloseDetected()
  func faceLeftDetected()
  func faceRightDetected()
  func faceUpDetected()
  /// What the device read is on its way to the back office.
  func faceSaveStarted()
  /// The back office has the values and, where one was recorded, the film.
  func faceCompleted()
  /// A movement was judged negative: another person, signs of an attack. Also when a step was asked for at the wrong
  /// time; then a step that runs goes on.
  func livenessFailed(error: EnQualifyFaceError)
  /// The flow has ended: time, no face, light, camera, background, or saving.
  func faceFailed(error: EnQualifyFaceError)
  /// The first step found several faces, or one that is too near or too far. The flow has ended.
  func faceDetectFailed(error: EnQualifyFaceError)
  func faceCompareStarted()
  /// It is the same face, and the back office knows what the device measured. It compares again by itself.
  func faceCompareCompleted()
  /// The message tells whether there was no match, nothing to compare with, or a technical error.
  func faceCompareFailed(error: EnQualifyFaceError)
}

extension EnQualifyFaceDelegate {
  public func faceDetected() {}
  public func smileDetected() {}
  public func eyeCloseDetected() {}
  public func faceLeftDetected() {}
  public func faceRightDetected() {}
  public func faceUpDetected() {}
  public func faceSaveStarted() {}
  public func faceCompleted() {}
  public func livenessFailed(error: EnQualifyFaceError) {}
  public func faceFailed(error: EnQualifyFaceError) {}
  public func faceDetectFailed(error: EnQualifyFaceError) {}
  public func faceCompareStarted() {}
  public func faceCompareCompleted() {}
  public func faceCompareFailed(error: EnQualifyFaceError) {}
}
