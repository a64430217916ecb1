import BonafideObservations

/// The state machine behind a face challenge: frames go in, tasks for the shell come out. It has no clock, does no I/O
/// and is a value, so that a server can store it between two frames and a test can replay it.
///
/// Calls in order: `begin`, then for each frame `observe` (and `identityChecked` for each comparison it asks for),
/// `stepShown` after each `showStep` when the timer waits for it, `finish` at the end of the stream. After any end
/// `reset` makes it ready again (B-071). `LivenessSession+….swift` hold the events.
package struct LivenessSession: Sendable, Hashable, Codable {
  /// When a step's timer starts (B-065).
  package enum StepTimer: String, Sendable, Hashable, Codable {
    /// For files, where nobody reads an instruction.
    case startsAtOnce
    /// With `stepShown(at:)`.
    case waitsForStepShown
  }

  /// What happens after the last step.
  package enum AfterSteps: String, Sendable, Hashable, Codable {
    /// A second face or another person fails it until `finish(at:)`.
    case watchUntilFinish
    /// The session ends as soon as every capture has been compared.
    case completeAtOnce
  }

  indirect enum State: Sendable, Hashable, Codable {
    case ready
    /// An open challenge waits for the app's next step.
    case between(since: Double)
    /// The instruction is on its way to the screen.
    case announced(index: Int, ChallengeStep, since: Double)
    case running(StepRun)
    case watching
    case paused(since: Double, State)
    case ended(LivenessOutcome)
  }

  /// An eye step that is done; its further pictures are welcome, not required (B-034).
  struct TrailingEyes: Sendable, Hashable, Codable {
    let index: Int
    var interval: EyeIntervalWatch
  }

  package let settings: LivenessSettings
  package let stepTimer: StepTimer
  package let afterSteps: AfterSteps
  /// With the steps that were appended.
  package internal(set) var challenge: Challenge
  private let original: Challenge

  var state = State.ready
  var clock = SessionClock()
  var lastFrameAt: Double?
  /// Of the steps that are over.
  var results: [StepResult] = []
  var quality = QualitySummary()
  var own = OwnNeutral()
  /// The best straight picture while there is no reference yet.
  var straight: StepCapture?
  var identity = IdentityWatch()
  var absence = Persistence()
  var company = Persistence()
  var darkness = Persistence()
  var glare = Persistence()
  var hasSeenFace = false
  var trailingEyes: TrailingEyes?
  var guidanceHold = GuidanceHold()

  package init(
    _ challenge: Challenge, settings: LivenessSettings = .defaults, stepTimer: StepTimer = .startsAtOnce,
    afterSteps: AfterSteps = .watchUntilFinish
  ) {
    self.challenge = challenge
    original = challenge
    self.settings = settings
    self.stepTimer = stepTimer
    self.afterSteps = afterSteps
  }

  // MARK: What it is doing

  /// Between `begin` and the end, pauses included.
  package var isRunning: Bool {
    switch state {
    case .ready, .ended: false
    default: true
    }
  }

  package var isPaused: Bool {
    if case .paused = state { true } else { false }
  }

  /// The end, when it has come.
  package var outcome: LivenessOutcome? {
    if case .ended(let outcome) = state { outcome } else { nil }
  }

  /// Steps that are done, in the challenge's order.
  package var completed: [StepResult] { results }

  /// The step that runs or is announced, by its place in the challenge.
  package var currentStep: (index: Int, step: ChallengeStep)? {
    switch state.withoutPause {
    case .announced(let index, let step, _): (index, step)
    case .running(let run): (run.index, run.step)
    default: nil
    }
  }

  /// The text on the screen; nil before the first.
  package var guidance: Guidance? { guidanceHold.shown }

  /// How far the running step is, 0…1.
  package var progress: Double {
    switch state.withoutPause {
    case .running(let run): run.interval == nil ? run.watch.progress : 1
    case .watching, .ended: 1
    default: 0
    }
  }

  package var phase: LivenessPhase {
    switch state.withoutPause {
    case .running(let run): run.phase
    case .announced(_, let step, _): .step(step)
    case .watching: .watching
    default: .idle
    }
  }

  // MARK: Starting again

  /// From every state back to the start, with the same challenge or another one. Nothing of the earlier try stays.
  package mutating func reset(to challenge: Challenge? = nil) {
    self = LivenessSession(
      challenge ?? original, settings: settings, stepTimer: stepTimer, afterSteps: afterSteps)
  }
}

extension LivenessSession.State {
  var withoutPause: LivenessSession.State {
    if case .paused(_, let state) = self { state.withoutPause } else { self }
  }
}
