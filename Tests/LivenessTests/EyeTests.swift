import BonafideLiveness
import BonafideObservations
import Testing

/// A.24 and B-034: closed against the person's own open eyes, and what follows the closing.
struct EyeTests {
  private func eyes(_ openness: Double) -> Look { Look(left: openness, right: openness) }

  @Test(arguments: [0.22, 0.28, 0.35, 0.5])
  func `narrow eyes do not pass while they are open`(open: Double) {
    var film = Film([.face, .closeEyes])
    for frame in 0..<80 { film.play(eyes(open + (frame.isMultiple(of: 3) ? 0.04 : -0.04))) }
    #expect(film.passed == [.face])
  }

  @Test(arguments: [0.22, 0.28, 0.35, 0.5])
  func `narrow eyes pass when they close`(open: Double) {
    #expect(passes(.closeEyes, eyes(0.06), from: eyes(open)))
  }

  @Test func `one frame of wide eyes does not make open eyes a closing`() {
    var film = Film([.face, .closeEyes])
    film.play(eyes(0.25), frames: 6)
    film.play(eyes(0.9))
    film.play(eyes(0.25), frames: 10)
    #expect(film.passed == [.face])
  }

  @Test func `an eye that was never open cannot close`() {
    #expect(!passes(.closeEyes, Look(left: 0.05), from: Look(left: 0.05)))
  }

  @Test func `a wink is enough`() {
    #expect(passes(.closeEyes, Look(left: 0.05, right: 0.95)))
  }

  @Test func `a person with one measurable eye can pass`() {
    #expect(passes(.closeEyes, Look(left: nil, right: 0.05), from: Look(left: nil)))
  }

  @Test func `the value is the probability that the eye is closed, and both openness values are kept`() throws {
    var film = Film([.face, .closeEyes])
    film.play(.straight, frames: 8)
    film.play(Look(left: 0.125, right: 0.25), frames: 2)
    let result = try #require(film.result(of: .closeEyes))
    #expect(result.value == 0.875)
    #expect(result.leftEyeOpen == 0.125)
    #expect(result.rightEyeOpen == 0.25)
  }

  @Test func `by default the step is done at the closing and the other pictures follow`() throws {
    var film = Film([.face, .closeEyes, .smile])
    film.play(.straight, frames: 8)
    film.play(.eyesClosed, frames: 2)
    #expect(film.passed == [.face, .closeEyes])
    film.play(.eyesClosed, frames: 10)
    film.play(.straight, frames: 4)
    let outcome = try #require(film.finish())
    #expect(outcome.steps[1].evidence.map(\.kind) == [.capture, .keptClosed, .reopened])
    // Closed from frame 8, so a second is over on frame 18; open from frame 20, twice in a row on 21.
    #expect(outcome.steps[1].evidence.map(\.time) == [0.8, 1.8, 2.1])
    #expect(film.tasks.contains(.keep(.step(1, .keptClosed))))
  }

  @Test func `a short blink passes by default and leaves out the interval`() throws {
    var film = Film([.face, .closeEyes])
    film.perform([.face, .closeEyes])
    let outcome = try #require(film.finish())
    #expect(outcome.result == .ok)
    #expect(outcome.steps[1].evidence.map(\.kind) == [.capture, .reopened])
  }

  private let required = settings((.livenessRequireEyeInterval, 1))

  @Test func `where the interval is required a short blink starts the step again`() {
    var film = Film([.face, .closeEyes], required)
    film.play(.straight, frames: 8)
    film.play(.eyesClosed, frames: 4)
    film.play(.straight, frames: 4)
    #expect(film.passed == [.face])
    #expect(film.failure == nil)
    film.play(.eyesClosed, frames: 12)
    #expect(film.session.guidance == .openEyes)
    film.play(.straight, frames: 3)
    #expect(film.passed == [.face, .closeEyes])
    #expect(film.result(of: .closeEyes)?.evidence.map(\.kind) == [.capture, .keptClosed, .reopened])
  }

  @Test func `eyes that stay closed run into the interval's time-out`() {
    var film = Film([.face, .closeEyes], required)
    film.play(.straight, frames: 8)
    film.play(.eyesClosed, frames: 60)
    #expect(film.failure == .stepTimeout)
    #expect(film.session.outcome?.failure?.phase == .eyesReopened)
    #expect(film.session.outcome?.failure?.time == 5.9)
  }
}
