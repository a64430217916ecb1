import BonafideLiveness
import BonafideObservations
import Testing

/// Boundaries of B-020…B-025, as the requirements state them.
struct StepRuleTests {
  @Test(arguments: [(15.0, 0.0, true), (15.01, 0, false), (-15, 15, true), (0, -15.01, false), (0, 15, true)])
  func `a face is straight within 15 degrees, inclusive`(yaw: Double, pitch: Double, isStraight: Bool) {
    var film = Film([.face])
    film.play(Look(yaw: yaw, pitch: pitch), frames: 5)
    #expect((film.passed == [.face]) == isStraight)
  }

  @Test(arguments: [(0.9, false), (0.901, true), (0.899, false), (1, true)])
  func `a smile lies above 0.9`(probability: Double, isSmile: Bool) {
    #expect(passes(.smile, Look(smile: probability)) == isSmile)
  }

  @Test(arguments: [(0.3, false), (0.299, true), (0, true)])
  func `an eye is closed below 0.3`(openness: Double, isClosed: Bool) {
    #expect(passes(.closeEyes, Look(left: openness)) == isClosed)
    #expect(passes(.closeEyes, Look(right: openness)) == isClosed)
  }

  @Test(arguments: [(15.0, true), (14.99, false), (45, true), (45.01, false)])
  func `a turn takes 15 degrees and ends where the measure does`(degrees: Double, isTurn: Bool) {
    #expect(passes(.turnLeft, Look(yaw: degrees)) == isTurn)
    #expect(passes(.turnRight, Look(yaw: -degrees)) == isTurn)
  }

  @Test(arguments: [(10.0, true), (9.99, false), (40, true), (40.01, false)])
  func `looking up takes 10 degrees and ends where the measure does`(degrees: Double, isUp: Bool) {
    #expect(passes(.lookUp, Look(pitch: degrees)) == isUp)
  }

  @Test func `turning to the other side does not count`() {
    #expect(!passes(.turnLeft, .right))
    #expect(!passes(.turnRight, .left))
  }

  @Test(arguments: [20.0, 30], [20.0, 30])
  func `a diagonal turn is no step`(yaw: Double, pitch: Double) {
    #expect(!passes(.turnLeft, Look(yaw: yaw, pitch: pitch)))
    #expect(!passes(.lookUp, Look(yaw: yaw, pitch: pitch)))
  }

  @Test func `no frame is two head movements, whatever the settings`() {
    let loose = settings(
      (.livenessTurnAtLeast, 5), (.livenessUpYawAtMost, 40), (.livenessTurnPitchAtMost, 45), (.livenessUpAtLeast, 5))
    for yaw in stride(from: -45.0, through: 45, by: 1) {
      for pitch in stride(from: -40.0, through: 40, by: 4) {
        let look = Look(yaw: yaw, pitch: pitch)
        let done = [ChallengeStep.turnLeft, .turnRight, .lookUp].filter { passes($0, look, loose) }
        #expect(done.count <= 1)
      }
    }
  }

  @Test func `movements are measured from the person's own neutral pose`() {
    let low = Look(yaw: 4, pitch: -8)
    #expect(passes(.lookUp, Look(yaw: 4, pitch: 2), from: low))
    #expect(!passes(.lookUp, Look(yaw: 4, pitch: 1.9), from: low))
    #expect(passes(.turnRight, Look(yaw: -11, pitch: -8), from: low))
    #expect(!passes(.turnLeft, Look(yaw: 18.9, pitch: -8), from: low))
  }

  @Test func `turning back to the camera is no turn`() {
    #expect(!passes(.turnRight, .straight, from: Look(yaw: 15)))
  }

  @Test(arguments: ChallengeStep.gestures)
  func `one frame of noise does not pass`(step: ChallengeStep) {
    var film = Film([.face, step])
    film.play(.straight, frames: 8)
    for _ in 0..<5 {
      film.play(.doing(step))
      film.play(.straight, frames: 2)
    }
    #expect(film.passed == [.face])
  }

  @Test(arguments: ChallengeStep.gestures)
  func `a gesture held from before does not pass until it was released`(step: ChallengeStep) {
    var film = Film([.face, step])
    // Straight for the face, then the gesture is there before the step has seen a neutral face.
    film.play(.straight, frames: 3)
    film.play(.doing(step), frames: 20)
    #expect(film.passed == [.face])
    // One frame is not a release.
    film.play(.straight)
    film.play(.doing(step), frames: 5)
    #expect(film.passed == [.face])
    film.play(.straight, frames: 2)
    film.play(.doing(step), frames: 2)
    #expect(film.passed == [.face, step])
  }

  @Test func `a smile from the very start is not a smile`() {
    var film = Film([.face, .smile])
    film.play(.smiling, frames: 60)
    #expect(film.passed == [.face])
    #expect(film.session.guidance == .relax)
  }

  @Test func `the same movement twice needs the middle in between`() {
    var film = Film([.face, .turnLeft, .turnLeft])
    film.play(.straight, frames: 6)
    film.play(.left, frames: 20)
    #expect(film.passed == [.face, .turnLeft])
    film.play(.straight, frames: 3)
    film.play(.left, frames: 3)
    #expect(film.passed == [.face, .turnLeft, .turnLeft])
  }

  @Test func `values that were not measured never pass`() {
    #expect(!passes(.smile, Look(smile: nil)))
    #expect(!passes(.closeEyes, Look(left: nil, right: nil)))
    for step in ChallengeStep.gestures {
      #expect(!passes(step, Look.doing(step).changed { $0.hasPose = false }))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 2, -1])
  func `values outside their scale never pass`(value: Double) {
    #expect(!passes(.smile, Look(smile: value)))
    #expect(!passes(.closeEyes, Look(left: value, right: value)))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func `angles that are not numbers never pass`(value: Double) {
    for step in ChallengeStep.allCases {
      #expect(!passes(step, Look(yaw: value), from: Look(yaw: value)))
      #expect(!passes(step, Look(pitch: value), from: Look(pitch: value)))
    }
  }

  @Test func `expressions of a face turned away are refused`() {
    #expect(!passes(.smile, Look(yaw: 31, smile: 0.97)))
    #expect(!passes(.closeEyes, Look(yaw: 31, left: 0.05)))
  }

  @Test func `the picture is the best of the frames in a row`() {
    var film = Film([.face, .turnLeft])
    film.play(Look(overall: 0.5))
    film.play(Look(overall: 0.9))
    film.play(Look(overall: 0.6))
    #expect(film.result(of: .face)?.evidence == [evidence(at: 0.1)])
    film.play(.straight, frames: 3)
    film.play(Look(yaw: 30))
    film.play(Look(yaw: 20))
    #expect(film.result(of: .turnLeft)?.evidence == [evidence(at: 0.6)])
    #expect(film.result(of: .turnLeft)?.value == 30)
    #expect(film.result(of: .turnLeft)?.time == 0.7)
    let kept = film.tasks.filter { $0 == .keep(.step(0, .capture)) }
    #expect(kept.count == 2)
  }

  private func evidence(at time: Double) -> StepEvidence { StepEvidence(kind: .capture, time: time) }

  @Test func `a gesture works without a face step before it`() {
    for step in ChallengeStep.gestures {
      var film = Film([step])
      film.perform([step])
      #expect(film.passed == [step])
      #expect(film.tasks.contains(.takeReference(.reference)))
      #expect(film.finish()?.result == .ok)
    }
  }
}

/// B-026: picture side × mirroring; the camera makes no difference beyond the mirroring it hands over.
@Test(
  arguments: [
    (Mirroring.none, 20.0, ChallengeStep.turnLeft, ChallengeStep.turnRight),
    (.none, -20, .turnRight, .turnLeft),
    (.mirrored, 20, .turnRight, .turnLeft),
    (.mirrored, -20, .turnLeft, .turnRight),
  ])
func `left and right are the person's own`(
  mirroring: Mirroring, yaw: Double, done: ChallengeStep, other: ChallengeStep
) {
  for (step, isDone) in [(done, true), (other, false)] {
    var film = Film([.face, step])
    film.mirroring = mirroring
    film.play(.straight, frames: 8)
    film.play(Look(yaw: yaw), frames: 4)
    #expect(film.passed.contains(step) == isDone)
    if isDone { #expect(film.result(of: step)?.value == 20) }
  }
}
