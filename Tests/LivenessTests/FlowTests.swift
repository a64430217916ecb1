import BonafideLiveness
import BonafideObservations
import Testing

/// Order of events, times, ends and new starts.
struct FlowTests {
  private static let all: [ChallengeStep] = [.face, .smile, .closeEyes, .turnRight, .turnLeft, .lookUp]

  @Test func `all six steps pass in order`() throws {
    var film = Film(Self.all)
    film.perform(Self.all)
    let outcome = try #require(film.finish())
    #expect(outcome.result == .ok)
    #expect(outcome.live == true)
    #expect(outcome.challengePassed == true)
    #expect(outcome.steps.map(\.step) == Self.all)
    #expect(outcome.steps.map(\.passed) == Array(repeating: true, count: 6))
    #expect(outcome.reasons.isEmpty)
    #expect(outcome.steps.map(\.value) == [nil, 0.97, 0.95, 25, 25, 20])
  }

  @Test func `steps done in another order than asked are missed`() throws {
    var film = Film([.face, .turnRight, .turnLeft])
    film.perform([.face, .turnLeft, .turnRight])
    let outcome = try #require(film.finish())
    #expect(outcome.result == .notLive)
    #expect(outcome.steps.map(\.passed) == [true, true, false])
    #expect(outcome.reasons.map(\.code) == [.stepTimeout])
  }

  @Test func `a session can end by itself after the last step`() {
    var film = Film([.face, .smile], afterSteps: .completeAtOnce)
    film.isAnswering = false
    film.play(.straight, frames: 8)
    film.play(.smiling, frames: 2)
    #expect(film.session.outcome == nil)
    guard case .completed(let outcome) = film.session.identityChecked(.step(1, .capture), at: 0.8, similarity: 0.8)
    else {
      Issue.record("not completed")
      return
    }
    #expect(outcome.result == .ok)
    #expect(outcome.steps[1].similarity == 0.8)
  }

  // MARK: Time-outs

  @Test func `a face that never looks straight runs into its time-out`() {
    var film = Film([.face])
    film.play(.left, frames: 301)
    #expect(film.failure == nil)
    film.play(.left)
    #expect(film.failure == .stepTimeout)
    #expect(film.session.outcome?.failure?.phase == .step(.face))
    #expect(film.session.outcome?.result == .notLive)
  }

  @Test(arguments: ChallengeStep.gestures)
  func `a gesture that is not done runs into its time-out`(step: ChallengeStep) {
    var film = Film([.face, step])
    film.play(.straight, frames: 153)
    #expect(film.failure == nil)
    film.play(.straight)
    #expect(film.failure == .stepTimeout)
    #expect(film.session.outcome?.failure?.phase == .step(step))
  }

  @Test func `a time-out without a neutral face says so`() {
    var film = Film([.smile])
    film.play(.left, frames: 160)
    #expect(film.failure == .stepTimeout)
    #expect(film.session.outcome?.failure?.reason.message.contains("straight") == true)
  }

  @Test func `a missed step tells the strongest value`() {
    var film = Film([.face, .turnLeft])
    film.play(.straight, frames: 8)
    film.play(Look(yaw: 12), frames: 10)
    #expect(film.finish()?.steps[1].value == 12)
  }

  @Test func `a drawn window shortens the gesture's time-out`() {
    var film = Film(LivenessSession(Challenge([.face, .smile], gestureWindow: 8)))
    film.play(.straight, frames: 83)
    #expect(film.failure == nil)
    film.play(.straight)
    #expect(film.failure == .stepTimeout)
  }

  @Test func `the timer waits until the step is shown`() {
    var film = Film(LivenessSession(Challenge([.face]), stepTimer: .waitsForStepShown))
    film.play(.straight, frames: 500)
    #expect(film.passed.isEmpty)
    #expect(film.failure == nil)
    #expect(film.session.stepShown(at: film.time) == .done)
    #expect(film.session.stepShown(at: film.time) == .ignored)
    film.play(.straight, frames: 3)
    #expect(film.passed == [.face])
  }

  @Test func `a step that is never shown is idle`() {
    var film = Film(LivenessSession(Challenge([.face]), stepTimer: .waitsForStepShown))
    film.play(.straight, frames: 602)
    #expect(film.failure == .idleTimeout)
    #expect(film.session.outcome?.failure?.phase == .step(.face))
  }

  @Test func `an open challenge takes steps one by one and has an idle limit between them`() {
    var film = Film(LivenessSession(Challenge([], ending: .open)))
    #expect(film.session.append(.face, at: 0) == .showStep(0, .face))
    #expect(film.session.append(.smile, at: 0) == .refused)
    film.play(.straight, frames: 4)
    #expect(film.session.append(.smile, at: film.time) == .showStep(1, .smile))
    film.perform([.smile])
    #expect(film.passed == [.face, .smile])
    #expect(film.finish()?.result == .ok)
    film.play(.straight, frames: 610)
    #expect(film.failure == .idleTimeout)
    #expect(film.session.append(.smile, at: film.time) == .refused)
  }

  @Test func `steps that are done can be read while the session runs`() {
    var film = Film(LivenessSession(Challenge([.face], ending: .open)))
    #expect(film.session.completed.isEmpty)
    film.play(.straight, frames: 4)
    #expect(film.session.completed.map(\.step) == [.face])
    _ = film.session.append(.smile, at: film.time)
    #expect(film.session.completed.map(\.step) == [.face])
    film.perform([.smile])
    #expect(film.session.completed.map(\.step) == [.face, .smile])
    #expect(film.session.completed.allSatisfy { $0.passed })
  }

  @Test func `a closed challenge takes no further steps`() {
    var film = Film([.face])
    film.play(.straight, frames: 4)
    #expect(film.session.append(.smile, at: film.time) == .refused)
  }

  @Test func `a pause stops every timer`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    #expect(film.session.pause(at: film.time) == .done)
    #expect(film.session.pause(at: film.time) == .ignored)
    film.play(.smiling, frames: 400)
    #expect(film.last == .ignored)
    #expect(film.session.resume(at: film.time) == .done)
    #expect(film.session.resume(at: film.time) == .ignored)
    film.play(.straight, frames: 4)
    film.play(.smiling, frames: 3)
    #expect(film.passed == [.face, .smile])
    // Nobody saw who came back.
    #expect(film.answers.count == 2)
  }

  @Test func `a pause has the idle limit`() {
    var film = Film([.face])
    _ = film.session.pause(at: 0)
    film.frame = 601
    _ = film.session.resume(at: film.time)
    #expect(film.failure == .idleTimeout)
  }

  @Test func `frames whose time repeats or goes backwards are ignored`() {
    var film = Film([.face])
    film.play(.straight, frames: 2)
    for time in [0.1, 0.0, -5, .nan, .infinity, -.infinity] {
      let frame = FrameObservation(
        time: time, size: Size(width: 480, height: 640), mirroring: .none,
        presence: .one(Look.straight.face(trackID: 1)))
      #expect(film.session.observe(frame) == .ignored)
    }
    #expect(film.passed.isEmpty)
    film.play(.straight)
    #expect(film.passed == [.face])
  }

  @Test func `frames far apart are not in a row`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.play(.smiling)
    film.frame += 30
    film.play(.smiling, frames: 3)
    #expect(film.passed == [.face])
  }

  // MARK: Ends and new starts

  @Test func `interruption and cancelling are two things, with their exact texts`() {
    var film = Film([.face])
    film.play(.straight)
    var other = film
    _ = film.session.interrupt()
    _ = other.session.abort()
    #expect(film.session.outcome?.failure?.reason.message == "Face recognition was interrupted")
    #expect(film.failure == .interrupted)
    #expect(other.session.outcome?.failure?.reason.message == "Face recognition was cancelled")
    #expect(other.failure == .aborted)
    #expect(film.session.interrupt() == .ignored)
    #expect(film.session.abort() == .ignored)
  }

  @Test func `events before the start are refused`() {
    var session = LivenessSession(Challenge([.face]))
    #expect(session.stepShown(at: 0) == .ignored)
    #expect(session.pause(at: 0) == .ignored)
    #expect(session.resume(at: 0) == .ignored)
    #expect(session.interrupt() == .ignored)
    #expect(session.append(.smile, at: 0) == .refused)
    #expect(session.finish(at: 0) == nil)
    #expect(session.begin(at: 0) == .showStep(0, .face))
    #expect(session.begin(at: 0) == .refused)
  }

  /// Every way to fail, each from a running session.
  private static let failures: [(ReasonCode, @Sendable (inout Film) -> Void)] = [
    (.stepTimeout, { $0.play(.straight, frames: 200) }),
    (
      .idleTimeout,
      {
        _ = $0.session.pause(at: $0.time); $0.frame += 700; _ = $0.session.resume(at: $0.time)
      }
    ),
    (.interrupted, { _ = $0.session.interrupt() }),
    (.aborted, { _ = $0.session.abort() }),
    (.faceLost, { $0.playNobody(seconds: 6) }),
    (.secondFace, { $0.playTwo(frames: 30) }),
    (
      .faceSwitched,
      {
        $0.trackID = 9; $0.similarity = 0; $0.play(.straight, frames: 3)
      }
    ),
    (.faceUnderexposed, { $0.play(Look(brightness: 0.02), frames: 60) }),
    (.faceOverexposed, { $0.play(Look(brightness: 0.99), frames: 60) }),
    (
      .noFace,
      {
        $0.session.reset(); _ = $0.session.begin(at: 0); $0.playNobody(seconds: 20)
      }
    ),
    (
      .severalFaces,
      {
        $0.session.reset(); _ = $0.session.begin(at: 0); $0.playTwo(frames: 200)
      }
    ),
    (
      .notEvaluated,
      {
        $0.similarity = nil; $0.perform([.smile, .turnLeft]); _ = $0.session.finish(at: $0.time)
      }
    ),
  ]

  @Test(arguments: Self.failures.indices)
  func `after every failure a reset leads to a complete run`(place: Int) throws {
    let (code, fail) = Self.failures[place]
    var film = Film(code == .notEvaluated ? [.face, .smile] : Self.all)
    film.play(.straight, frames: 8)
    fail(&film)
    #expect(film.failure == code)
    #expect(film.session.isRunning == false)
    film.play(.straight)
    #expect(film.last == .ignored)

    film.session.reset(to: Challenge(Self.all))
    #expect(film.session == LivenessSession(Challenge(Self.all)))
    film = Film(film.session)
    film.perform(Self.all)
    #expect(try #require(film.finish()).result == .ok)
  }

  @Test func `a reset works from every state`() {
    let fresh = LivenessSession(Challenge([.face, .smile]))
    var film = Film([.face, .smile])
    for _ in 0..<3 {
      film.play(.straight, frames: 3)
      var running = film.session
      running.reset()
      #expect(running == fresh)
      _ = film.session.pause(at: film.time)
      var paused = film.session
      paused.reset()
      #expect(paused == fresh)
      _ = film.session.resume(at: film.time)
    }
  }

  @Test func `a stored session goes on where it was`() throws {
    var film = Film(Self.all)
    film.play(.straight, frames: 8)
    film.play(.smiling)
    let stored = try Snapshot.roundTrip(film.session)
    #expect(stored == film.session)
    film.session = stored
    film.play(.smiling)
    #expect(film.passed == [.face, .smile])
  }
}
