internal import BonafideObservations
public import CoreModule
public import Foundation

#if canImport(UIKit)
  internal import BonafideCapture
#else
  public import BonafideCapture
#endif

/// Reads identity cards and passports with the back camera, checks the card's hologram, and that a real card is touched.
///
/// Steps are begun one at a time, in the order that the app chooses; each ends in one method of the delegate. The camera
/// stays open between steps, and goes off with `idDocComplete`, `idDocConcealComplete`, `sessionClose` and after a
/// failure.
#if canImport(ObjectiveC)
  @objcMembers
#endif
@MainActor public final class EnQualifyOCR: NSObject {
  override nonisolated private init() { super.init() }

  // MARK: Beginning

  /// Camera permission, token, session, settings; each that is still valid is taken again.
  ///
  /// - Parameters:
  ///   - sender: Whose delegate methods are called, an `EnQualifyOCRDelegate`. Held weakly.
  ///   - sessionModel: Nil for the earlier one, of whichever module; so is `baseModel`.
  public static func initialize(
    _ sender: Any?, sessionModel: SessionModelOCR? = nil, baseModel: BaseModelOCR? = nil
  ) {
    _ = OCRDesk.shared
    CoreSession.shared.initialize(
      .ocr, sender: sender, delegate: sender as? any EnQualifyOCRDelegate, session: sessionModel, base: baseModel)
  }

  // MARK: Steps

  /// Which document is it, and is this side shown? Ends in `idDocTypeCheckVerified(isFront:)`.
  public static func idDocTypeCheckStart(in vc: UIViewController, isFront: Bool) {
    OCRDesk.shared.start(.typeCheck(isFront ? .front : .back), on: vc)
  }

  /// The same as `idDocTypeCheckStart(in:isFront:)` for the front.
  public static func idDocTypeCheckStartFront(in vc: UIViewController) { idDocTypeCheckStart(in: vc, isFront: true) }
  public static func idDocTypeCheckStartBack(in vc: UIViewController) { idDocTypeCheckStart(in: vc, isFront: false) }

  /// Reads what the front says, after its type check. A passport's page is its front, with the zone on it. Ends in
  /// `idDocFrontCompleted()`.
  ///
  /// - withVisualAnalysis: Also looks at flag, laser image, signature and hologram.
  public static func idDocFrontStart(in vc: UIViewController, withVisualAnalysis: Bool) {
    OCRDesk.shared.start(.scan(.front, withVisualAnalysis ? .dataAndElements : .data), on: vc)
  }

  /// Does the crescent change its colours while the card is tilted? After the front's type check, before or after
  /// its scan. Ends in `hologramCheckVerified()`.
  public static func hologramCheckStart(in vc: UIViewController) { OCRDesk.shared.start(.hologram, on: vc) }

  /// Reads the zone of the back and holds it against the front. Ends in `idDocBackCompleted()`.
  ///
  /// - withVisualAnalysis: Also looks at bar code, chip and the sign of a document with a chip.
  public static func idDocBackStart(in vc: UIViewController, withVisualAnalysis: Bool) {
    OCRDesk.shared.start(.scan(.back, withVisualAnalysis ? .dataAndElements : .data), on: vc)
  }

  /// All is read: nothing is analysed any more, and what was read is sent. Ends in `idDocCompleted()`.
  ///
  /// - delay: Seconds that the camera stays open.
  public static func idDocComplete(withDelay delay: TimeInterval = 0.0) { OCRDesk.shared.complete(after: delay) }

  // MARK: Touch test

  /// The person covers the element with a finger and takes it away again. After the side's scan.
  public static func performFrontCrescentConceal(in vc: UIViewController) {
    OCRDesk.shared.start(.conceal(.crescent), on: vc)
  }
  public static func performFrontMLIConceal(in vc: UIViewController) { OCRDesk.shared.start(.conceal(.mli), on: vc) }
  public static func performFrontSignatureConceal(in vc: UIViewController) {
    OCRDesk.shared.start(.conceal(.signature), on: vc)
  }
  public static func performBackOVIConceal(in vc: UIViewController) { OCRDesk.shared.start(.conceal(.ovi), on: vc) }

  /// The touch test is done: films and verdicts are sent. Ends in `idDocConcealCompleted()`.
  ///
  /// - delay: Seconds that the camera stays open.
  public static func idDocConcealComplete(withDelay delay: TimeInterval) {
    OCRDesk.shared.completeConceal(after: delay)
  }

  /// Why the last `idDocConcealFailed()` came about; nil when the last step of the touch test was verified.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  public static var lastConcealError: EnQualifyOcrError? { OCRDesk.shared.lastConcealError }

  // MARK: The session

  /// Ends the session for all modules.
  ///
  /// - finished: The flow was done. False: it was broken off.
  public static func sessionClose(finished: Bool) { CoreSession.shared.close(finished: finished, module: .ocr) }

  @available(*, deprecated, renamed: "sessionClose(finished:)")
  public static func closeSession(finished: Bool) { sessionClose(finished: finished) }

  /// Plays another sound in place of all of these, from the next play on; an empty one is silence.
  public static func replaceSound(currentVoice: [String], newVoice: String) {
    CoreSession.shared.replaceSound(currentVoice, with: newVoice)
  }

  /// Sends data of other systems with the session.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  public static func integrationAdd(_ model: CoreIntegrationModel) {
    CoreSession.shared.addIntegration(model, module: .ocr)
  }

  /// Sends a document that the person signed.
  #if canImport(ObjectiveC)
    @nonobjc
  #endif
  public static func signingSet(_ model: CoreSigningModel) {
    CoreSession.shared.setSigning(model, module: .ocr)
  }

  public static func signingFinish(reference: String) {
    CoreSession.shared.finishSigning(reference: reference, module: .ocr)
  }
}
