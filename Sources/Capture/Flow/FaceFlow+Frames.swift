internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations
internal import BonafidePresentationAttack
internal import BonafideVerification
internal import Foundation

/// What comes from the camera.
extension FaceFlow {
  func run() async {
    stage = .opening
    heardAt = .now
    do throws(BonafideError) { try await camera.open() } catch {
      let text = "The camera could not be started."
      await fail(FaceFlowFailure(.camera, during: .step(.face), text, underlying: error))
      return
    }
    // It may have been told to stop meanwhile.
    guard stage == .opening else { return await camera.close() }
    stage = .running
    guard await beginFilm(), stage == .running else { return }
    stepBeganAt = Date()
    await announce(.face)
    while stage == .running {
      await sleepUntilAsked()
      guard stage == .running else { return }
      heardAt = .now
      let event: CameraEvent?
      do throws(BonafideError) { event = try await camera.next() } catch {
        return await lose("The camera failed.", error)
      }
      guard stage == .running else { return }
      guard let event else { return await lose("The camera was closed.") }
      await take(event)
    }
  }

  private func lose(_ message: String, _ error: BonafideError? = nil) async {
    await fail(FaceFlowFailure(.camera, during: watch.phase, message, underlying: error))
  }

  private func beginFilm() async -> Bool {
    if case .off(let reason) = setup.recording {
      report(.log(.recordSkipped(reason)))
      return true
    }
    do throws(BonafideError) {
      try await camera.startRecording(to: setup.folder)
      isRecording = true
      report(.log(.recordStarted))
      return true
    } catch {
      report(.log(.recordFailed(error.code.rawValue)))
      guard setup.settings[.flowRecordingRequired] != 0 else { return true }
      let text = "The film could not be recorded."
      await fail(FaceFlowFailure(.recording, during: watch.phase, text, underlying: error))
      return false
    }
  }

  private func take(_ event: CameraEvent) async {
    switch event {
    case .frame(let frame): await look(at: frame)
    case .inactive:
      watch.pause()
      idleSince = idleSince ?? .now
    case .interrupted:
      watch.interrupt()
      await fail(FaceFlowFailure(.interrupted, during: watch.phase, ReasonWords.interrupted))
    case .closedByPerson:
      watch.abort()
      await fail(FaceFlowFailure(.cancelled, during: watch.phase, ReasonWords.cancelled))
    }
  }

  private func look(at frame: Frame) async {
    firstFrameAt = firstFrameAt ?? frame.time
    do {
      var events: [CaptureEvent] = []
      if watch.isPaused {
        events = watch.cut(to: frame.time)
        if !watch.waitsForStep { idleSince = nil }
      }
      let (seen, more) = try watch.observe(frame)
      events += more
      try attack.observe(frame, seen)
      // A step that another person did, as the comparison after it shows, was not done.
      guard watch.failure == nil else { return await endByWatch() }
      for event in events {
        guard stage == .running else { return }
        await tell(event)
      }
      if stage == .running { await showProgress() }
    } catch {
      let text = "The picture could not be analysed."
      await fail(FaceFlowFailure(.fault, during: watch.phase, text, underlying: error as? BonafideError))
    }
  }

  private func tell(_ event: CaptureEvent) async {
    switch event {
    // Steps are announced when they are asked for; a failure was looked at before.
    case .showStep, .allStepsPassed, .failed: break
    case .guidance(let guidance): await camera.show(.guidance(guidance.rawValue))
    case .stepPassed(let result): await pass(result)
    }
  }

  // MARK: Steps

  /// Puts a step's instruction on the screen.
  func announce(_ step: ChallengeStep) async {
    idleSince = nil
    shownProgress = 0
    if step == .face { await camera.show(.progress(filled: 0, segments: setup.segments)) }
    await camera.show(.guidance(step.instruction.rawValue))
    await camera.show(.stepProgress(0))
    report(.stepStarted(step))
  }

  private func pass(_ passed: StepResult) async {
    // The comparison comes after the step.
    let result = watch.completed.dropFirst(captures.count).first ?? passed
    let assessment = attack.assess()
    let antiSpoofing = AntiSpoofing(assessment.score, limits: assessment.scoreLimits)
    guard let capture = capture(of: result, at: captures.count, antiSpoofing) else {
      await fail(FaceFlowFailure(.fault, during: .step(result.step), "The step's picture was not kept."))
      return
    }
    if result.step != .face, let failure = judged(assessment, during: .step(result.step)) { return await fail(failure) }
    isPassing = true
    defer { isPassing = false }
    let segments = setup.segments
    await camera.show(.progress(filled: min(captures.count + 1, segments), segments: segments))
    guard stage == .running else { return }
    captures.append(capture)
    idleSince = .now
    report(.stepDone(capture))
  }

  private func capture(of result: StepResult, at index: Int, _ antiSpoofing: AntiSpoofing) -> FaceStepCapture? {
    guard let picture = watch.kept[.step(index, .capture)] else { return nil }
    return FaceStepCapture(
      step: result.step, picture: picture.image, face: picture.face, startedAt: stepBeganAt, endedAt: Date(),
      level: result.value, leftEyeOpen: result.leftEyeOpen, rightEyeOpen: result.rightEyeOpen,
      comparison: result.similarity.flatMap { FaceComparison(similarity: $0, settings: setup.settings) },
      antiSpoofing: antiSpoofing, keptClosed: watch.kept[.step(index, .keptClosed)]?.image,
      reopened: watch.kept[.step(index, .reopened)]?.image)
  }

  private func showProgress() async {
    guard !watch.waitsForStep else { return }
    let progress = watch.progress
    // A hop to the screen for every frame would slow the analysis.
    guard abs(progress - shownProgress) >= 0.05 else { return }
    shownProgress = progress
    await camera.show(.stepProgress(progress))
  }
}
