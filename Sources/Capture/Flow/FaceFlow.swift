internal import BonafideFaceAnalysis
package import BonafideLiveness
internal import BonafideObservations
internal import BonafidePresentationAttack
internal import Foundation

/// One face check, led step by step by an app: opens the camera, looks for a straight face, then does what it is asked
/// for until it is told that that was all. Every end that is not `completed` turns the camera off and deletes the film.
///
/// Requests are carried out in the order in which they come. Steps are timed by the times of frames; between two steps,
/// and where a camera gives nothing, by the device's clock. A camera that is not live is not read on while the app has not
/// asked for the next step.
package actor FaceFlow {
  enum Stage: Sendable {
    case waiting
    case opening
    case running
    /// The analysis is over.
    case completing
    case ended
  }

  private enum Command: Sendable {
    case start(after: FaceFlow?)
    case ask(FaceFlowRequest, delay: Duration)
    case stop
  }

  let setup: FaceFlowSetup
  let camera: CameraRun
  let report: @Sendable (FaceFlowEvent) -> Void
  private let pen: AsyncStream<Command>.Continuation

  var stage = Stage.waiting
  var watch: ChallengeWatch
  var attack: AttackWatch
  var captures: [FaceStepCapture] = []
  var stepBeganAt = Date.distantPast
  /// Seconds by presentation time stamps.
  var firstFrameAt: Double?
  /// A step is done of which the app has not been told yet.
  var isPassing = false
  var isRecording = false
  var shownProgress = 0.0
  /// When the flow began to wait for the app, or the camera was covered.
  var idleSince: ContinuousClock.Instant?
  /// When the camera last gave something, or began to be asked.
  var heardAt = ContinuousClock.now
  private var sleeper: CheckedContinuation<Void, Never>?
  private var life: Task<Void, Never>?
  var hold: Task<Void, Never>?
  var ending: Task<Void, Never>?

  /// - `report`: called in order, from no particular thread.
  package init(
    _ setup: FaceFlowSetup, screen: any CaptureScreen, report: @escaping @Sendable (FaceFlowEvent) -> Void
  ) {
    self.setup = setup
    self.report = report
    camera = CameraRun(screen: screen, camera: setup.camera)
    watch = ChallengeWatch(analyzer: setup.analyzer, framesOf: Challenge([.face], ending: .open))
    attack = AttackWatch(
      settings: setup.settings, network: PassiveNetwork(models: setup.analyzer.models))
    let (commands, pen) = AsyncStream<Command>.makeStream()
    self.pen = pen
    Task { [weak self] in
      for await command in commands { await self?.obey(command) }
    }
  }

  deinit { pen.finish() }

  // MARK: What an app says

  /// Opens the camera and begins with the first step, once an earlier flow on the screen has left it.
  package nonisolated func start(after earlier: FaceFlow? = nil) { pen.yield(.start(after: earlier)) }

  /// Asks for a gesture. The answer is `stepStarted`, or `refused` at the wrong time.
  package nonisolated func ask(for step: ChallengeStep) { pen.yield(.ask(.step(step), delay: .zero)) }

  /// All steps are done: the analysis stops at once, the film is completed; the camera stays on for `delay`.
  package nonisolated func complete(after delay: Duration) { pen.yield(.ask(.complete, delay: delay)) }

  /// Ends it without a word, whatever it does: camera off, and the film deleted unless it was completed.
  package nonisolated func stop() { pen.yield(.stop) }

  /// Returns when the camera is off, once the flow has ended or was told to stop.
  package func ended() async {
    await life?.value
    await hold?.value
    await ending?.value
  }

  private func obey(_ command: Command) async {
    switch command {
    case .start(let earlier):
      guard stage == .waiting, life == nil else { return }
      life = Task { await live(after: earlier) }
    case .stop: await leave()
    case .ask(.step(let step), _): await begin(step)
    case .ask(.complete, let delay): await complete(holding: delay)
    }
  }

  private func live(after earlier: FaceFlow?) async {
    await earlier?.ended()
    guard stage == .waiting else { return }
    let watchdog = Task { await watchClock() }
    await run()
    watchdog.cancel()
  }

  private func begin(_ step: ChallengeStep) async {
    guard isBetweenSteps else {
      report(.refused(.step(step), refusal))
      return
    }
    guard watch.ask(for: step) else {
      await endByWatch()
      return
    }
    stepBeganAt = Date()
    await announce(step)
    wake()
  }

  /// The app knows of the last step, and may ask for another or for the end.
  var isBetweenSteps: Bool { stage == .running && watch.waitsForStep && !isPassing && !captures.isEmpty }

  /// Why a request cannot be carried out now.
  var refusal: String {
    switch stage {
    case .completing, .ended: "The face check is over. Begin again with the first step."
    case .running where captures.isEmpty: "The face has not been found yet."
    case .running: "Another step is not finished yet."
    case .waiting, .opening: "The camera is not open yet."
    }
  }

  // MARK: Waiting

  /// Sleeps while nothing has to be read.
  func sleepUntilAsked() async {
    while stage == .running, watch.waitsForStep, !camera.isLive {
      await withCheckedContinuation { sleeper = $0 }
    }
  }

  func wake() {
    sleeper?.resume()
    sleeper = nil
  }
}
