internal import BonafideBackOfficeAPI
internal import BonafideCapture
internal import BonafideLiveness
internal import BonafideObservations
internal import CoreModule

/// What the flow reports.
extension FaceDesk {
  func hear(_ event: FaceFlowEvent, of token: FlowToken, _ folder: ScratchFolder) {
    guard let run, run.token == token, core.isCurrent(token) else {
      // Nobody is there any more to send it.
      if case .completed(let record) = event, let film = record.film { folder.remove(film.path) }
      return
    }
    switch event {
    case .stepStarted(let step): core.play(sound: step.startSound.rawValue, on: run.screen)
    case .stepDone(let capture):
      CustomerFace.shared.values.take(capture)
      if let sound = capture.step.endSound { core.play(sound: sound.rawValue, on: run.screen) }
      core.log("face.step", detail: capture.step.rawValue)
      tell(token) { capture.step.tell($0) }
    case .refused(let request, let text):
      core.log("face.refused", detail: request.name, level: .warning)
      tell(token) { $0.livenessFailed(error: .liveness(text)) }
    case .completed(let record): save(record)
    case .failed(let failure): end(failure)
    case .log(let log): note(log)
    }
  }

  private func end(_ failure: FaceFlowFailure) {
    run?.stage = .over
    if let screen = run?.screen {
      let sound: EnQualifySound = failure.cause == .timeout ? .livenessTimeout : .faceFail
      core.play(sound: sound.rawValue, on: screen)
    }
    if let error = failure.underlying { EnQualifyCore.lastError = error }
    let code = failure.underlying.map { ", " + $0.code.rawValue } ?? ""
    core.log("face.failed", detail: "\(failure.cause)\(code)", level: .warning)
    guard let token = run?.token else { return }
    tell(token) { failure.tell($0) }
  }

  private func note(_ log: FaceFlowLog) {
    switch log {
    case .recordSkipped(let reason): core.log("record.skipped", detail: reason)
    case .recordStarted: core.log("record.started")
    case .recordStopped(let seconds, let bytes):
      core.log("record.stopped", detail: "\(Int(seconds.rounded())) s, \(bytes) bytes")
    case .recordCancelled(let reason): core.log("record.cancelled", detail: reason)
    case .recordFailed(let reason): core.log("record.failed", detail: reason, level: .error)
    }
  }
}

extension FaceFlowRequest {
  fileprivate var name: String {
    switch self {
    case .step(let step): step.rawValue
    case .complete: "faceComplete"
    }
  }
}

extension ChallengeStep {
  fileprivate var startSound: EnQualifySound {
    switch self {
    case .face: .startFace
    case .smile: .startSmile
    case .closeEyes: .startEyeClose
    case .turnRight: .startFaceRight
    case .turnLeft: .startFaceLeft
    case .lookUp: .startFaceUp
    }
  }

  fileprivate var endSound: EnQualifySound? {
    switch self {
    case .smile: .endSmile
    case .closeEyes: .endEyeClose
    default: nil
    }
  }

  @MainActor fileprivate func tell(_ delegate: any EnQualifyFaceDelegate) {
    switch self {
    case .face: delegate.faceDetected()
    case .smile: delegate.smileDetected()
    case .closeEyes: delegate.eyeCloseDetected()
    case .turnRight: delegate.faceRightDetected()
    case .turnLeft: delegate.faceLeftDetected()
    case .lookUp: delegate.faceUpDetected()
    }
  }
}

extension FaceFlowFailure {
  /// One failure is one call.
  @MainActor fileprivate func tell(_ delegate: any EnQualifyFaceDelegate) {
    switch cause {
    case .timeout: delegate.faceFailed(error: .timeout(FaceState(phase), message))
    case .noFace, .fault: delegate.faceFailed(error: .detection(message))
    case .detection: delegate.faceDetectFailed(error: .detection(message))
    case .liveness: delegate.livenessFailed(error: .liveness(message))
    case .luminosity: delegate.faceFailed(error: .luminosityFailed(message))
    case .camera: delegate.faceFailed(error: .camera(message))
    case .interrupted, .cancelled: delegate.faceFailed(error: .liveness(message))
    case .recording: delegate.faceFailed(error: .liveness(FaceTexts.saveFailed))
    }
  }
}

extension FaceState {
  fileprivate init(_ phase: LivenessPhase) {
    self =
      switch phase {
      case .idle: .idle
      case .step(.face): .faceDetect
      case .step(.smile): .smile
      case .step(.closeEyes): .eyeClose
      case .step(.turnRight): .faceRight
      case .step(.turnLeft): .faceLeft
      case .step(.lookUp): .faceUp
      case .eyesKeptClosed: .eyeCloseInterval
      case .eyesReopened: .eyeOpenInterval
      case .watching: .faceComplete
      }
  }
}
