import BonafideLiveness
import BonafideObservations
import Testing

/// E-040…E-044: streams without steps, and which of several causes is told.
struct QualityTests {
  private let small = Look(box: Rect(x: 200, y: 260, width: 80, height: 90))
  private let dark = Look(brightness: 0.02)

  @Test func `the ten results have the numbers and names of E-040`() {
    let names = [
      "OK", "NO_FACE", "SEVERAL_FACES", "FACE_TOO_BIG", "FACE_TOO_SMALL", "FACE_CLOSE_TO_BORDER",
      "FACE_OVEREXPOSED", "FACE_UNDEREXPOSED", "NOT_LIVE", "UNKNOWN_ERROR",
    ]
    #expect(LivenessResult.allCases.map(\.name) == names)
    #expect(LivenessResult.allCases.map(\.rawValue) == Array(0...9))
    #expect(LivenessResult.allCases.map { LivenessResult(name: $0.name) } == LivenessResult.allCases)
  }

  @Test func `an unknown code of a server is an unknown error`() {
    #expect(LivenessResult(serverCode: 10) == .unknownError)
    #expect(LivenessResult(serverCode: -1) == .unknownError)
    #expect(LivenessResult(serverCode: 4) == .faceTooSmall)
    #expect(LivenessResult(name: "FACE_GONE") == .unknownError)
  }

  @Test func `exit statuses follow the contract`() {
    #expect(LivenessResult.ok.exitStatus == .positive)
    #expect(LivenessResult.notLive.exitStatus == .negative)
    #expect(LivenessResult.unknownError.exitStatus == .internalFault)
    for result in LivenessResult.allCases where (1...7).contains(result.rawValue) {
      #expect(result.exitStatus == .undecided)
      #expect(result.live == nil)
    }
  }

  @Test func `a good stream without steps is fine, also of one frame`() {
    for frames in [1, 50] {
      var film = Film([])
      film.play(.straight, frames: frames)
      let outcome = film.finish()
      #expect(outcome?.result == .ok)
      #expect(outcome?.challengePassed == nil)
      #expect(outcome?.quality.frames == frames)
    }
  }

  @Test func `the most frequent flaw is told`() {
    var film = Film([])
    film.play(.straight, frames: 5)
    film.play(small, frames: 10)
    film.play(dark, frames: 12)
    film.playNobody(seconds: 0.9)
    #expect(film.finish()?.result == .faceUnderexposed)
    #expect(film.finish()?.reasons.map(\.code) == [.faceUnderexposed])
    film.play(small, frames: 3)
    #expect(film.finish()?.result == .faceTooSmall)
  }

  @Test func `of equally frequent flaws the first of E-040 is told`() {
    var film = Film([])
    film.play(dark, frames: 10)
    film.play(small, frames: 10)
    #expect(film.finish()?.result == .faceTooSmall)
  }

  @Test func `a few bad frames do not hide that nobody moved`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 40)
    film.play(dark, frames: 10)
    let outcome = film.finish()
    #expect(outcome?.result == .notLive)
    #expect(outcome?.live == false)
    #expect(outcome?.reasons.map(\.code) == [.stepTimeout])
  }

  @Test func `a missed step that could not be seen is a matter of quality`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 40)
    film.play(small, frames: 45)
    let outcome = film.finish()
    #expect(outcome?.result == .faceTooSmall)
    #expect(outcome?.live == nil)
    #expect(outcome?.reasons.map(\.code) == [.faceTooSmall, .stepTimeout])
  }

  @Test func `two faces all the time without steps are several faces`() {
    var film = Film([])
    film.playTwo(frames: 10)
    #expect(film.finish()?.result == .severalFaces)
  }

  @Test func `another person in a stream without steps fails`() {
    var film = Film([])
    film.play(.straight, frames: 6)
    #expect(film.tasks.contains(.takeReference(.reference)))
    film.trackID = 2
    film.similarity = 0
    film.play(.straight, frames: 2)
    #expect(film.failure == .faceSwitched)
  }

  @Test func `an empty stream says nothing`() {
    let film = Film([])
    #expect(film.finish()?.result == .unknownError)
    #expect(film.finish()?.live == nil)
  }
}

struct GuidanceTests {
  private func shown(_ film: Film) -> [Guidance] {
    film.tasks.compactMap { if case .showGuidance(let text) = $0 { text } else { nil } }
  }

  @Test func `texts do not flicker`() {
    var film = Film([.face])
    let aside = Look(box: Rect(x: 10, y: 200, width: 120, height: 150))
    let small = Look(box: Rect(x: 200, y: 260, width: 80, height: 90))
    for _ in 0..<40 {
      film.play(aside)
      film.play(small)
    }
    #expect(shown(film).isEmpty)
    for _ in 0..<10 {
      film.play(aside, frames: 2)
      film.play(small, frames: 2)
    }
    // Four seconds, and each text stays 0.8.
    #expect((1...5).contains(shown(film).count))
  }

  @Test func `a step's instruction does not wait`() {
    var film = Film([.face, .smile])
    film.play(.straight, frames: 3)
    #expect(film.session.guidance == .smile)
    #expect(film.tasks.last == .showStep(1, .smile))
  }

  @Test func `the way through a turn is shown`() {
    var film = Film([.face, .turnLeft])
    film.play(.straight, frames: 3)
    #expect(film.session.guidance == .turnLeft)
    film.play(.left, frames: 10)
    #expect(film.session.guidance == .backToCenter)
    film.play(.straight, frames: 12)
    #expect(film.session.guidance == .turnLeft)
    film.play(Look(yaw: 60), frames: 12)
    #expect(film.session.guidance == .backToCenter)
    film.play(.straight, frames: 4)
    film.play(.left, frames: 2)
    #expect(film.session.guidance == .done)
  }

  @Test func `progress rises with the movement and stays between 0 and 1`() {
    var film = Film([.face, .turnLeft])
    #expect(film.session.progress == 0)
    film.play(.straight, frames: 8)
    film.play(Look(yaw: 7.5))
    #expect(film.session.progress == 0.5)
    film.play(Look(yaw: -30))
    #expect(film.session.progress == 0)
    film.play(.left)
    #expect(film.session.progress == 1)
  }

  @Test func `codes are stable`() {
    #expect(
      Guidance.allCases.map(\.rawValue) == [
        "look_straight", "move_closer", "move_back", "center", "more_light", "less_light", "hold_still",
        "one_person_only", "smile", "relax", "close_eyes", "keep_eyes_closed", "open_eyes", "turn_right", "turn_left",
        "look_up", "back_to_center", "no_face", "done",
      ])
  }
}
