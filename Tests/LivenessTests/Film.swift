import BonafideLiveness
import BonafideObservations

/// What a made-up face looks like on a frame.
struct Look {
  var yaw = 0.0
  var pitch = 0.0
  var smile: Double? = 0.05
  var left: Double? = 0.95
  var right: Double? = 0.95
  var hasPose = true
  var box = Rect(x: 170, y: 200, width: 140, height: 180)
  var brightness = 0.5
  var overexposed = 0.0
  var overall = 0.8
  var eyeDistance = 60.0

  static let straight = Look()
  static let smiling = Look(smile: 0.97)
  static let eyesClosed = Look(left: 0.05, right: 0.05)
  static let up = Look(pitch: 20)
  /// Un-mirrored: the person's left is on the picture's right.
  static let left = Look(yaw: 25)
  static let right = Look(yaw: -25)

  func changed(_ change: (inout Look) -> Void) -> Look {
    var copy = self
    change(&copy)
    return copy
  }

  /// The look that does a step in an un-mirrored picture.
  static func doing(_ step: ChallengeStep) -> Look {
    switch step {
    case .face: .straight
    case .smile: .smiling
    case .closeEyes: .eyesClosed
    case .turnRight: .right
    case .turnLeft: .left
    case .lookUp: .up
    }
  }

  func face(trackID: Int?) -> FaceObservation {
    FaceObservation(
      box: box, score: 0.99, pose: hasPose ? HeadPose(pitch: pitch, yaw: yaw, roll: 0) : nil, smile: smile,
      leftEyeOpen: left, rightEyeOpen: right,
      quality: FaceQuality(
        brightness: brightness, sharpness: 6, contrast: 0.5, eyeDistance: eyeDistance, overexposed: overexposed,
        underexposed: 0, borderDistance: box.borderDistance(in: Size(width: 480, height: 640)), overall: overall),
      trackID: trackID)
  }
}

/// Plays made-up frames, ten a second, to a session and answers its questions like a shell would.
struct Film {
  var session: LivenessSession
  var frame = 0
  var trackID: Int? = 1
  var mirroring = Mirroring.none
  /// What the comparison says; the same person by default.
  var similarity: Double? = 0.8
  var isAnswering = true
  var tasks: [LivenessTask] = []
  var answers: [IdentityResult] = []
  var last = ObserveResult.ignored

  init(
    _ steps: [ChallengeStep], _ settings: LivenessSettings = .defaults,
    afterSteps: LivenessSession.AfterSteps = .watchUntilFinish
  ) {
    self.init(LivenessSession(Challenge(steps), settings: settings, afterSteps: afterSteps))
  }

  init(_ session: LivenessSession) {
    self.session = session
    _ = self.session.begin(at: 0)
  }

  var time: Double { Double(frame) / 10 }

  mutating func show(_ presence: FacePresence, similarityToReference: Double? = nil) {
    last = session.observe(
      FrameObservation(
        time: time, size: Size(width: 480, height: 640), mirroring: mirroring, presence: presence,
        similarityToReference: similarityToReference))
    frame += 1
    let new: [LivenessTask]
    switch last {
    case .watched(let list), .completed(let list, _): new = list
    default: new = []
    }
    tasks += new
    guard isAnswering else { return }
    for case .compare(let slot, let time) in new {
      answers.append(session.identityChecked(slot, at: time, similarity: similarity))
    }
  }

  mutating func play(_ look: Look, frames: Int = 1) {
    for _ in 0..<frames { show(.one(look.face(trackID: trackID))) }
  }

  mutating func playNobody(seconds: Double) {
    for _ in 0..<Int(seconds * 10) { show(.none) }
  }

  mutating func playTwo(_ look: Look = .straight, frames: Int) {
    let other = look.changed { $0.box = Rect(x: 20, y: 100, width: 110, height: 120) }
    for _ in 0..<frames { show(.several([look.face(trackID: trackID), other.face(trackID: 99)])) }
  }

  /// Does the steps the way a person would: back to the middle before each.
  mutating func perform(_ steps: [ChallengeStep]) {
    for step in steps {
      play(.straight, frames: 4)
      play(.doing(step), frames: 4)
    }
    play(.straight, frames: 4)
  }

  /// What the stream would come to if it ended here.
  func finish() -> LivenessOutcome? {
    var ended = session
    return ended.finish(at: time)
  }

  var failure: ReasonCode? { session.outcome?.failure?.reason.code }

  var passed: [ChallengeStep] {
    tasks.compactMap { task in
      if case .stepCompleted(_, let result) = task { result.step } else { nil }
    }
  }

  func result(of step: ChallengeStep) -> StepResult? {
    tasks.lazy.compactMap { task in
      if case .stepCompleted(_, let result) = task, result.step == step { result } else { nil }
    }.first
  }
}

/// Whether a look, held for several frames after a straight start, does a step.
func passes(
  _ step: ChallengeStep, _ look: Look, from start: Look = .straight, frames: Int = 4,
  _ settings: LivenessSettings = .defaults
) -> Bool {
  var film = Film([.face, step], settings)
  film.play(start, frames: 8)
  film.play(look, frames: frames)
  return film.passed.contains(step)
}

func settings(_ changes: (Setting, Double)...) -> LivenessSettings {
  var settings = Settings.defaults
  for (setting, value) in changes { settings = settings.setting(setting, to: value) }
  return LivenessSettings(settings)
}
