internal import BonafideBackOfficeAPI
internal import BonafideCapture
internal import BonafideFaceAnalysis
internal import BonafideLiveness
internal import BonafideObservations
internal import CoreModule
internal import Foundation

/// Leads the module's one flow, and turns its events into the delegate's calls.
@MainActor final class FaceDesk {
  static let shared = FaceDesk()

  enum Stage {
    case capturing
    case saving
    case saved
    case comparing
    case over
  }

  /// From `faceDetect` to the next one.
  struct Run {
    let token: FlowToken
    let flow: FaceFlow
    let screen: any CaptureScreen
    let folder: ScratchFolder
    let analyzer: FaceAnalyzer
    var stage = Stage.capturing
    var record: FaceRecord?
    var work: Task<Void, Never>?
  }

  let core = CoreSession.shared
  var totalSteps = 0
  var run: Run?
  /// Nonces of challenges that a face was saved under: each is good once.
  var spentNonces: Set<String> = []

  private init() {
    core.onNewSession { [weak self] in
      CustomerFace.shared.clear()
      self?.spentNonces = []
      self?.drop()
    }
    core.onStop(.face) { [weak self] in await self?.stop() }
  }

  // MARK: What the app calls

  func initialize(_ sender: Any?, _ session: SessionModelFace?, _ base: BaseModelFace?) {
    core.initialize(
      .face, sender: sender, delegate: sender as? any EnQualifyFaceDelegate, session: session, base: base)
  }

  func detect(in screen: any CaptureScreen, _ position: AVCaptureDevice.Position) {
    guard core.isReady else {
      return refuse("faceDetect") { $0.faceFailed(error: .detection(FaceTexts.notReady)) }
    }
    let earlier = run?.flow
    drop()
    CustomerFace.shared.clear()
    let token = core.beginFlow(.face)
    do {
      let analyzer = FaceAnalyzer(models: try core.models(), settings: settings)
      let folder = try core.scratch()
      let setup = FaceFlowSetup(
        analyzer: analyzer, camera: position == .back ? .back : .front, recording: recording, folder: folder,
        segments: totalSteps)
      let (events, pen) = AsyncStream<FaceFlowEvent>.makeStream()
      let flow = FaceFlow(setup, screen: screen) { pen.yield($0) }
      run = Run(token: token, flow: flow, screen: screen, folder: folder, analyzer: analyzer)
      Task { for await event in events { hear(event, of: token, folder) } }
      flow.start(after: earlier)
    } catch {
      EnQualifyCore.lastError = error
      core.log("face.failed", detail: "setup", level: .error)
      tell(token) { $0.faceFailed(error: .detection(FaceTexts.notPossible)) }
    }
  }

  /// Whoever has special needs has more time.
  private var settings: Settings {
    let usual = core.engineSettings
    guard core.session?.handicapped == true else { return usual }
    return [.livenessFaceTimeout, .livenessGestureTimeout, .livenessEyeIntervalTimeout].reduce(usual) {
      $0.setting($1, to: $0[$1] * FaceDesk.patience)
    }
  }

  private static let patience = 2.0

  /// Absent settings are no wish to record.
  private var recording: FaceFlowSetup.Recording {
    guard core.settings?.recording.screenRecord == true else { return .off("screenRecord") }
    return core.isInVideoCall ? .off("videoCall") : .on
  }

  func ask(for step: ChallengeStep) {
    guard core.isReady, let run else {
      let text = core.isReady ? FaceTexts.notBegun : FaceTexts.notReady
      return refuse(step.rawValue) { $0.livenessFailed(error: .liveness(text)) }
    }
    run.flow.ask(for: step)
  }

  func complete(after delay: TimeInterval) {
    guard core.isReady, let run else {
      let text = core.isReady ? FaceTexts.notBegun : FaceTexts.notReady
      return refuse("faceComplete") { $0.livenessFailed(error: .liveness(text)) }
    }
    run.flow.complete(after: .seconds(delay > 0 ? min(delay, FaceDesk.longestDelay) : 0))
  }

  /// Seconds. Nobody wants a camera to stay on for longer.
  private static let longestDelay = 60.0

  // MARK: Ending

  /// Lets go of the flow: nothing of it is told any more, and nothing of it is kept.
  func drop() {
    guard let old = run else { return }
    run = nil
    core.endFlow(old.token)
    old.work?.cancel()
    old.flow.stop()
    if let film = old.record?.film { old.folder.remove(film.path) }
  }

  /// The same, and waits until the camera is off.
  private func stop() async {
    let flow = run?.flow
    drop()
    await flow?.ended()
  }

  // MARK: Telling

  /// In a later turn, unless another flow has begun by then.
  func tell(_ token: FlowToken, _ call: @escaping @MainActor (any EnQualifyFaceDelegate) -> Void) {
    core.deliver(.face, in: token) { delegate in
      if let delegate = delegate as? any EnQualifyFaceDelegate { call(delegate) }
    }
  }

  func refuse(_ what: String, _ call: @escaping @MainActor (any EnQualifyFaceDelegate) -> Void) {
    core.log("face.refused", detail: what, level: .warning)
    core.deliver(.face) { delegate in
      if let delegate = delegate as? any EnQualifyFaceDelegate { call(delegate) }
    }
  }
}

/// Texts of the module itself. Apps compare with `saveFailed`.
enum FaceTexts {
  static let saveFailed = "Face save failed"
  static let notReady = "EnQualifyFace is not initialized."
  static let notBegun = "faceDetect comes first."
  static let notPossible = "The face check cannot be made on this device."
  static let notCompleted = "The face check is not completed."
  static let comparing = "The faces are being compared already."
  static let noReference = "There is no reference photo: no document and no chip was read in this session."
  static let noFace = "The faces could not be measured."
  static let notSent = "The result of the comparison could not be sent."
}
