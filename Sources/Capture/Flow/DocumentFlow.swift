internal import BonafideFaceAnalysis
package import BonafideInference
internal import BonafideMedia
package import BonafideObservations
package import BonafideTravelDocument

/// Captures a document step by step, in the order that the app chooses, over a camera that stays open between steps
/// (C-011). One step at a time; a step that failed can be done again (C-027).
///
/// Steps are timed by their frames. After a failure the camera is off (G-020); what was captured before stays.
package actor DocumentFlow {
  package struct Options: Sendable {
    package var settings: Settings
    /// The identity number that the holder gave (C-016).
    package var expectedNumber: String?
    /// What has to be recorded: a step whose film cannot be, fails.
    package var films: Set<DocumentFilm>
    package var today: CalendarDate

    package init(
      settings: Settings = .defaults, expectedNumber: String? = nil, films: Set<DocumentFilm> = [],
      today: CalendarDate
    ) {
      self.settings = settings
      self.expectedNumber = expectedNumber
      self.films = films
      self.today = today
    }
  }

  struct Camera {
    let screen: any CaptureScreen
    let run: CameraRun
  }

  struct Running {
    let number: Int
    let step: DocumentStep
    var work: any DocumentWork
    /// Of frame time, since the step's first frame.
    var seconds = 0.0
    var hasFrames = false
    var guidance: String?
    var isRecording = false
    var isEnding = false
    var waiter: CheckedContinuation<DocumentFlowFailure?, Never>?
  }

  let engine: DocumentEngine
  let options: Options
  let scratch: ScratchFolder?
  private let onBreak: @Sendable (DocumentFlowFailure) -> Void
  package internal(set) var capture = DocumentCapture()
  var running: Running?
  var camera: Camera?
  /// What was read of the card in the film of its hologram, before its front was scanned.
  var hologramReading: DocumentReading?
  private var count = 0
  /// The reader of frames, while nobody wants any.
  private var parked: CheckedContinuation<Void, Never>?
  var lastTime: Double?
  var isPaused = false
  var idleSeconds = 0.0

  /// - `scratch`: for films; nil where nothing is recorded.
  /// - `onBreak`: hears of what ends the camera between two steps.
  package init(
    models: ModelStore, options: Options, scratch: ScratchFolder?,
    onBreak: @escaping @Sendable (DocumentFlowFailure) -> Void = { _ in }
  ) {
    let settings = options.settings
    let faces = FaceAnalyzer(models: models, settings: settings)
    engine = DocumentEngine(
      reader: DocumentReader(models: models, faces: faces, settings: settings),
      identity: DocumentIdentity(faces: faces, settings: settings),
      makeWatch: { SideWatch($0, models: models, settings: settings) }, settings: settings, today: options.today,
      expectedNumber: options.expectedNumber)
    self.options = options
    self.scratch = scratch
    self.onBreak = onBreak
  }

  /// Whether the camera is on.
  package var isOpen: Bool { camera != nil }

  /// Does a step; returns when it is done. Throws why it is not.
  ///
  /// - `begun`: called once the camera is open for it.
  package func run(
    _ step: DocumentStep, on screen: any CaptureScreen, begun: @MainActor () -> Void = {}
  ) async throws(DocumentFlowFailure) {
    if let failure = refusal(of: step) { throw failure }
    count += 1
    let number = count
    running = Running(number: number, step: step, work: work(for: step))
    if let failure = await begin(step, number, on: screen) {
      await end(number, failure)
      throw failure
    }
    await begun()
    let failure: DocumentFlowFailure? = await withCheckedContinuation { continuation in
      if running?.number == number, running?.isEnding == false {
        running?.waiter = continuation
        wake()
      } else {
        continuation.resume(returning: DocumentFlowFailure(.interrupted, step, .stopped))
      }
    }
    if let failure { throw failure }
  }

  /// Ends the running step; the camera stays on.
  package func endStep() async {
    if let running { await end(running.number, DocumentFlowFailure(.interrupted, running.step, .stopped), .stays) }
  }

  /// Ends the running step, and the camera after a while. What was captured stays.
  package func stop(after delay: Duration = .zero) async {
    await endStep()
    guard delay > .zero, let run = camera?.run else { return await closeCamera() }
    let begun = count
    try? await Task.sleep(for: delay)
    // A step that was begun since goes on.
    if camera?.run === run, count == begun { await closeCamera() }
  }

  /// Forgets what was captured, and deletes its films.
  package func forget() {
    for film in capture.recordings { scratch?.remove(film.path) }
    capture = DocumentCapture()
    hologramReading = nil
  }

  /// Deletes the files of films of a kind, or of all; what they showed stays.
  package func dropFilms(of kind: DocumentFilm? = nil) {
    if kind != .conceal { drop(&capture.hologram) }
    if kind != .hologram { for element in capture.conceals.keys { drop(&capture.conceals[element]) } }
  }

  private func drop(_ film: inout DocumentCapture.Film?) {
    if let recording = film?.recording { scratch?.remove(recording.path) }
    film?.recording = nil
  }

  // MARK: Beginning

  private func begin(_ step: DocumentStep, _ number: Int, on screen: any CaptureScreen) async -> DocumentFlowFailure? {
    idleSeconds = 0
    if let camera, camera.screen !== screen || !camera.run.isOpen { await closeCamera() }
    if camera == nil {
      let run = CameraRun(screen: screen, camera: .back)
      do { try await run.open() } catch { return DocumentFlowFailure(.camera, step, error.code.rawValue) }
      guard running?.number == number else {
        await run.close()
        return DocumentFlowFailure(.interrupted, step, .stopped)
      }
      camera = Camera(screen: screen, run: run)
      (lastTime, isPaused) = (nil, false)
      Task { await self.watch(run) }
    }
    if let film = step.film, options.films.contains(film), let failure = await record(step, number) { return failure }
    await show(.guidance(step.request), number)
    await show(.stepProgress(0), number)
    return nil
  }

  private func record(_ step: DocumentStep, _ number: Int) async -> DocumentFlowFailure? {
    guard let scratch, let run = camera?.run else {
      return DocumentFlowFailure(.recording, step, ErrorCode.cannotOpen.rawValue)
    }
    do { try await run.startRecording(to: scratch) } catch {
      return DocumentFlowFailure(.recording, step, error.code.rawValue)
    }
    guard running?.number == number else {
      await run.cancelRecording()
      return DocumentFlowFailure(.interrupted, step, .stopped)
    }
    running?.isRecording = true
    return nil
  }

  // MARK: Frames

  /// Takes what the camera gives, for as long as it is ours.
  private func watch(_ run: CameraRun) async {
    let silence = Duration.seconds(options.settings[.documentSilence])
    while camera?.run === run {
      if !run.isLive, running?.waiter == nil {
        await withCheckedContinuation { parked = $0 }
        continue
      }
      let next: CameraRun.Wait
      do { next = try await run.next(within: silence) } catch {
        return await breakOff(.camera, error.code.rawValue, of: run)
      }
      guard camera?.run === run else { return }
      switch next {
      case .event(.frame(let frame)): await take(frame)
      case .event(.inactive): isPaused = true
      case .event(.interrupted): await breakOff(.interrupted, ReasonCode.interrupted.rawValue, of: run)
      case .event(.closedByPerson):
        await breakOff(.interrupted, DocumentFlowFailure.Code.closedByPerson.rawValue, of: run)
      case .late where running?.waiter != nil && !isPaused:
        await breakOff(.camera, DocumentFlowFailure.Code.cameraSilent.rawValue, of: run)
      case .late: break
      case .over: await finish(run)
      }
    }
  }

  private func wake() {
    parked?.resume()
    parked = nil
  }

  /// The camera is over, or something took it away.
  func breakOff(_ kind: DocumentFlowFailure.Kind, _ reason: String, of run: CameraRun) async {
    guard camera?.run === run else { return }
    let failure = DocumentFlowFailure(kind, running?.step, reason)
    if let number = running?.number { return await end(number, failure) }
    await closeCamera()
    onBreak(failure)
  }

  /// A film has no more frames: what it showed may do.
  private func finish(_ run: CameraRun) async {
    if var now = running, now.waiter != nil, let end = try? now.work.finish() { return await conclude(end, now.number) }
    await breakOff(.camera, DocumentFlowFailure.Code.cameraEnded.rawValue, of: run)
  }

  // MARK: The end

  /// What becomes of the camera when a step came to nothing.
  enum AfterFailure { case closes, stays }

  /// Ends a step, once.
  func end(_ number: Int, _ failure: DocumentFlowFailure?, _ camera: AfterFailure = .closes) async {
    guard let now = running, now.number == number, !now.isEnding else { return }
    running?.isEnding = true
    if now.isRecording, failure != nil { await self.camera?.run.cancelRecording() }
    if failure != nil, camera == .closes { await closeCamera() }
    let waiter = running?.waiter
    running = nil
    idleSeconds = 0
    waiter?.resume(returning: failure)
  }

  private func closeCamera() async {
    guard let open = camera else { return }
    camera = nil
    wake()
    await open.run.close()
  }

  func show(_ message: ScreenMessage, _ number: Int) async {
    guard running?.number == number else { return }
    if case .guidance(let text) = message {
      guard running?.guidance != text else { return }
      running?.guidance = text
    }
    await camera?.run.show(message)
  }
}
