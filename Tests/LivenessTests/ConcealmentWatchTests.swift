import BonafideLiveness
import BonafideObservations
import Testing

@Suite("A touch of the card is")
struct ConcealmentWatchTests {
  private func film(_ body: (inout TouchFilm) -> Void) -> CardCheck {
    var film = TouchFilm()
    body(&film)
    return film.check
  }

  @Test("verified when the element is free, covered and free again")
  func genuine() {
    let check = film { film in
      film.free()
      film.finger()
      film.free()
    }
    #expect(check.verified == true && check.reasons.isEmpty && check.confidence >= 0.5)
    #expect(check.time == 20.0 / 15)
  }

  @Test("verified on the fifth covered frame, not on the fourth")
  func frames() {
    for (count, verified) in [(5, true), (4, nil)] as [(Int, Bool?)] {
      let check = film { film in
        film.free()
        film.finger(count)
        film.free()
      }
      #expect(check.verified == verified)
    }
  }

  @Test(
    "undecided when it is not done",
    arguments: [
      ReasonCode.elementNotFree, .elementNotCovered, .elementStillCovered, .coveredTooMuch, .cardLost, .cardNotFound,
    ])
  func undone(code: ReasonCode) {
    let check = film { film in
      switch code {
      case .elementNotFree: film.finger(20)
      case .elementNotCovered: film.free(30)
      case .elementStillCovered:
        film.free()
        film.finger(20)
      case .coveredTooMuch:
        film.free()
        film.finger { $0.restVisible = 0.3 }
        film.free()
      case .cardLost:
        film.free()
        film.add(20) { $0.presence = .none }
      default: film.add(20) { $0.presence = .none }
      }
    }
    #expect(check.verified == nil && check.reasons.contains { $0.code == code } && check.confidence == 0)
  }

  @Test(
    "not verified when something else does it",
    arguments: [
      ReasonCode.notAHand, .coverNotFromOutside, .cardChanged,
    ])
  func fraud(code: ReasonCode) {
    let check = film { film in
      film.free()
      switch code {
      case .notAHand: film.finger { $0.skin = 0.1 }
      case .coverNotFromOutside: film.finger { $0.covered = 0 }
      default:
        film.finger(6)
        film.finger(4) { $0.presence = .different }
      }
      film.free()
    }
    #expect(check.verified == false && check.reasons.map(\.code) == [code])
  }

  @Test("not verified when the thing is as flat as paper")
  func flat() {
    let check = film { film in
      film.free()
      film.finger { $0.relief = 0.01 }
      film.free()
    }
    #expect(check.verified == false && check.reasons.map(\.code) == [.notAHand])
  }

  @Test("not verified on a screen, whose lines most of the frames show")
  func screen() {
    var touched = TouchFilm()
    touched.free()
    touched.finger()
    touched.free()
    for index in touched.frames.indices { touched.frames[index].screen = 0.9 }
    #expect(touched.check.verified == false && touched.check.reasons.map(\.code) == [.screenRecapture])
    var untouched = TouchFilm()
    untouched.add(40) { $0.screen = 0.9 }
    #expect(untouched.check.verified == false)
  }

  @Test("begun anew when the card was away under the finger")
  func away() {
    let check = film { film in
      film.free()
      film.finger(6)
      film.add(12) { $0.presence = .none }
      film.free()
    }
    #expect(check.verified == nil)
  }

  @Test("judged the same after a pause on disk at every frame")
  func snapshot() throws {
    var film = TouchFilm()
    film.free()
    film.finger()
    film.free()
    var watch = ConcealmentWatch()
    for frame in film.frames {
      watch = try Snapshot.roundTrip(watch)
      _ = watch.observe(frame)
    }
    #expect(watch.finish().verified == true)
  }

  @Test("not verified by nonsense", arguments: [Double.nan, .infinity, -1, 1e308])
  func garbage(value: Double) {
    var watch = ConcealmentWatch()
    for number in 0..<40 {
      let frame = ConcealmentObservation(
        time: number.isMultiple(of: 3) ? value : Double(number), presence: .same, likeness: value, covered: value,
        changed: value, restVisible: value, skin: value, relief: value)
      _ = watch.observe(frame)
    }
    #expect(watch.finish().verified != true)
  }
}
