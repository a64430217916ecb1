import BonafideLiveness
import BonafideObservations
import Testing

/// B-029, B-114, A.13: the same person throughout.
struct IdentityTests {
  @Test func `the face capture is the reference and every other capture is compared with it`() throws {
    var film = Film([.face, .smile, .turnLeft])
    film.perform([.face, .smile, .turnLeft])
    #expect(film.tasks.contains(.takeReference(.step(0, .capture))))
    let outcome = try #require(film.finish())
    #expect(outcome.steps.map(\.similarity) == [nil, 0.8, 0.8])
    #expect(outcome.referenceTime == outcome.steps[0].evidence[0].time)
    let asked = film.tasks.filter { if case .compare = $0 { true } else { false } }
    #expect(asked == [1, 2].map { .compare(.step($0, .capture), at: outcome.steps[$0].evidence[0].time) })
  }

  @Test func `another person at a capture fails at once`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.similarity = 0.362
    film.play(.smiling, frames: 2)
    #expect(film.failure == .faceSwitched)
    #expect(film.session.outcome?.result == .notLive)
    #expect(film.session.outcome?.steps[1].similarity == 0.362)
  }

  @Test func `a turned face needs less similarity`() {
    var film = Film([.face, .turnLeft])
    film.play(.straight, frames: 8)
    film.similarity = 0.26
    film.play(.left, frames: 2)
    #expect(film.failure == nil)
  }

  @Test func `a new track of the same person goes on`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.trackID = 2
    film.play(.smiling, frames: 4)
    #expect(film.answers.first == .samePerson)
    #expect(film.passed == [.face, .smile])
  }

  @Test func `a new track of another person fails`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.trackID = 2
    film.similarity = 0.1
    film.play(.straight, frames: 1)
    #expect(film.answers == [.open])
    film.play(.straight, frames: 1)
    #expect(film.failure == .faceSwitched)
  }

  @Test func `a track that is lost in between is still another one`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.trackID = nil
    film.play(.straight)
    film.trackID = 2
    film.play(.straight)
    #expect(film.answers == [.samePerson])
  }

  @Test func `a face that jumps is looked at anew`() {
    var film = Film([.face, .smile])
    film.trackID = nil
    film.play(.straight, frames: 8)
    film.play(Look(box: Rect(x: 60, y: 400, width: 140, height: 180)))
    #expect(film.answers == [.samePerson])
  }

  @Test func `no step goes on while it is not known who it is`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.isAnswering = false
    film.trackID = 2
    film.play(.smiling, frames: 20)
    #expect(film.passed == [.face])
    let open = film.tasks.compactMap { task in
      if case .compare(.continuity, let time) = task { time } else { nil }
    }
    #expect(open == [0.8])
    #expect(film.session.identityChecked(.continuity, at: 0.8, similarity: 0.9) == .samePerson)
    film.play(.smiling, frames: 2)
    #expect(film.passed == [.face, .smile])
  }

  @Test(arguments: [nil, Double.nan, .infinity, 5, -5])
  func `a comparison that failed is not a match`(similarity: Double?) {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.similarity = similarity
    film.play(.smiling, frames: 3)
    film.play(.straight, frames: 5)
    let outcome = film.finish()
    #expect(outcome?.failure?.reason.code == .notEvaluated)
    #expect(outcome?.live == nil)
  }

  @Test func `a capture that was never compared does not pass`() {
    var film = Film([.face, .smile])
    film.isAnswering = false
    film.perform([.face, .smile])
    #expect(film.finish()?.failure?.reason.code == .notEvaluated)
  }

  @Test func `an answer about another frame or without a question is ignored`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    #expect(film.session.identityChecked(.continuity, at: 0.5, similarity: 0) == .ignored)
    film.isAnswering = false
    film.trackID = 2
    film.play(.straight)
    #expect(film.session.identityChecked(.continuity, at: 0.3, similarity: 0.9) == .ignored)
    #expect(film.session.identityChecked(.step(0, .capture), at: 0.8, similarity: 0.9) == .ignored)
    #expect(film.session.identityChecked(.continuity, at: 0.8, similarity: 0.9) == .samePerson)
    #expect(film.session.identityChecked(.continuity, at: 0.8, similarity: 0.1) == .ignored)
  }

  @Test func `similarities that come with the frames are used`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    film.show(.one(Look.straight.face(trackID: 1)), similarityToReference: 0.1)
    #expect(film.failure == nil)
    film.show(.one(Look.straight.face(trackID: 1)), similarityToReference: 0.1)
    #expect(film.failure == .faceSwitched)
  }

  @Test func `a similarity that came with the captured frame needs no question`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 8)
    for _ in 0..<2 { film.show(.one(Look.smiling.face(trackID: 1)), similarityToReference: 0.7) }
    #expect(film.result(of: .smile)?.similarity == 0.7)
    #expect(film.answers.isEmpty)
  }

  @Test func `another person after the last step fails`() {
    var film = Film([.face, .smile])
    film.perform([.face, .smile])
    film.trackID = 7
    film.similarity = 0
    film.play(.straight, frames: 3)
    #expect(film.failure == .faceSwitched)
  }

  @Test func `where nothing can compare, the setting says so`() {
    var film = Film([.face, .smile], settings((.livenessIdentityRequired, 0)))
    film.perform([.face, .smile])
    #expect(film.finish()?.result == .ok)
    #expect(!film.tasks.contains { if case .compare = $0 { true } else { false } })
  }

  @Test func `a person who changes before the reference is learned anew`() {
    var film = Film([.smile])
    film.play(.straight, frames: 2)
    film.trackID = 2
    film.play(.straight, frames: 2)
    #expect(!film.tasks.contains(.takeReference(.reference)))
    film.play(.straight)
    #expect(film.tasks.contains(.takeReference(.reference)))
  }
}
