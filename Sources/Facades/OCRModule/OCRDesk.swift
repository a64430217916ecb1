internal import BonafideBackOfficeAPI
internal import BonafideCapture
internal import BonafideObservations
internal import BonafideTravelDocument
internal import CoreModule
internal import Foundation

/// Brings the app's calls to the document's flow, and what comes of them back to the delegate.
@MainActor final class OCRDesk {
  static let shared = OCRDesk()

  /// One flow, from the first step of a session on.
  struct Run {
    let flow: DocumentFlow
    var token: FlowToken
  }

  let core = CoreSession.shared
  private(set) var run: Run?
  var lastConcealError: EnQualifyOcrError?
  /// Elements of the touch test: whether the last try was verified.
  var verdicts: [SecurityElement: Bool] = [:]
  var saving: Task<Void, Never>?
  var savingConceal: Task<Void, Never>?

  private init() {
    core.onStop(.ocr) { [weak self] in await self?.stop() }
    core.onNewSession { [weak self] in self?.forget() }
  }

  // MARK: Steps

  func start(_ step: DocumentStep, on viewController: UIViewController) {
    let screen = PlatformScreen.of(viewController)
    guard core.isReady else {
      return refuse(step, "not_initialized")
    }
    let run: Run
    do { run = try current() } catch {
      return fail(.cameraSetup((error as? BonafideError)?.code.rawValue ?? "internal"), step, in: nil)
    }
    Task { await self.carryOut(step, run, on: screen) }
  }

  private func carryOut(_ step: DocumentStep, _ run: Run, on screen: any CaptureScreen) async {
    do throws(DocumentFlowFailure) {
      try await run.flow.run(step, on: screen) { [weak self] in self?.begun(step, on: screen) }
    } catch {
      await failed(error, run, on: screen)
      return
    }
    await take(run)
    guard core.isCurrent(run.token) else { return }
    done(step, in: run, on: screen)
  }

  private func begun(_ step: DocumentStep, on screen: any CaptureScreen) {
    core.log("ocr.step.started", detail: "\(OCRState(step))")
    if let sound = OCRSound.start(step) { core.play(sound: sound.rawValue, on: screen) }
  }

  private func done(_ step: DocumentStep, in run: Run, on screen: any CaptureScreen) {
    core.log("ocr.step.done", detail: "\(OCRState(step))")
    if let sound = OCRSound.end(step) { core.play(sound: sound.rawValue, on: screen) }
    if case .conceal(let element) = step {
      verdicts[element] = true
      lastConcealError = nil
    }
    tell(in: run.token) { delegate in
      switch step {
      case .typeCheck(let side): delegate.idDocTypeCheckVerified(isFront: side == .front)
      case .scan(.front, _): delegate.idDocFrontCompleted()
      case .scan(.back, _): delegate.idDocBackCompleted()
      case .hologram: delegate.hologramCheckVerified()
      case .conceal(.mli): delegate.frontMLIConcealVerified()
      case .conceal(.signature): delegate.frontSignatureConcealVerified()
      case .conceal(.ovi): delegate.backOVIConcealVerified()
      case .conceal: delegate.frontCrescentConcealVerified()
      }
    }
  }

  private func failed(_ failure: DocumentFlowFailure, _ run: Run, on screen: any CaptureScreen) async {
    // The app itself ended it.
    guard failure.reason != DocumentFlowFailure.Code.stopped.rawValue else { return }
    let isPage = await run.flow.capture.type == .passport
    if let sound = OCRSound.failed(failure) { core.play(sound: sound.rawValue, on: screen) }
    if case .conceal(let element) = failure.step, failure.kind != .refused { verdicts[element] = false }
    fail(EnQualifyOcrError(failure, isPage: isPage), failure.step, in: run.token)
  }

  private func refuse(_ step: DocumentStep, _ reason: String) {
    fail(.idDocFailed(OCRState(step), reason), step, in: nil)
  }

  /// Steps of the touch test have a method of their own, without a reason.
  func fail(_ error: EnQualifyOcrError, _ step: DocumentStep?, in token: FlowToken?) {
    core.log("ocr.failed", detail: error.errorDescription, level: .warning)
    if case .conceal = step { return failConceal(error, in: token) }
    tell(in: token) { $0.idDocFailed(error: error) }
  }

  func failConceal(_ error: EnQualifyOcrError, in token: FlowToken?) {
    lastConcealError = error
    tell(in: token) { $0.idDocConcealFailed() }
  }

  func tell(in token: FlowToken?, _ call: @escaping @MainActor (any EnQualifyOCRDelegate) -> Void) {
    core.deliver(.ocr, in: token) { delegate in
      if let delegate = delegate as? any EnQualifyOCRDelegate { call(delegate) }
    }
  }

  // MARK: The flow

  /// Throws what the engine is missing.
  func current() throws -> Run {
    if var run {
      // After a closing that failed the flow goes on.
      if !core.isCurrent(run.token) {
        run.token = core.beginFlow(.ocr)
        self.run = run
      }
      return run
    }
    guard let today = OCRDesk.today else { throw BonafideError(.internal, "the calendar names no day") }
    let wanted = Set(DocumentFilm.allCases.filter { core.settings?.modules.contains($0.rawValue) ?? false })
    // What the flow's modules ask for is evidence; `screenRecord` asks for all.
    let isRecorded = core.settings?.recording.screenRecord == true
    let films = core.isInVideoCall ? [] : isRecorded ? Set(DocumentFilm.allCases) : wanted
    let options = DocumentFlow.Options(
      settings: paced(core.engineSettings),
      expectedNumber: core.sessionModel?.identityNo.flatMap { $0.isEmpty ? nil : $0 },
      films: films, today: today)
    let token = core.beginFlow(.ocr)
    let flow = DocumentFlow(
      models: try core.models(), options: options, scratch: films.isEmpty ? nil : try core.scratch()
    ) { [weak self] failure in
      Task { @MainActor in self?.brokenOff(failure) }
    }
    let new = Run(flow: flow, token: token)
    run = new
    return new
  }

  /// Twice the time for whoever needs it.
  private func paced(_ settings: Settings) -> Settings {
    guard core.sessionModel?.handicapped == true else { return settings }
    return [Setting.documentTypeTime, .documentScanTime, .documentHologramTime, .documentConcealTime].reduce(settings) {
      $0.setting($1, to: $0[$1] * 2)
    }
  }

  private static var today: CalendarDate? {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
    return CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
  }

  /// The camera went away between two steps.
  private func brokenOff(_ failure: DocumentFlowFailure) {
    guard let run else { return }
    fail(EnQualifyOcrError(failure, isPage: false), nil, in: run.token)
  }

  /// What was captured so far is what the app can ask for.
  func take(_ run: Run) async {
    let capture = await run.flow.capture
    guard self.run?.flow === run.flow else { return }
    CustomerIdentity.shared.values = IdentityValues(capture)
    core.documentPortrait = capture.reading.flatMap { FaceReference($0) }
  }

  private func stop() async {
    saving?.cancel()
    savingConceal?.cancel()
    await run?.flow.stop()
    await run?.flow.dropFilms()
  }

  private func forget() {
    saving?.cancel()
    savingConceal?.cancel()
    if let old = run?.flow {
      Task {
        await old.stop()
        await old.forget()
      }
    }
    (run, verdicts, lastConcealError) = (nil, [:], nil)
    CustomerIdentity.shared.clear()
  }
}
