internal import BonafideLiveness
internal import BonafideObservations
internal import BonafidePresentationAttack
internal import BonafideVerification
internal import Foundation

/// Texts that apps compare with.
package enum ReasonWords {
  package static let interrupted = Reason(.interrupted).message
  package static let cancelled = Reason(.aborted).message
}

/// How a flow ends.
extension FaceFlow {
  /// The machine has ended.
  func endByWatch() async {
    guard let failure = watch.failure else { return }
    await fail(FaceFlowFailure(failure, watch.outcome))
  }

  /// Camera off, film gone, then the word about it. The first one counts.
  func fail(_ failure: FaceFlowFailure) async {
    guard stage != .ended else { return }
    await tearDown("\(failure.cause)")
    report(.failed(failure))
  }

  /// The same without a word; also ends the time that the camera stays on after the completion.
  func leave() async {
    switch stage {
    case .ended: return
    case .completing: hold?.cancel()
    case .waiting, .opening, .running: await tearDown("stopped")
    }
  }

  private func tearDown(_ reason: String) async {
    stage = .ended
    wake()
    let task = Task {
      await dropFilm(because: reason)
      await camera.close()
    }
    ending = task
    await task.value
  }

  private func dropFilm(because reason: String) async {
    guard isRecording else { return }
    isRecording = false
    await camera.cancelRecording()
    report(.log(.recordCancelled(reason)))
  }

  func complete(holding delay: Duration) async {
    guard isBetweenSteps else {
      report(.refused(.complete, refusal))
      return
    }
    stage = .completing
    wake()
    let assessment = attack.assess()
    guard let outcome = watch.finish(), outcome.failure == nil else { return await endByWatch() }
    if captures.count > 1, let failure = judged(assessment, during: .watching) { return await fail(failure) }
    let film: RecordedFilm?
    do throws(BonafideError) { film = try await endFilm() } catch {
      report(.log(.recordFailed(error.code.rawValue)))
      guard setup.settings[.flowRecordingRequired] == 0 else {
        let text = "The film could not be recorded."
        return await fail(FaceFlowFailure(.recording, during: .watching, text, underlying: error))
      }
      film = nil
    }
    hold = Task { [camera] in
      if delay > .zero { try? await Task.sleep(for: delay) }
      await camera.close()
    }
    if delay <= .zero { await hold?.value }
    report(
      .completed(
        FaceRecord(
          captures: finalCaptures(outcome), template: watch.reference, outcome: outcome,
          antiSpoofing: AntiSpoofing(assessment.score, limits: assessment.scoreLimits), film: film)))
  }

  private func endFilm() async throws(BonafideError) -> RecordedFilm? {
    guard isRecording else { return nil }
    isRecording = false
    let film = try await camera.stopRecording()
    if let film { report(.log(.recordStopped(seconds: film.duration, bytes: film.byteCount))) }
    return film
  }

  /// With what came after a step was done.
  private func finalCaptures(_ outcome: LivenessOutcome) -> [FaceStepCapture] {
    captures.indices.map { index in
      var capture = captures[index]
      capture.keptClosed = watch.kept[.step(index, .keptClosed)]?.image
      capture.reopened = watch.kept[.step(index, .reopened)]?.image
      return capture
    }
  }

  /// Signs of an attack, where they end a flow on the device.
  func judged(_ assessment: AttackAssessment, during phase: LivenessPhase) -> FaceFlowFailure? {
    let seconds = watch.lastTime - (firstFrameAt ?? watch.lastTime)
    guard assessment.verdict == .spoof, setup.settings[.flowAttackEnds] != 0,
      seconds >= setup.settings[.flowAttackAfter],
      // What did as it was asked is no still picture, however calm it was besides.
      let reason = assessment.reasons.first(where: { $0.code != .stillPicture })
    else { return nil }
    return FaceFlowFailure(.liveness, during: phase, reason.message)
  }

  // MARK: The device's clock

  /// Looks a few times a second whether the app, or the camera, is silent for too long.
  func watchClock() async {
    let idle = Duration.seconds(setup.settings[.livenessIdle])
    while stage != .ended, stage != .completing {
      do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
      guard stage == .running || stage == .opening else { continue }
      if let idleSince, idleSince.duration(to: .now) > idle {
        await fail(FaceFlowFailure(.timeout, during: .idle, Reason(.idleTimeout).message))
      } else if isListening, heardAt.duration(to: .now) > mostSilence {
        await fail(FaceFlowFailure(.camera, during: watch.phase, "The camera gives no pictures."))
      }
    }
  }

  private var mostSilence: Duration {
    .seconds(setup.settings[stage == .opening ? .flowCameraOpening : .flowCameraSilence])
  }

  /// Whether the camera is expected to give something.
  private var isListening: Bool {
    stage == .opening || (!watch.isPaused && (camera.isLive || !watch.waitsForStep))
  }
}
