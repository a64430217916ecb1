import BonafideLiveness
import BonafideObservations
import Foundation
import Testing

@Suite("A hologram is")
struct HologramWatchTests {
  @Test("verified when its colours go with the view", arguments: [15, 5])
  func genuine(rate: Int) {
    let check = TiltFilm.check(TiltFilm.frames(.hologram, rate: rate))
    #expect(check.verified == true && check.confidence >= 0.5 && check.reasons.isEmpty)
    #expect((check.time ?? 0) >= 1.5)
  }

  @Test("not verified when it is printed, with or without glare", arguments: [FoilModel.print, .glare])
  func printed(foil: FoilModel) {
    let check = TiltFilm.check(TiltFilm.frames(foil))
    #expect(check.verified == false && check.reasons.map(\.code) == [.hologramStatic] && check.confidence < 0.5)
  }

  @Test("not verified when its colours change by themselves")
  func slideshow() {
    let check = TiltFilm.check(TiltFilm.frames(.slideshow))
    #expect(check.verified == false && check.reasons.map(\.code) == [.hologramNotFollowing])
  }

  @Test("not verified when colours and views are shuffled against each other", arguments: 1...5)
  func shuffledColors(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let frames = TiltFilm.frames(.hologram)
    let shuffled = zip(frames, frames.shuffled(using: &generator)).map { frame, other in
      var frame = frame
      frame.element = other.element
      return frame
    }
    let check = TiltFilm.check(shuffled)
    #expect(check.verified == false && check.reasons.map(\.code) == [.hologramNotFollowing])
  }

  @Test("not verified when the frames are shuffled", arguments: 1...5)
  func shuffledFrames(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let frames = TiltFilm.frames(.hologram)
    let shuffled = zip(frames, frames.shuffled(using: &generator)).map { frame, other in
      var other = other
      other.time = frame.time
      return other
    }
    #expect(TiltFilm.check(shuffled).verified == false)
  }

  @Test("not verified when one frame is repeated, and undecided, because nothing was tilted")
  func frozen() {
    let frames = TiltFilm.frames(.hologram)
    let still = frames.map { frame in
      var copy = frames[9]
      copy.time = frame.time
      return copy
    }
    let check = TiltFilm.check(still)
    #expect(check.verified == nil && check.reasons.map(\.code) == [.cardNotTilted])
    // The element alone is frozen.
    let pasted = frames.map { frame in
      var copy = frame
      copy.element = frames[9].element
      return copy
    }
    #expect(TiltFilm.check(pasted).verified == false)
  }

  @Test("undecided when the card is hardly tilted, hardly seen, lost or absent")
  func undecided() {
    #expect(TiltFilm.check(TiltFilm.frames(.hologram, reach: 5)).reasons.map(\.code) == [.cardNotTilted])
    #expect(TiltFilm.check([]).reasons.map(\.code) == [.cardNotFound])
    #expect(TiltFilm.check(Array(TiltFilm.frames(.hologram).prefix(1))).verified == nil)
    let absent = (0..<30).map { HologramObservation(time: Double($0) / 15, presence: .none) }
    #expect(TiltFilm.check(absent).reasons.map(\.code) == [.cardNotFound])
    var cut = TiltFilm.frames(.hologram)
    for index in cut.indices where index > 8 && index < 50 { cut[index].presence = .none }
    #expect(TiltFilm.check(cut).reasons.map(\.code) == [.cardLost])
    var glaring = TiltFilm.frames(.hologram)
    for index in glaring.indices { glaring[index].element = [RelativeColor?](repeating: nil, count: 64) }
    #expect(TiltFilm.check(glaring).reasons.map(\.code) == [.hologramNotSeen])
  }

  @Test("not verified on a screen, whose lines most of the frames show")
  func screen() {
    for (every, code) in [(1, ReasonCode.screenRecapture), (3, nil)] as [(Int, ReasonCode?)] {
      var frames = TiltFilm.frames(.hologram)
      for index in frames.indices { frames[index].screen = index.isMultiple(of: every) ? 0.9 : 0.1 }
      let check = TiltFilm.check(frames)
      #expect(check.verified == (code == nil) && check.reasons.first?.code == code)
    }
    // A single look is too few.
    var frames = TiltFilm.frames(.hologram)
    frames[3].screen = 0.9
    #expect(TiltFilm.check(frames).verified == true)
  }

  @Test("not verified on another card")
  func exchanged() {
    var frames = TiltFilm.frames(.print)
    for index in frames.indices where index > 40 { frames[index].presence = .different }
    #expect(TiltFilm.check(frames).reasons.map(\.code) == [.cardChanged])
  }

  @Test("judged the same after a pause on disk, and nonsense does not trap")
  func snapshot() throws {
    var watch = HologramWatch()
    for frame in TiltFilm.frames(.hologram) {
      watch = try Snapshot.roundTrip(watch)
      _ = watch.observe(frame)
    }
    #expect(watch.finish().verified == true)
    var other = HologramWatch()
    for (index, value) in [Double.nan, .infinity, -1, 0, 1e308].enumerated() {
      let color = RelativeColor(red: value, blue: -value, luma: value)
      let frame = HologramObservation(
        time: Double(index), presence: .same, tilt: CardTilt(across: value, down: value), likeness: value,
        element: [color, nil], control: [])
      _ = other.observe(frame)
    }
    #expect(other.finish().verified != true)
  }
}
