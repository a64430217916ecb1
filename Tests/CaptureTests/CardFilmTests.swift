import BonafideCapture
import BonafideDocumentAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation
import Testing

/// A drawn film in small, frame by frame.
private struct DrawnFilm {
  let frames: [Frame]
  /// Corners of the card in each frame.
  let corners: [[Point]]

  private static let faces = Result {
    let own = try SpecimenFilm(
      .still, steps: [], seed: 11, mirroring: .none, models: Models.store, decoder: MediaReader()
    ).portrait()
    return (own, try MediaReader().decodeImage(Models.store.data(SpecimenFilm.secondPortraitName)))
  }

  init(
    _ kind: CardFilmKind, _ attack: CardFilmAttack? = nil, _ element: SecurityElement = .crescent, seed: UInt64,
    rate: Int = 10
  ) throws {
    let (own, other) = try DrawnFilm.faces.get()
    let plan = try CardFilmPlan(kind, attack: attack, element: element, seed: seed, rate: rate, width: 640)
    var film = try CardFilm(plan, portrait: own, otherPortrait: other)
    frames = try (0..<plan.frameCount).map { try film.frame($0) }
    corners = (0..<plan.frameCount).map { film.corners($0) }
  }

  /// Mean difference of the largest and the smallest channel where the crescent is drawn.
  func crescentColor(_ number: Int) throws -> Double {
    let flat = try #require(try FlatDocument(frames[number].image, quad: corners[number], width: 856, aspect: 1.586))
    let crescent = try #require(try flat.image.cropped(Rect(x: 695, y: 92, width: 120, height: 120)))
    return crescent.withPixels { pixels in
      var sum = 0
      for at in stride(from: 0, to: pixels.count, by: 4) {
        let channels = pixels[at..<at + 3].map { Int($0) }
        sum += (channels.max() ?? 0) - (channels.min() ?? 0)
      }
      return Double(sum) / Double(pixels.count / 4)
    }
  }

  /// Tilted and touched as they should be; made once.
  static let tilted = Result { try DrawnFilm(.hologram, seed: 31) }
  static let touched = Result { try DrawnFilm(.conceal, nil, .mli, seed: 32) }
}

private struct Judged {
  let check: CardCheck
  let best: CardPicture?
  var codes: [ReasonCode] { check.reasons.map(\.code) }

  init(_ frames: [Frame], by check: some CardFilmCheck) throws {
    var check = check
    for frame in frames where try check.observe(frame) != nil { break }
    self.check = check.finish()
    best = check.best
  }

  static func hologram(_ frames: [Frame]) throws -> Judged { try Judged(frames, by: HologramCheck()) }

  static func touch(_ frames: [Frame], _ element: SecurityElement = .mli) throws -> Judged {
    try Judged(frames, by: ConcealmentCheck(element))
  }
}

/// The same numbers in every run.
private struct Lehmer: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

extension [Frame] {
  /// The same pictures in another order.
  fileprivate func shuffled(seed: UInt64) -> [Frame] {
    var generator = Lehmer(state: seed)
    return zip(self, shuffled(using: &generator)).map { Frame(image: $1.image, time: $0.time) }
  }

  /// With long times between them, as of a slow camera.
  fileprivate func every(_ step: Int) -> [Frame] {
    enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
  }
}

@Suite("In the frames of a film, a hologram", .enabled(if: Models.areThere, "skipped: no models"))
struct TiltedCardTests {
  @Test func `is verified, and kept as it is seen best`() throws {
    let film = try DrawnFilm.tilted.get()
    let judged = try Judged.hologram(film.frames)
    #expect(judged.check.verified == true && judged.codes.isEmpty)
    let best = try #require(judged.best)
    #expect(best.image.width == 856 && best.time <= judged.check.time ?? 0)
    // The foil has no colour of its own: where it shows more of it, more of the hologram is seen.
    let number = try #require(film.frames.firstIndex { $0.time == best.time })
    let seen = try film.frames.indices.filter { film.frames[$0].time <= judged.check.time ?? 0 }.map(film.crescentColor)
    #expect(try film.crescentColor(number) > seen.sorted()[seen.count * 2 / 3])
    for (found, drawn) in zip(best.quad, film.corners[number]) { #expect(found.distance(to: drawn) < 6) }
  }

  @Test func `is not refused at five frames a second`() throws {
    #expect(try Judged.hologram(try DrawnFilm.tilted.get().frames.every(2)).check.verified != false)
  }

  @Test func `is not verified when the frames come in another order`() throws {
    let frames = try DrawnFilm.tilted.get().frames
    for seed in 1...3 as ClosedRange<UInt64> {
      #expect(try Judged.hologram(frames.shuffled(seed: seed)).check.verified != true)
    }
  }

  @Test(
    arguments: [
      (CardFilmAttack.frozen, ReasonCode.hologramStatic), (.screen, .hologramNotFollowing), (.otherCard, .cardChanged),
    ])
  func `is not verified when it never changes, changes by itself, or is another one`(
    attack: CardFilmAttack, code: ReasonCode
  ) throws {
    let judged = try Judged.hologram(try DrawnFilm(.hologram, attack, seed: 31).frames)
    #expect(judged.check.verified == false && judged.codes == [code])
  }

  @Test func `is left undecided when too little of it is seen`() throws {
    let frames = try DrawnFilm.tilted.get().frames
    #expect(try Judged.hologram(Array(frames.prefix(6))).check.verified == nil)
    for (attack, code) in [
      (CardFilmAttack.untilted, ReasonCode.cardNotTilted), (.leaves, .cardLost), (.dark, .cardNotFound),
    ] {
      let judged = try Judged.hologram(try DrawnFilm(.hologram, attack, seed: 31).frames)
      #expect(judged.check.verified == nil && judged.codes == [code])
    }
  }
}

@Suite("In the frames of a film, a touch", .enabled(if: Models.areThere, "skipped: no models"))
struct TouchedCardTests {
  @Test func `is verified, and kept while the element is covered`() throws {
    let film = try DrawnFilm.touched.get()
    let judged = try Judged.touch(film.frames)
    #expect(judged.check.verified == true && judged.codes.isEmpty)
    // The finger lies on the element from 1.4 to 2.5 seconds.
    let best = try #require(judged.best)
    #expect((1.2...2.7).contains(best.time))
  }

  @Test func `is verified at five frames a second`() throws {
    #expect(try Judged.touch(try DrawnFilm.touched.get().frames.every(2)).check.verified == true)
  }

  @Test(
    arguments: [
      (CardFilmAttack.sticker, ReasonCode.coverNotFromOutside), (.edited, .coverNotFromOutside), (.paper, .notAHand),
      (.otherCard, .cardChanged),
    ])
  func `is not verified by what is no finger on the same card`(attack: CardFilmAttack, code: ReasonCode) throws {
    let judged = try Judged.touch(try DrawnFilm(.conceal, attack, .mli, seed: 32).frames)
    #expect(judged.check.verified == false && judged.codes == [code])
  }

  @Test(
    arguments: [
      (CardFilmAttack.shadow, ReasonCode.elementNotCovered), (.bare, .elementNotCovered), (.leaves, .cardLost),
      (.startsCovered, .elementNotFree), (.dark, .cardNotFound),
    ])
  func `is left undecided when it is not made as asked`(attack: CardFilmAttack, code: ReasonCode) throws {
    let judged = try Judged.touch(try DrawnFilm(.conceal, attack, .mli, seed: 32).frames)
    #expect(judged.check.verified == nil && judged.codes.contains(code))
  }

  @Test func `is left undecided under a whole hand`() throws {
    // At ten frames a second the hand would come from one frame to the next.
    let judged = try Judged.touch(try DrawnFilm(.conceal, .wholeHand, .mli, seed: 32, rate: 20).frames)
    #expect(judged.check.verified == nil && judged.codes.contains(.coveredTooMuch))
  }

  @Test func `is left undecided in a film that ends before it`() throws {
    let judged = try Judged.touch(Array(try DrawnFilm.touched.get().frames.prefix(9)))
    #expect(judged.check.verified == nil && judged.codes == [.elementNotCovered])
  }
}
