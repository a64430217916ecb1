import BonafideLiveness
import BonafideObservations
import Testing

/// Nobody, somebody else beside, bad light.
struct PresenceTests {
  @Test func `a face may come late`() {
    var film = Film([.face])
    film.playNobody(seconds: 10)
    film.play(.straight, frames: 4)
    #expect(film.finish()?.result == .ok)
  }

  @Test func `nobody at all ends as no face`() {
    var film = Film([.face])
    film.playNobody(seconds: 16)
    #expect(film.failure == .noFace)
    #expect(film.session.outcome?.result == .noFace)
    #expect(film.session.outcome?.live == nil)
  }

  @Test func `a face that leaves for long is lost, for a moment it is not`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 6)
    film.playNobody(seconds: 4)
    #expect(film.failure == nil)
    #expect(film.session.guidance == .noFace)
    film.play(.straight, frames: 3)
    film.playNobody(seconds: 5.2)
    #expect(film.failure == .faceLost)
    #expect(film.session.outcome?.result == .noFace)
  }

  @Test func `a face that was away has to be relaxed again before its gesture counts`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.playNobody(seconds: 1)
    film.play(.smiling, frames: 6)
    #expect(film.passed == [.face])
    film.play(.straight, frames: 3)
    film.play(.smiling, frames: 3)
    #expect(film.passed == [.face, .smile])
  }

  @Test func `a frame without a face breaks the row, not the step`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.play(.smiling)
    film.show(.none)
    film.play(.smiling)
    #expect(film.passed == [.face])
    film.play(.smiling)
    #expect(film.passed == [.face, .smile])
  }

  @Test func `a second face for a moment is a hint`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.playTwo(frames: 15)
    #expect(film.session.guidance == .onePersonOnly)
    #expect(film.failure == nil)
    film.perform([.smile])
    #expect(film.finish()?.result == .ok)
  }

  @Test func `a second face that stays fails`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.playTwo(frames: 22)
    #expect(film.failure == .secondFace)
    #expect(film.session.outcome?.result == .severalFaces)
  }

  @Test func `a second face that flickers has stayed`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    for _ in 0..<12 {
      film.playTwo(frames: 1)
      film.play(.straight)
    }
    #expect(film.failure == .secondFace)
  }

  @Test(arguments: ChallengeStep.allCases)
  func `nothing counts while a second face is there`(step: ChallengeStep) {
    var film = Film([.face, step])
    film.play(.straight, frames: 8)
    let before = film.passed.count
    film.playTwo(.doing(step), frames: 15)
    #expect(film.passed.count == before)
  }

  @Test func `the time with a second face is not the step's`() {
    var film = Film([.face, .smile], settings((.livenessGestureTimeout, 2)))
    film.play(.straight, frames: 15)
    film.playTwo(frames: 15)
    film.play(.straight, frames: 4)
    #expect(film.failure == nil)
    film.play(.straight, frames: 10)
    #expect(film.failure == .stepTimeout)
  }

  @Test func `a second face after the last step still fails`() {
    var film = Film([.face])
    film.play(.straight, frames: 4)
    #expect(film.tasks.contains(.allStepsPassed))
    film.playTwo(frames: 25)
    #expect(film.failure == .secondFace)
    #expect(film.session.outcome?.steps.first?.passed == true)
    #expect(film.session.outcome?.failure?.phase == .watching)
  }

  @Test func `leaving after the last step is allowed`() {
    var film = Film([.face])
    film.play(.straight, frames: 4)
    film.playNobody(seconds: 20)
    #expect(film.finish()?.result == .ok)
  }

  @Test(
    arguments: [
      (Look(brightness: 0.05), Guidance.moreLight, ReasonCode.faceUnderexposed, LivenessResult.faceUnderexposed),
      (Look(brightness: 0.97), .lessLight, .faceOverexposed, .faceOverexposed),
      (Look(overexposed: 0.6), .lessLight, .faceOverexposed, .faceOverexposed),
    ])
  func `bad light is a hint first and a failure after five seconds`(
    look: Look, hint: Guidance, code: ReasonCode, result: LivenessResult
  ) {
    var film = Film([.face])
    film.play(look, frames: 50)
    #expect(film.session.guidance == hint)
    #expect(film.failure == nil)
    film.play(look, frames: 2)
    #expect(film.failure == code)
    #expect(film.session.outcome?.result == result)
  }

  @Test func `light that gets better in time does not fail`() {
    var film = Film([.face])
    for _ in 0..<3 {
      film.play(Look(brightness: 0.05), frames: 40)
      film.play(Look(hasPose: false), frames: 8)
    }
    film.play(.straight, frames: 4)
    #expect(film.finish()?.result == .ok)
  }

  @Test func `light can be left at the hint`() {
    var film = Film([.face], settings((.livenessLightFails, 0)))
    film.play(Look(brightness: 0.05), frames: 200)
    #expect(film.failure == nil)
    #expect(film.finish()?.result == .faceUnderexposed)
  }

  @Test(
    arguments: [
      (Rect(x: 200, y: 260, width: 80, height: 90), LivenessResult.faceTooSmall, Guidance.moveCloser),
      (Rect(x: 5, y: 30, width: 470, height: 590), .faceTooBig, .moveBack),
      (Rect(x: 1, y: 200, width: 180, height: 220), .faceCloseToBorder, .center),
      (Rect(x: -40, y: 200, width: 180, height: 220), .faceCloseToBorder, .center),
    ])
  func `no step counts while the face is in the wrong place`(
    box: Rect, result: LivenessResult, hint: Guidance
  ) {
    var film = Film([.face])
    film.play(Look(box: box), frames: 30)
    #expect(film.passed.isEmpty)
    #expect(film.session.guidance == hint)
    let outcome = film.finish()
    #expect(outcome?.result == result)
    #expect(outcome?.live == nil)
    #expect(outcome?.reasons.map(\.code).last == .stepTimeout)
  }

  @Test func `eyes too near to each other are too small, unless the head is turned`() {
    #expect(!passes(.smile, Look(smile: 0.97, eyeDistance: 39.9)))
    #expect(passes(.turnLeft, Look(yaw: 30, eyeDistance: 30)))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `quality values that are not numbers never count`(value: Double) {
    let looks = [
      Look(box: Rect(x: value, y: 200, width: 140, height: 180)), Look(brightness: value),
      Look(overexposed: value), Look(overall: value), Look(eyeDistance: value),
    ]
    for look in looks {
      var film = Film([.face])
      film.play(look, frames: 10)
      #expect(film.passed.isEmpty)
      #expect(film.finish()?.result == .unknownError)
    }
  }
}
