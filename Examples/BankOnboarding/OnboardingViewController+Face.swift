import BonafideScreens
import CoreModule
import FaceModule
import Foundation

extension OnboardingViewController: EnQualifyFaceDelegate {
  func initializeFace() {
    Terminal.call("EnQualifyFace.initialize")
    // Token and session are those of the document.
    EnQualifyFace.initialize(self)
  }

  func showFaceInfo() {
    Terminal.info("FaceInfo", "Hold the device before your face and do what it says.")
    faceSteps = Array(EnQualifyCore.challengeSteps.dropFirst())
    EnQualifyFace.setTotalSteps(faceSteps.count + 1)
    begin("faceDetect") { [screen] in EnQualifyFace.faceDetect(in: screen) }
  }

  func faceDetected() { next("faceDetected") }
  func smileDetected() { next("smileDetected") }
  func eyeCloseDetected() { next("eyeCloseDetected") }
  func faceRightDetected() { next("faceRightDetected") }
  func faceLeftDetected() { next("faceLeftDetected") }
  func faceUpDetected() { next("faceUpDetected") }

  /// In the order that the back office drew.
  private func next(_ name: String) {
    Terminal.heard(name)
    guard !faceSteps.isEmpty else {
      Terminal.call("faceComplete")
      return EnQualifyFace.faceComplete(withDelay: 0.0)
    }
    let step = faceSteps.removeFirst()
    Terminal.call(step)
    switch step {
    case "smile": EnQualifyFace.smileDetect()
    case "close-eyes": EnQualifyFace.eyeCloseDetect()
    case "turn-right": EnQualifyFace.faceRightDetect()
    case "turn-left": EnQualifyFace.faceLeftDetect()
    default: EnQualifyFace.faceUpDetect()
    }
  }

  func faceSaveStarted() { Terminal.heard("faceSaveStarted") }

  func faceCompleted() {
    Terminal.heard("faceCompleted")
    Terminal.call("faceCompare")
    EnQualifyFace.faceCompare()
  }

  func faceCompareStarted() { Terminal.heard("faceCompareStarted") }

  func faceCompareCompleted() {
    Terminal.heard("faceCompareCompleted")
    close(finished: true)
  }

  func faceCompareFailed(error: EnQualifyFaceError) {
    Terminal.heard("faceCompareFailed: \(error.localizedDescription)")
    close(finished: false)
  }

  func faceDetectFailed(error: EnQualifyFaceError) { again("faceDetectFailed", error) }
  func livenessFailed(error: EnQualifyFaceError) { again("livenessFailed", error) }
  func faceFailed(error: EnQualifyFaceError) { again("faceFailed", error) }

  /// The flow of the face begins anew.
  private func again(_ name: String, _ error: EnQualifyFaceError) {
    Terminal.heard(name)
    faceSteps = Array(EnQualifyCore.challengeSteps.dropFirst())
    tryAgain(error.localizedDescription)
  }
}
