internal import BonafideLiveness
public import CoreModule
public import Foundation

public typealias BaseModelFace = CoreBaseModel
public typealias SessionModelFace = CoreSessionModel
public typealias IntegrationModelFace = CoreIntegrationModel

/// The face check: a person in front of the camera does what the app asks for, and is compared with the photo of a
/// document or chip. One step at a time, in the app's order; each next one from the delegate call of the one before.
#if canImport(ObjectiveC)
  @objcMembers
#endif
@MainActor public final class EnQualifyFace: NSObject {
  override nonisolated private init() { super.init() }

  /// Camera permission, token, session, settings; those that are valid are used again. The result comes as
  /// `initializeCompleted(moduleName: "EnQualifyFace")` or one of the failures.
  ///
  /// - Parameters:
  ///   - sender: The `EnQualifyFaceDelegate`. Held weakly.
  ///   - sessionModel: Nil for the earlier one; so is `baseModel`.
  public static func initialize(
    _ sender: Any?, sessionModel: SessionModelFace? = nil, baseModel: BaseModelFace? = nil
  ) {
    FaceDesk.shared.initialize(sender, sessionModel, baseModel)
  }

  /// How many segments the progress picture has; each step that is done fills one, the first look included. 0 or less
  /// is a plain ring.
  public static func setTotalSteps(_ steps: Int) { FaceDesk.shared.totalSteps = steps }

  /// Opens the camera on the screen and looks for a straight face: the first step of every flow. Called again it begins
  /// anew; what an earlier try captured is gone.
  public static func faceDetect(
    in viewController: UIViewController, cameraPosition: AVCaptureDevice.Position = .front
  ) {
    FaceDesk.shared.detect(in: PlatformScreen.of(viewController), cameraPosition)
  }

  public static func smileDetect() { FaceDesk.shared.ask(for: .smile) }
  public static func eyeCloseDetect() { FaceDesk.shared.ask(for: .closeEyes) }
  /// To the person's own right.
  public static func faceRightDetect() { FaceDesk.shared.ask(for: .turnRight) }
  /// To the person's own left.
  public static func faceLeftDetect() { FaceDesk.shared.ask(for: .turnLeft) }
  public static func faceUpDetect() { FaceDesk.shared.ask(for: .lookUp) }

  /// All steps are done: the analysis stops at once, and what was read is sent.
  ///
  /// - `delay`: seconds that the camera stays open.
  public static func faceComplete(withDelay delay: TimeInterval = 0.0) { FaceDesk.shared.complete(after: delay) }

  /// Compares the face with the photos of document and chip that were read in this session.
  public static func faceCompare() { FaceDesk.shared.compare() }

  /// Ends the session for all modules; `initialize` is needed before any further use.
  ///
  /// - `finished`: true when the flow was done, false when it was broken off.
  public static func sessionClose(finished: Bool) { CoreSession.shared.close(finished: finished, module: .face) }

  @available(*, deprecated, renamed: "sessionClose(finished:)")
  public static func closeSession(finished: Bool) { sessionClose(finished: finished) }

  /// Plays another sound in the place of all of these, from the next play on; an empty one is silence. Names are those
  /// of `EnQualifySound`.
  public static func replaceSound(currentVoice: [String], newVoice: String) {
    CoreSession.shared.replaceSound(currentVoice, with: newVoice)
  }

  /// Sends data of other systems, such as consents; any time between `initializeCompleted` and `sessionClose`.
  public static func integrationAdd(_ model: IntegrationModelFace) {
    CoreSession.shared.addIntegration(model, module: .face)
  }
}
