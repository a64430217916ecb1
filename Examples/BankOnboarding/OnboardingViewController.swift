import BonafideScreens
import CoreModule
import Foundation
import OCRModule

/// The document's part of the flow; `OnboardingViewController+Face.swift` has the face's.
@MainActor final class OnboardingViewController: EnQualifyOCRDelegate {
  private let options: Options
  let screen: UIViewController
  private var isPassport: Bool { CustomerIdentity.shared.getIdentityType()?.hasPrefix("P") == true }
  /// What is begun again after a failure.
  private var step: @MainActor () -> Void = {}
  private var failures = 0
  private var finish: CheckedContinuation<Int32, Never>?
  private var isFinished = true
  /// Steps of the face that are still to be done.
  var faceSteps: [String] = []

  init(_ options: Options, _ screen: UIViewController) {
    self.options = options
    self.screen = screen
  }

  /// 0 when the session was closed as finished.
  func run() async -> Int32 {
    await withCheckedContinuation { continuation in
      finish = continuation
      initializeOCR()
    }
  }

  func end(_ status: Int32) {
    finish?.resume(returning: status)
    finish = nil
  }

  /// Calls a function of the SDK, and remembers it for another try.
  func begin(_ name: String, _ function: @escaping @MainActor () -> Void) {
    step = {
      Terminal.call(name)
      function()
    }
    step()
  }

  /// Three tries; then the person would be asked to call.
  func tryAgain(_ text: String) {
    failures += 1
    Terminal.note(text)
    if failures == 2 {
      EnQualifyOCR.replaceSound(currentVoice: ["snd_id_read_timeout"], newVoice: "go_to_videocall")
    }
    if failures < 3 { step() } else { close(finished: false) }
  }

  func close(finished: Bool) {
    isFinished = finished
    Terminal.call("sessionClose(finished: \(finished))")
    EnQualifyOCR.sessionClose(finished: finished)
  }

  // MARK: Initialise

  private func initializeOCR() {
    let baseModelOCR = BaseModelOCR(
      baseURL: options.server, locale: "TR", mobileUser: "mobile", countryCode: "TUR")
    let sessionModelOCR = SessionModelOCR(
      callType: options.callType, identityType: "TC. Kimlik Kartı", reference: options.reference)
    Terminal.call("EnQualifyOCR.initialize")
    EnQualifyOCR.initialize(self, sessionModel: sessionModelOCR, baseModel: baseModelOCR)
  }

  func tokenCreateCompleted() { Terminal.heard("tokenCreateCompleted") }

  func initializeCompleted(moduleName: String) {
    Terminal.heard("initializeCompleted(moduleName: \(moduleName))")
    if moduleName == "EnQualifyOCR" { showOCRInfo() } else { showFaceInfo() }
  }

  func initializeFailed(with key: any CustomNSError) { stop("initializeFailed: \(key.localizedDescription)") }
  func tokenCreateFailed() { stop("tokenCreateFailed") }
  func sessionAddFailed() { stop("sessionAddFailed") }
  func settingGetFailed() { stop("settingGetFailed") }

  private func stop(_ text: String) {
    Terminal.heard(text)
    if let error = EnQualifyCore.lastError { Terminal.note("\(error)") }
    end(1)
  }

  // MARK: OCR

  private func showOCRInfo() {
    Terminal.info("OCRInfo", "Have your identity card or passport at hand.", "Hold it flat, in even light.")
    begin("idDocTypeCheckStart(isFront: true)") { [screen] in
      EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: true)
    }
  }

  func idDocTypeCheckVerified(isFront: Bool) {
    Terminal.heard("idDocTypeCheckVerified(isFront: \(isFront))")
    if isFront {
      begin("idDocFrontStart") { [screen] in EnQualifyOCR.idDocFrontStart(in: screen, withVisualAnalysis: true) }
    } else {
      begin("idDocBackStart") { [screen] in EnQualifyOCR.idDocBackStart(in: screen, withVisualAnalysis: true) }
    }
  }

  func idDocFrontCompleted() {
    Terminal.heard("idDocFrontCompleted")
    guard !isPassport else { return complete() }
    begin("hologramCheckStart") { [screen] in EnQualifyOCR.hologramCheckStart(in: screen) }
  }

  func hologramCheckVerified() {
    Terminal.heard("hologramCheckVerified")
    begin("idDocTypeCheckStart(isFront: false)") { [screen] in
      EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: false)
    }
  }

  func idDocBackCompleted() {
    Terminal.heard("idDocBackCompleted")
    complete()
  }

  private func complete() { begin("idDocComplete") { EnQualifyOCR.idDocComplete(withDelay: 0.0) } }

  func idDocCompleted() {
    Terminal.heard("idDocCompleted")
    failures = 0
    let identity = CustomerIdentity.shared
    Terminal.info(
      "What was read", "document   \(Terminal.masked(identity.getDocumentNumber()))",
      "person     \(Terminal.masked(identity.getIdentityNumber()))",
      "valid to   \((identity.getExpiryDate() ?? "").convertDateFormat())",
      "photo      \(identity.getPersonImage() == nil ? "none" : "there")",
      "hologram   \(identity.getHoloFrontImage() == nil ? "not looked at" : "seen")")
    if isPassport { initializeFace() } else { showTouchInfo() }
  }

  func idDocFailed(error: EnQualifyOcrError) {
    Terminal.heard("idDocFailed")
    tryAgain(error.localizedDescription)
  }

  // MARK: Touch test

  private func showTouchInfo() {
    Terminal.info("Touch Test Info", "You will be asked to cover a part of the card with a finger.")
    // The back office draws what has to be covered.
    let element = EnQualifyCore.concealElement ?? "mli"
    begin("perform…Conceal: \(element)") { [screen] in
      switch element {
      case "crescent": EnQualifyOCR.performFrontCrescentConceal(in: screen)
      case "signature": EnQualifyOCR.performFrontSignatureConceal(in: screen)
      case "ovi": EnQualifyOCR.performBackOVIConceal(in: screen)
      default: EnQualifyOCR.performFrontMLIConceal(in: screen)
      }
    }
  }

  func frontCrescentConcealVerified() { touched("frontCrescentConcealVerified") }
  func frontMLIConcealVerified() { touched("frontMLIConcealVerified") }
  func frontSignatureConcealVerified() { touched("frontSignatureConcealVerified") }
  func backOVIConcealVerified() { touched("backOVIConcealVerified") }

  private func touched(_ name: String) {
    Terminal.heard(name)
    begin("idDocConcealComplete") { EnQualifyOCR.idDocConcealComplete(withDelay: 0.0) }
  }

  func idDocConcealCompleted() {
    Terminal.heard("idDocConcealCompleted")
    failures = 0
    initializeFace()
  }

  func idDocConcealFailed() {
    Terminal.heard("idDocConcealFailed")
    tryAgain(EnQualifyOCR.lastConcealError?.localizedDescription ?? "")
  }

  // MARK: Closing

  func sessionCloseCompleted(status: String) {
    Terminal.heard("sessionCloseCompleted(status: \(status))")
    end(isFinished ? 0 : 1)
  }

  func sessionCloseFailed() {
    Terminal.heard("sessionCloseFailed")
    end(1)
  }
}
