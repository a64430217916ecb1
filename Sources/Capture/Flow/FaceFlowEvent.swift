package import BonafideFaceAnalysis
package import BonafideLiveness
package import BonafideObservations

/// What an app asks of a flow.
package enum FaceFlowRequest: Sendable, Hashable {
  case step(ChallengeStep)
  case complete
}

/// What happens in a flow, in this order. After `completed` or `failed` there is no more but `log`.
package enum FaceFlowEvent: Sendable {
  /// The step's instruction is on the screen.
  case stepStarted(ChallengeStep)
  case stepDone(FaceStepCapture)
  /// The request came at the wrong time. What runs is not disturbed.
  case refused(FaceFlowRequest, String)
  /// The analysis has ended, the film is whole.
  case completed(FaceRecord)
  /// The camera is off, the film is deleted.
  case failed(FaceFlowFailure)
  case log(FaceFlowLog)
}

/// What a flow that was done leaves.
package struct FaceRecord: Sendable {
  /// In the order in which the steps were done; the first is `face`.
  package let captures: [FaceStepCapture]
  /// Of the straight face that everything else was compared with.
  package let template: FaceTemplate?
  package let outcome: LivenessOutcome
  package let antiSpoofing: AntiSpoofing
  /// Nil when it was not recorded.
  package let film: RecordedFilm?
}

/// For logs: nothing of it is about the person.
package enum FaceFlowLog: Sendable, Hashable {
  case recordSkipped(String)
  case recordStarted
  case recordStopped(seconds: Double, bytes: Int)
  case recordCancelled(String)
  case recordFailed(String)
}

/// Why a flow ended without being done.
package struct FaceFlowFailure: Error, Sendable {
  package enum Cause: Sendable, Hashable {
    /// A step, or what the app did between two, took too long.
    case timeout
    /// Nobody was there for too long.
    case noFace
    /// The first look found something else than one face of the right size in the right place.
    case detection
    /// Another person, a second one, or signs of an attack.
    case liveness
    case luminosity
    case camera
    /// The app went to the background, or the system took the camera.
    case interrupted
    /// The person closed the screen.
    case cancelled
    /// A film that has to be there could not be made.
    case recording
    /// Of ours.
    case fault
  }

  package let cause: Cause
  /// Where it was.
  package let phase: LivenessPhase
  /// For the person.
  package let message: String
  /// What a camera, a recorder or an analyser threw.
  package let underlying: BonafideError?

  package init(_ cause: Cause, during phase: LivenessPhase, _ message: String, underlying: BonafideError? = nil) {
    self.cause = cause
    self.phase = phase
    self.message = message
    self.underlying = underlying
  }

  /// What the machine says, in a flow's terms.
  init(_ failure: LivenessFailure, _ outcome: LivenessOutcome?) {
    phase = failure.phase
    message = failure.reason.message
    underlying = nil
    cause =
      switch failure.reason.code {
      case .idleTimeout: .timeout
      case .stepTimeout:
        // A first look that only ever saw a face too near or too far is not a matter of time.
        failure.phase == .step(.face) && outcome.map { FaceFlowFailure.isFraming($0.result) } == true
          ? .detection : .timeout
      case .noFace, .faceLost: .noFace
      case .severalFaces: .detection
      case .secondFace: failure.phase == .step(.face) ? .detection : .liveness
      case .faceUnderexposed, .faceOverexposed: .luminosity
      case .interrupted: .interrupted
      case .aborted: .cancelled
      case .internalFault: .fault
      default: .liveness
      }
  }

  private static func isFraming(_ result: LivenessResult) -> Bool {
    result == .faceTooSmall || result == .faceTooBig || result == .faceCloseToBorder
  }
}

/// What a flow is run with.
package struct FaceFlowSetup: Sendable {
  package enum Recording: Sendable, Hashable {
    /// With the reason, for the log.
    case off(String)
    case on
  }

  package let analyzer: FaceAnalyzer
  package let camera: CameraPosition
  package let recording: Recording
  /// Where the film lies until it is sent.
  package let folder: ScratchFolder
  /// Of the progress picture; 0 for a plain ring.
  package let segments: Int

  var settings: Settings { analyzer.settings }

  package init(
    analyzer: FaceAnalyzer, camera: CameraPosition, recording: Recording, folder: ScratchFolder, segments: Int
  ) {
    self.analyzer = analyzer
    self.camera = camera
    self.recording = recording
    self.folder = folder
    self.segments = max(0, segments)
  }
}
